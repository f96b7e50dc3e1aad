--- Without a picker plugin: ask once, then choose by `vim.ui.select`.

local M = {}

---@param source ripwire.Source
local function choose(source, query)
  local found = {}
  return source.ask(query, function(items) vim.list_extend(found, items) end, function(words)
    if #found == 0 then
      vim.api.nvim_echo({ { source.title .. ': ' .. (words ~= '' and words or 'nothing found'), 'WarningMsg' } }, false, {})
      return
    end
    local prompt = words == '' and source.title or ('%s (%s)'):format(source.title, words)
    vim.ui.select(found, { prompt = prompt, format_item = require('ripwire.pickers').shown, kind = 'ripwire' }, function(item)
      if item then require('ripwire.items').open(item) end
    end)
  end)
end

---@param source ripwire.Source
function M.pick(source)
  if source.query and source.query ~= '' then return choose(source, source.query) end
  vim.ui.input({ prompt = source.title .. ': ' }, function(query)
    if query and not (query == '' and source.needs_query) then choose(source, query) end
  end)
end

return M
