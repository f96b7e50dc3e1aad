;;; ripwire-lsp-mode.el --- Ripwire through lsp-mode  -*- lexical-binding: t -*-

;; In your init file: (load "/path/to/ripwire-lsp-mode.el"), then M-x lsp in any file.
;; M-x xref-find-apropos finds symbols, M-. definitions, M-? references, M-x imenu the outline.

(require 'lsp-mode)

;; An add-on: it runs beside a language's own server, in every file.
(lsp-register-client
 (make-lsp-client :new-connection (lsp-stdio-connection '("ripwire" "--stdio"))
                  :activation-fn (lambda (&rest _) t)
                  :add-on? t
                  :priority -1
                  :server-id 'ripwire))

;;; ripwire-lsp-mode.el ends here
