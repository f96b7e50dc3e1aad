--- What can be picked from, and the picker that shows it: the first one of telescope, fzf-lua and snacks
--- that is installed, else `vim.ui.select`.

local M = {}

local PLUGINS = { { 'telescope', 'telescope' }, { 'fzf_lua', 'fzf-lua' }, { 'snacks', 'snacks.picker' } }
--- The ranking is the server's; more than this nobody reads.
local FILES = 200

---@class ripwire.Source
---@field title string
---@field query? string what is asked first
---@field needs_query boolean whether an empty query finds nothing
---@field ask fun(query: string, take: fun(items: table[]), done: fun(words: string)): ripwire.Running?

function M.chosen()
  local wanted = require('ripwire').options.picker
  if wanted ~= 'auto' then return wanted end
  for _, plugin in ipairs(PLUGINS) do
    if pcall(require, plugin[2]) then return plugin[1] end
  end
  return 'select'
end

---@param source ripwire.Source
local function pick(source, options)
  local name = type(options.picker) == 'string' and options.picker or M.chosen()
  return require('ripwire.pickers.' .. name).pick(source)
end

local function without(options, ...)
  local rest = vim.deepcopy(options)
  for _, name in ipairs({ ... }) do rest[name] = nil end
  return rest
end

local function words(err, answer, found, unit)
  local say = require('ripwire.words')
  return err and say.failure(err) or say.summary(answer, found, unit)
end

function M.grep(options)
  local configured = require('ripwire').options
  local fixed = vim.tbl_extend('keep', without(options, 'query', 'picker'), {
    outputMode = 'content',
    caseMode = 'smart',
    headLimit = configured.limit,
    unsaved = configured.unsaved,
    stream = 'picker',
  })
  return pick({
    title = 'Ripwire grep',
    query = options.query,
    needs_query = true,
    ask = function(query, take, done)
      local found = 0
      local params = vim.tbl_extend('force', fixed, { pattern = query })
      return require('ripwire.stream').request('ripwire/grep', params, function(part, client)
        found = found + #part.matches
        take(vim.tbl_map(function(match) return require('ripwire.items').of_match(match, client) end, part.matches))
      end, function(err, answer) done(words(err, answer, found, 'line')) end)
    end,
  }, options)
end

--- A request with one whole answer.
local function whole(method, params, items, done)
  return require('ripwire.stream').request(method, params, nil, function(err, answer, client)
    items(answer or {}, client)
    done(err and require('ripwire.words').failure(err) or '')
  end)
end

function M.files(options)
  return pick({
    title = 'Ripwire files',
    query = options.query,
    needs_query = false,
    ask = function(query, take, done)
      return whole('ripwire/quickOpen', { query = query, limit = FILES }, function(answer)
        local line = answer.line and answer.line + 1
        take(vim.tbl_map(function(file)
          return require('ripwire.items').of_file(vim.tbl_extend('keep', file, { line = line }))
        end, answer.files or {}))
      end, done)
    end,
  }, options)
end

function M.symbols(options)
  return pick({
    title = 'Ripwire symbols',
    query = options.query,
    needs_query = false,
    ask = function(query, take, done)
      return whole('workspace/symbol', { query = query }, function(answer, client)
        take(vim.tbl_map(function(symbol) return require('ripwire.items').of_symbol(symbol, client) end, answer))
      end, done)
    end,
  }, options)
end

--- `path:line:text`, relative to the working directory.
function M.shown(item)
  local path = vim.fn.fnamemodify(item.filename, ':.')
  if item.text == item.filename or vim.endswith(item.filename, item.text) then return path end
  return ('%s:%d:%s'):format(path, item.lnum, item.text)
end

return M
