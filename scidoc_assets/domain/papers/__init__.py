"""Papers: identity by content, names by manifest or file name, filters with reasons."""
