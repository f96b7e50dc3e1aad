-- function commented() end
--[[ function hidden() end ]]
local M = {}
local VERSION <const> = "function fake() end"
function M.new(a, b)
  local function inner() return 1 end
  return setmetatable({}, M)
end
function M:method() end
M.assigned = function(x) return x end
local helper = function() end
local function private() end
local text = [==[
function in_text() end
]==]
function global() end
return M
local several, names = 1, call(2, 3)
local one = 1; local two = 2
function closed() return 1; end
local after_closed = 1
