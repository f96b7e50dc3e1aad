-- Found by Neovim's own `vim.lsp.enable('ripwire')`: symbols, definitions, references in every file.
-- `require('ripwire').setup { connection = 'socket' }` changes how the daemon is reached.

local MARKERS = { '.git', '.hg', '.jj', '.svn', 'package.json', 'pyproject.toml', 'Cargo.toml', 'go.mod' }

---@type vim.lsp.Config
return {
  cmd = function(dispatchers)
    return require('ripwire.connection').connect(dispatchers)
  end,
  root_markers = MARKERS,
  -- A folder that is no project is a folder all the same: the one that Neovim was started in.
  root_dir = function(buffer, done)
    done(vim.fs.root(buffer, MARKERS) or vim.fn.getcwd())
  end,
  workspace_required = false,
  handlers = require('ripwire.stream').handlers,
}
