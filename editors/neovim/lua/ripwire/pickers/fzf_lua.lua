--- A live provider for fzf-lua: asks at each key, the newer question cancels the older.

local M = {}

---@param source ripwire.Source
function M.pick(source)
  local by_line, running = {}, nil
  local function ask(query)
    if running then running.cancel() end
    query = type(query) == 'table' and query[1] or query or ''
    return function(line)
      if query == '' and source.needs_query then return line(nil) end
      running = source.ask(query, function(items)
        for _, item in ipairs(items) do
          local shown = require('ripwire.pickers').shown(item)
          by_line[shown] = item
          line(shown)
        end
      end, function() line(nil) end)
    end
  end
  require('fzf-lua').fzf_live(ask, {
    prompt = source.title .. '> ',
    query = source.query,
    previewer = 'builtin',
    exec_empty_query = not source.needs_query,
    fzf_opts = { ['--delimiter'] = ':' },
    actions = {
      default = function(selected)
        local item = selected[1] and by_line[selected[1]]
        if item then require('ripwire.items').open(item) end
      end,
    },
  })
end

return M
