"""Floor 1: pure rules, one folder per stage. No I/O, no Dagster, no DuckDB, no provider SDK."""
