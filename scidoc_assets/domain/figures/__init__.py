"""Pure rules of the figures stage."""
