"""Floor 3: thin Dagster. Bodies load, call a rule, return; `stages.py` lists them in order."""
