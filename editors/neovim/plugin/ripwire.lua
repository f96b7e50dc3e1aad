-- The command; everything behind it is loaded when it is first used.

if vim.g.loaded_ripwire then
  return
end
vim.g.loaded_ripwire = true

vim.api.nvim_create_user_command('Ripwire', function(call)
  require('ripwire.command').run(call)
end, {
  nargs = '*',
  bang = true,
  desc = 'Search with Ripwire: grep, files, symbols, stop, status',
  complete = function(lead, line)
    return require('ripwire.command').complete(lead, line)
  end,
})
