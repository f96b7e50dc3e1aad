--- From what is on the wire to quickfix items, with columns in bytes whatever the client counts in.

local M = {}

--- Bytes of `text` before `column`, which counts in the client's encoding.
local function bytes(text, column, encoding)
  return vim.str_byteindex(text, encoding, math.max(column, 0), false)
end

--- Where a match begins in the text that was sent: the server may have cut the left of a long line.
local function in_text(match, range, encoding)
  local cut = match.textStart or 0
  local ellipsis = cut > 0 and 1 or 0
  local line = vim.split(match.text, '\n', { plain = true })[1]
  local first = bytes(line, range.start.character - cut + ellipsis, encoding)
  local same = range['end'].line == range.start.line
  local last = same and bytes(line, range['end'].character - cut + ellipsis, encoding) or #line
  return line, first, last
end

--- One item a matching line, at its first match.
function M.of_match(match, client)
  local encoding = client.offset_encoding
  local range = match.ranges[1]
  local line, first, last = in_text(match, range, encoding)
  local item = {
    filename = vim.uri_to_fname(match.uri),
    lnum = match.line + 1,
    text = line .. (match.source == 'buffer' and ' [not saved]' or ''),
    user_data = { text = line, first = first, last = last, range = range, encoding = encoding },
  }
  -- A clipped line does not hold what is before the match: then the file itself is asked when it is opened.
  if not match.textStart then
    item.col, item.end_lnum, item.end_col = first + 1, range['end'].line + 1, last + 1
  end
  return item
end

function M.of_file(file)
  return { filename = vim.uri_to_fname(file.uri), lnum = file.line or 1, text = file.path, user_data = file }
end

function M.of_symbol(symbol, client)
  local item = vim.lsp.util.symbols_to_items({ symbol }, nil, client.offset_encoding)[1]
  item.user_data = { range = symbol.location.range, encoding = client.offset_encoding }
  return item
end

--- Go to an item, at the very column.
function M.open(item)
  vim.cmd.normal({ "m'", bang = true })
  vim.cmd.edit(vim.fn.fnameescape(item.filename))
  local line, range = item.lnum or 1, item.user_data and item.user_data.range
  local text = vim.api.nvim_buf_get_lines(0, line - 1, line, false)[1] or ''
  local column = range and bytes(text, range.start.character, item.user_data.encoding) or 0
  vim.api.nvim_win_set_cursor(0, { math.min(line, vim.api.nvim_buf_line_count(0)), column })
end

return M
