"""What clients send, in our words.  One module a feature."""
