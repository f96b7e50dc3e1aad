"""The warm index: a filter in memory chooses candidate files, rg still does the matching."""
