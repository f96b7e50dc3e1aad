--- Lines into the quickfix list while the search runs; its title says how it ended.

local M = {}

---@type ripwire.Running?
local running

--- Stop the search that fills a list now, if one does.
function M.stop()
  if running then
    running.cancel()
    running = nil
    vim.fn.setqflist({}, 'a', { title = vim.fn.getqflist({ title = 0 }).title .. ' (stopped; there may be more)' })
  end
end

---@param pattern string
---@param options table fields of `ripwire/grep`
function M.grep(pattern, options)
  M.stop()
  local configured = require('ripwire').options
  local title = 'Ripwire: ' .. pattern
  vim.fn.setqflist({}, ' ', { title = title .. ' …', items = {} })
  local id = vim.fn.getqflist({ id = 0 }).id
  local params = vim.tbl_extend('force', {
    pattern = pattern,
    outputMode = 'content',
    caseMode = 'smart',
    headLimit = configured.limit,
    unsaved = configured.unsaved,
  }, options)
  local found = 0
  vim.cmd('botright copen')
  vim.cmd.wincmd('p')
  running = require('ripwire.stream').request('ripwire/grep', params, function(part, client)
    local items = vim.tbl_map(function(match) return require('ripwire.items').of_match(match, client) end, part.matches)
    found = found + #items
    vim.fn.setqflist({}, 'a', { id = id, items = items })
  end, function(err, answer)
    running = nil
    local say = require('ripwire.words')
    local words = err and say.failure(err) or say.summary(answer, found, 'line')
    vim.fn.setqflist({}, 'a', { id = id, title = title .. ': ' .. words })
    vim.api.nvim_echo({ { words, (err or answer.outcome.incomplete) and 'WarningMsg' or 'None' } }, false, {})
    vim.api.nvim_exec_autocmds('User', { pattern = 'RipwireDone', data = { words = words, found = found } })
  end)
  return running
end

return M
