;;; answers.el --- what both clients are asked, and how the answers are kept  -*- lexical-binding: t -*-

(require 'json)
(require 'seq)
(require 'xref)

(defvar answers nil "Name and value of each answer, newest first.")

(defun keep (name value)
  (push (cons name value) answers))

(defun open-in-project (name)
  (find-file (expand-file-name name (getenv "PROJECT"))))

(defun at (text)
  "Point at the beginning of TEXT in this buffer."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun place (item)
  "FILE:LINE of an xref ITEM."
  (let ((marker (xref-location-marker (xref-item-location item))))
    (with-current-buffer (marker-buffer marker)
      (format "%s:%d" (file-name-nondirectory buffer-file-name) (line-number-at-pos marker)))))

(defun places (items)
  (vconcat (sort (mapcar #'place items) #'string<)))

(defun ask-as-a-person-does (backend)
  "Symbols, definition and references at the call of brew_coffee, through xref."
  (keep 'symbols (vconcat (mapcar #'xref-item-summary (xref-backend-apropos backend "brew_coffee"))))
  (at "brew_coffee(CoffeeOrder")
  (let ((identifier (xref-backend-identifier-at-point backend)))
    (keep 'definition (places (xref-backend-definitions backend identifier)))
    (keep 'references (places (xref-backend-references backend identifier)))))

(defun write-answers ()
  (keep 'emacs emacs-version)
  (with-temp-file (getenv "RESULT")
    (insert (json-encode answers))))

;;; answers.el ends here
