"""Searching where there is no ripgrep: `git grep`, then `grep -r`, then a Python walk.

Each has its own arguments and names itself in the coverage, because its answers differ in details that
`docs/fallback.md` lists.  All obey the one table of verdicts.
"""
