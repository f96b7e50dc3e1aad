--- `:checkhealth ripwire`

local M = {}

local function run(command, ...)
  local full = vim.list_extend(vim.deepcopy(command), { ... })
  local ok, said = pcall(function() return vim.system(full, { text = true }):wait(10000) end)
  return ok and said or nil
end

local function editor()
  if vim.fn.has('nvim-0.11') == 1 then
    vim.health.ok('Neovim ' .. tostring(vim.version()))
  else
    vim.health.error('Neovim 0.11 or newer is needed', 'This is ' .. tostring(vim.version()))
  end
end

local function program(command)
  local version = run(command, '--version')
  if not version or version.code ~= 0 then
    vim.health.error(table.concat(command, ' ') .. ' does not run', {
      'python3 -m pip install . (in the checkout of ripwire)',
      "or require('ripwire').setup { cmd = { '/path/to/ripwire' } }",
    })
    return false
  end
  vim.health.ok(vim.trim(version.stdout))
  return true
end

local function daemon(command)
  local doctor = run(command, 'doctor')
  if doctor and doctor.code == 0 then
    vim.health.ok('ripwire doctor:\n' .. vim.trim(doctor.stdout))
  elseif doctor then
    vim.health.warn('ripwire doctor:\n' .. vim.trim(doctor.stdout .. doctor.stderr))
  end
  local address = require('ripwire.connection').address()
  vim.health.info(address and 'a daemon listens at ' .. address or 'no daemon runs; the first search starts one')
end

local function client()
  local running = vim.lsp.get_clients({ name = 'ripwire' })
  if #running == 0 then
    vim.health.info("no client in this editor yet: vim.lsp.enable('ripwire') or :Ripwire starts one")
  end
  for _, one in ipairs(running) do
    vim.health.ok(('client %d for %s, positions in %s'):format(one.id, one.root_dir or 'no folder', one.offset_encoding))
  end
end

local function pickers()
  vim.health.info('picker: ' .. require('ripwire.pickers').chosen())
end

function M.check()
  local command = require('ripwire').options.cmd
  vim.health.start('ripwire')
  editor()
  if program(command) then
    daemon(command)
  end
  client()
  pickers()
end

return M
