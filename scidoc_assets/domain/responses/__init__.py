"""Asking models: the messages of each setting, the crop agent, and what an answer is called."""
