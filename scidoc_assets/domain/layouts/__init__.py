"""Pure rules of the layouts stage."""
