" Ripwire through ALE.  In your vimrc: source /path/to/ripwire.vim
" :ALESymbolSearch NAME finds symbols, :ALEGoToDefinition definitions, :ALEFindReferences references.

let g:ripwire_filetypes = get(g:, 'ripwire_filetypes', [
      \ 'c', 'cpp', 'cs', 'dart', 'elixir', 'go', 'haskell', 'java', 'javascript', 'kotlin', 'lua',
      \ 'perl', 'php', 'python', 'ruby', 'rust', 'scala', 'sh', 'swift', 'typescript'])

for s:filetype in g:ripwire_filetypes
  call ale#linter#Define(s:filetype, {
        \ 'name': 'ripwire',
        \ 'lsp': 'stdio',
        \ 'executable': 'ripwire',
        \ 'command': '%e --stdio',
        \ 'project_root': {buffer -> fnamemodify(finddir('.git', expand('#' . buffer . ':p:h') . ';'), ':p:h:h')},
        \ })
endfor
