--- A live finder for snacks.nvim: asks at each key, the newer question cancels the older.

local M = {}

local function shown(item)
  local column = item.col and item.col - 1 or 0
  return {
    text = require('ripwire.pickers').shown(item),
    file = item.filename,
    pos = { item.lnum, column },
    end_pos = item.end_col and { item.end_lnum, item.end_col - 1 } or nil,
    line = item.text,
    item = item,
  }
end

--- Runs in snacks's own coroutine, outside of the main loop: the request is made on it.
---@param source ripwire.Source
local function search(source, query, give)
  local async = require('snacks.picker.util.async').running()
  local running, waiting, over
  async:on('abort', vim.schedule_wrap(function()
    if running then running.cancel() end
  end))
  waiting = {}
  vim.schedule(function()
    running = source.ask(query, function(items)
      vim.list_extend(waiting, items)
      async:resume()
    end, function()
      over = true
      async:resume()
    end)
  end)
  repeat
    local batch = waiting
    waiting = {}
    for _, item in ipairs(batch) do give(shown(item)) end
    if #batch == 0 and not over then async:suspend() end
  until over and #waiting == 0
end

---@param source ripwire.Source
function M.pick(source)
  require('snacks.picker').pick({
    title = source.title,
    search = source.query,
    live = true,
    supports_live = true,
    show_empty = true,
    format = 'file',
    finder = function(_, context)
      local query = context.filter.search
      if query == '' and source.needs_query then return {} end
      return function(give) search(source, query, give) end
    end,
    confirm = function(picker, chosen)
      picker:close()
      if chosen then require('ripwire.items').open(chosen.item) end
    end,
  })
end

return M
