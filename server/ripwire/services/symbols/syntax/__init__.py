"""The optional parser (extra `treesitter`): open documents read by their grammar instead of by rules."""
