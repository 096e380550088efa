"""Floor 3: thin Dagster. Asset bodies load, call a rule, return; one file per stage."""
