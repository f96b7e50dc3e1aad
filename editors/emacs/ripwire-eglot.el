;;; ripwire-eglot.el --- Ripwire through eglot  -*- lexical-binding: t -*-

;; In your init file: (load "/path/to/ripwire-eglot.el"), then M-x eglot in any file.
;; M-x xref-find-apropos finds symbols, M-. definitions, M-? references, M-x imenu the outline.

(require 'eglot)

;; Appended, so that modes with a server of their own keep it.  For one that shall have Ripwire instead:
;;   (add-to-list 'eglot-server-programs '(python-mode . ("ripwire" "--stdio")))
(add-to-list 'eglot-server-programs '((prog-mode text-mode conf-mode) . ("ripwire" "--stdio")) t)

;;; ripwire-eglot.el ends here
