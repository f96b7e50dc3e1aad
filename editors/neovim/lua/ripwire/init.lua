--- Ripwire in Neovim: one warm daemon over ripgrep, for searching while you type.
--- `setup` is only needed to change something; `:Ripwire` works without it.

local M = {}

---@class ripwire.Options
M.options = {
  --- The program and its first arguments.
  cmd = { 'ripwire' },
  --- 'stdio': `ripwire --stdio` finds or starts the daemon.  'socket': connect to the running one, else stdio.
  connection = 'stdio',
  --- 'auto', or one of 'telescope', 'fzf_lua', 'snacks', 'select', 'quickfix'.
  picker = 'auto',
  --- Most lines of one search.
  limit = 2000,
  --- Search what is not saved yet instead of its file.
  unsaved = true,
}

---@param options? ripwire.Options
function M.setup(options)
  M.options = vim.tbl_deep_extend('force', M.options, options or {})
  vim.lsp.enable('ripwire')
end

--- Search text.  Lines stream into the quickfix list, or into a picker with `picker = ...`.
---@param pattern? string without one, a picker asks while you type
---@param options? table
function M.grep(pattern, options)
  options = options or {}
  if pattern and pattern ~= '' and not options.picker then
    return require('ripwire.quickfix').grep(pattern, options)
  end
  return require('ripwire.pickers').grep(vim.tbl_extend('keep', { query = pattern }, options))
end

--- Open a file by a few letters of its name.
function M.files(query, options)
  return require('ripwire.pickers').files(vim.tbl_extend('keep', { query = query }, options or {}))
end

--- Go to a definition anywhere in the project.
function M.symbols(query, options)
  return require('ripwire.pickers').symbols(vim.tbl_extend('keep', { query = query }, options or {}))
end

return M
