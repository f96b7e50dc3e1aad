#!/usr/bin/env bash
# commented() { :; }
plain() {
  local x="fake() {"
}
function keyword { echo 1; }
function both() { echo 2; }
with-dash() ( echo 3 )
name_on_own_line ()
{
  cat <<EOF
in_heredoc() {
EOF
  inner() { :; }
}
alias ll='ls -l'
one_line() { echo "}"; }
one() { :; }; two() { :; }
alias i=j; alias m=n
