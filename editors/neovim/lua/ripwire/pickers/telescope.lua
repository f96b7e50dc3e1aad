--- A finder for telescope.nvim: asks at each key, the newer question cancels the older.

local M = {}

local function entry(item)
  local shown = require('ripwire.pickers').shown(item)
  return {
    value = item,
    display = shown,
    ordinal = shown,
    filename = item.filename,
    lnum = item.lnum,
    col = item.col,
    text = item.text,
  }
end

---@param source ripwire.Source
local function finder(source)
  local running
  local function stop()
    if running then running.cancel() end
    running = nil
  end
  return setmetatable({ close = stop }, {
    __call = function(_, prompt, process_result, process_complete)
      stop()
      if prompt == '' and source.needs_query then return process_complete() end
      local index = 0
      running = source.ask(prompt, function(items)
        for _, item in ipairs(items) do
          index = index + 1
          local made = entry(item)
          made.index = index
          if process_result(made) then return stop() end
        end
      end, function() process_complete() end)
    end,
  })
end

---@param source ripwire.Source
function M.pick(source)
  local config = require('telescope.config').values
  local actions, state = require('telescope.actions'), require('telescope.actions.state')
  require('telescope.pickers').new({}, {
    prompt_title = source.title,
    default_text = source.query,
    finder = finder(source),
    previewer = config.grep_previewer({}),
    -- The order is the server's.
    sorter = require('telescope.sorters').empty(),
    attach_mappings = function(buffer)
      actions.select_default:replace(function()
        local selected = state.get_selected_entry()
        actions.close(buffer)
        if selected then require('ripwire.items').open(selected.value) end
      end)
      return true
    end,
  }):find()
end

return M
