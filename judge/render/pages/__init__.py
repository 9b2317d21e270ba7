"""One module a kind of letter: its facts → a `Page` of blocks."""
