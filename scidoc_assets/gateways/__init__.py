"""Floor 2: the outside world behind small interfaces, each with a fake."""
