--- How the server is reached, and which client of the editor's speaks for a buffer.

local M = {}

local NAME = 'ripwire'
local PATIENCE_MS = 10000

local function options()
  return require('ripwire').options
end

--- The daemon's socket, or nil where none runs or the door is not a file.
---@return string?
function M.address()
  local command = vim.list_extend(vim.deepcopy(options().cmd), { 'status', '--address' })
  local ok, said = pcall(function()
    return vim.system(command, { text = true }):wait(PATIENCE_MS)
  end)
  local address = ok and said.code == 0 and vim.trim(said.stdout) or ''
  return address ~= '' and not vim.startswith(address, 'tcp:') and address or nil
end

--- For `cmd` of a client: `dispatchers` in, a connection out.
function M.connect(dispatchers)
  local address = options().connection == 'socket' and M.address()
  if address then
    return vim.lsp.rpc.connect(address)(dispatchers)
  end
  return vim.lsp.rpc.start(vim.list_extend(vim.deepcopy(options().cmd), { '--stdio' }), dispatchers)
end

--- The folder to search when no buffer says: the project around the working directory.
local function root()
  return vim.fs.root(0, vim.lsp.config[NAME].root_markers) or vim.fn.getcwd()
end

--- The client for the current buffer's project; one is started where there is none.
---@return vim.lsp.Client? client nil when it could not be started
function M.client()
  local here = vim.lsp.get_clients({ name = NAME, bufnr = 0 })[1] or vim.lsp.get_clients({ name = NAME })[1]
  if not here then
    local config = vim.tbl_extend('force', vim.lsp.config[NAME], { name = NAME, root_dir = root() })
    local id = vim.lsp.start(config, { attach = vim.bo.buftype == '', silent = true })
    here = id and vim.lsp.get_client_by_id(id)
  end
  if here and vim.wait(PATIENCE_MS, function() return here.initialized or here:is_stopped() end, 5) then
    return not here:is_stopped() and here or nil
  end
end

return M
