" The shipped configuration in the real ALE: what it would show is kept instead.
set nocompatible noswapfile
set runtimepath^=/usr/share/vim-ale
filetype plugin on
let g:ale_disable_lsp = 0
let g:ale_linters = {'python': ['ripwire']}
let g:ale_linters_explicit = 1
let g:ale_update_tagstack = 0
runtime plugin/ale.vim
execute 'source' $EDITORS . '/vim/ripwire.vim'

let g:hits = []
runtime autoload/ale/preview.vim
function! ale#preview#ShowSelection(items, ...) abort
  let g:hits = copy(a:items)
endfunction

" Until the condition holds, or half a minute has gone; jobs go on while Vim sleeps.
function! Wait(condition) abort
  let l:tries = 0
  while !eval(a:condition) && l:tries < 600
    sleep 50m
    let l:tries += 1
  endwhile
endfunction

function! Places(items) abort
  return sort(map(copy(a:items), {_, item -> fnamemodify(item.filename, ':t') . ':' . item.line}))
endfunction

execute 'edit' $PROJECT . '/src/menu.py'
setfiletype python
ALELint
" ALE has no event for a server that is ready; a search is asked again until it is answered.
let s:tries = 0
while empty(g:hits) && s:tries < 30
  ALESymbolSearch brew_coffee
  let s:tries += 1
  let s:patience = 0
  while empty(g:hits) && s:patience < 40
    sleep 50m
    let s:patience += 1
  endwhile
endwhile
let s:answers = {'vim': v:version, 'symbols': Places(g:hits)}

let g:hits = []
call cursor(7, 12)
ALEFindReferences
call Wait('!empty(g:hits)')
let s:answers.references = Places(g:hits)

ALEGoToDefinition
call Wait("expand('%:t') ==# 'cafe.py'")
let s:answers.definition = [expand('%:t') . ':' . line('.')]

call writefile([json_encode(s:answers)], $RESULT)
qall!
