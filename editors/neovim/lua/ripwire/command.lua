--- `:Ripwire grep|files|symbols|stop|status`, with the flags that ripgrep's users know.

local M = {}

local SUBCOMMANDS = { 'grep', 'files', 'symbols', 'stop', 'status' }

--- Flag → what it says in a request.  What takes a value takes the next word.
local FLAGS = {
  ['-i'] = { caseMode = 'insensitive' },
  ['-s'] = { caseMode = 'sensitive' },
  ['-w'] = { word = true },
  ['-F'] = { fixedStrings = true },
  ['-U'] = { multiline = true },
  ['--hidden'] = { hidden = true },
  ['--no-ignore'] = { noIgnore = true },
}
local VALUES = { ['-g'] = 'glob', ['-t'] = 'type' }

--- The flags in front, and the rest as it was typed: a pattern may hold spaces and quotes.
---@return table options, string rest
function M.parsed(text)
  local options, rest = {}, vim.trim(text)
  while true do
    local word, after = rest:match('^(%-%S+)%s*(.*)$')
    if word == '--' then return options, after end
    if FLAGS[word] then
      options = vim.tbl_extend('force', options, FLAGS[word])
    elseif VALUES[word] then
      local value, left = after:match('^(%S+)%s*(.*)$')
      local name = VALUES[word]
      options[name] = vim.list_extend(options[name] or {}, { value })
      after = left or ''
    else
      return options, rest
    end
    rest = after
  end
end

local run = {
  grep = function(text, bang)
    local options, pattern = M.parsed(text)
    if bang then options.picker = true end
    require('ripwire').grep(pattern, options)
  end,
  files = function(text) require('ripwire').files(text) end,
  symbols = function(text) require('ripwire').symbols(text) end,
  stop = function() require('ripwire.quickfix').stop() end,
  status = function()
    local command = vim.list_extend(vim.deepcopy(require('ripwire').options.cmd), { 'status' })
    vim.system(command, { text = true }, vim.schedule_wrap(function(said)
      vim.api.nvim_echo({ { vim.trim(said.stdout .. said.stderr) } }, true, {})
    end))
  end,
}

function M.run(call)
  local name, text = call.args:match('^(%S+)%s*(.*)$')
  local subcommand = run[name or 'grep']
  if not subcommand then
    vim.api.nvim_echo({ { 'Ripwire: ' .. table.concat(SUBCOMMANDS, ', '), 'WarningMsg' } }, false, {})
    return
  end
  subcommand(text or '', call.bang)
end

function M.complete(lead, line)
  local words = vim.split(line, '%s+')
  local offered = #words <= 2 and SUBCOMMANDS or words[2] == 'grep' and vim.tbl_keys(FLAGS) or {}
  return vim.tbl_filter(function(word) return vim.startswith(word, lead) end, offered)
end

return M
