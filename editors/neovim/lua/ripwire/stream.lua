--- Requests whose results come in parts, as `$/progress` with a token of ours.
---
--- The parts never reach Neovim's own handler: it keeps the last 50 messages only, and would fire
--- `LspProgress` for each of them.

local M = {}

---@type table<string, fun(part: table)>
local listening = {}
local last = 0

M.handlers = {
  ['$/progress'] = function(err, result, context)
    local take = result and listening[result.token]
    if take then
      take(result.value)
    else
      vim.lsp.handlers['$/progress'](err, result, context)
    end
  end,
}

---@class ripwire.Running
---@field cancel fun() Nothing is called after it.

--- Ask `method`; `take` gets each part, `done(err, result, client)` the end.  Without `take` the answer is whole.
---@param take? fun(part: table, client: vim.lsp.Client)
---@return ripwire.Running? running nil when there is no server
function M.request(method, params, take, done)
  local client = require('ripwire.connection').client()
  if not client then
    done({ message = 'Ripwire does not run; :checkhealth ripwire says why' })
    return
  end
  last = last + 1
  local token = 'ripwire-' .. last
  local over = false
  if take then
    listening[token] = function(part)
      if not over then take(part, client) end
    end
    params = vim.tbl_extend('force', params, { partialResultToken = token })
  end
  local function finish(...)
    if over then return end
    over = true
    listening[token] = nil
    done(...)
  end
  local sent, id = client:request(method, params, function(err, result) finish(err, result, client) end)
  if not sent then
    finish({ message = 'Ripwire has ended; it is started again with the next search' })
    return
  end
  return {
    cancel = function()
      if over then return end
      -- The handler of a cancelled request is never called by Neovim: this is the end.
      over = true
      listening[token] = nil
      client:cancel_request(id)
    end,
  }
end

return M
