--- For those who want every answer in the quickfix list.

local M = {}

---@param source ripwire.Source
local function fill(source, query)
  vim.fn.setqflist({}, ' ', { title = source.title .. ' ' .. query, items = {} })
  local id = vim.fn.getqflist({ id = 0 }).id
  vim.cmd('botright copen')
  vim.cmd.wincmd('p')
  return source.ask(query, function(items)
    vim.fn.setqflist({}, 'a', { id = id, items = items })
  end, function(words)
    vim.fn.setqflist({}, 'a', { id = id, title = ('%s %s: %s'):format(source.title, query, words) })
  end)
end

---@param source ripwire.Source
function M.pick(source)
  if source.query and source.query ~= '' then return fill(source, source.query) end
  vim.ui.input({ prompt = source.title .. ': ' }, function(query)
    if query and not (query == '' and source.needs_query) then fill(source, query) end
  end)
end

return M
