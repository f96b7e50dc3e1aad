--- Complete, truncated or incomplete, in words.

local M = {}

local REASONS = {
  limit = 'the limit was reached',
  timeout = 'the time was up',
  max_buffer = 'the answer grew too large',
  unreadable = 'some files could not be read',
  exit = 'ripgrep ended early',
  spawn = 'ripgrep did not start',
  binary = 'a file turned out to be binary',
}

local function counted(n, unit)
  return ('%d %s%s'):format(n, unit, n == 1 and '' or 's')
end

local function why(outcome)
  local words = vim.tbl_map(function(reason) return REASONS[reason] or reason end, outcome.reasons)
  return table.concat(words, ', ')
end

--- A refusal in one line: the engine's own diagnosis is the useful part of it.
function M.failure(err)
  local detail = type(err.data) == 'table' and err.data.detail or ''
  local gist = detail:match('\nerror: ([^\n]+)') or detail:match('^[^\n]*')
  return gist == '' and err.message or ('%s: %s'):format(err.message, gist)
end

---@param answer table what the server answered
---@param shown integer entries that came
---@return string
function M.summary(answer, shown, unit)
  local outcome = answer.outcome
  if outcome.incomplete then
    local so_far = shown == 0 and 'nothing found so far, which proves nothing' or counted(shown, unit) .. ' so far'
    return ('Incomplete: %s; %s'):format(why(outcome), so_far)
  end
  if outcome.truncated then
    local at_least = answer.totalExact and '' or 'at least '
    return ('Truncated: the first %s of %s%d'):format(counted(shown, unit), at_least, answer.total)
  end
  local found = shown == 0 and 'No matches' or counted(shown, unit)
  return ('%s. Complete: %s searched'):format(found, counted(answer.coverage.filesSearched, 'file'))
end

return M
