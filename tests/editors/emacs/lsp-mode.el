;;; lsp-mode.el --- the shipped configuration, in the real lsp-mode  -*- lexical-binding: t -*-

(load (expand-file-name "answers.el" (file-name-directory load-file-name)))
(load (expand-file-name "emacs/ripwire-lsp-mode.el" (getenv "EDITORS")))
(setq lsp-auto-guess-root t lsp-enable-suggest-server-download nil lsp-response-timeout 60
      lsp-session-file (expand-file-name "session" (getenv "HOME"))
      lsp-server-install-dir (expand-file-name "servers" (getenv "HOME"))
      make-backup-files nil create-lockfiles nil)
(lsp-workspace-folders-add (getenv "PROJECT"))
(open-in-project "src/menu.py")
(lsp)
(let ((end (+ (float-time) 60)))
  (while (and (< (float-time) end)
              (not (and (lsp-workspaces) (eq 'initialized (lsp--workspace-status (car (lsp-workspaces)))))))
    (accept-process-output nil 0.05)))
(keep 'server (symbol-name (lsp--workspace-server-id (car (lsp-workspaces)))))
(ask-as-a-person-does 'xref-lsp)
(setq lsp-restart 'ignore)
(mapc #'lsp-workspace-shutdown (lsp-workspaces))
(write-answers)

;;; lsp-mode.el ends here
