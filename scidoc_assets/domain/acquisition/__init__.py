"""Acquisition: what counts as a paper, how it is named, when to ask again, what is missing."""
