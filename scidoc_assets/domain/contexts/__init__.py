"""Mentions of figures and tables in a text, and the context set T bound to each object."""
