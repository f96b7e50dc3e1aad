"""What we found, in the client's words.  One module a feature."""
