"""Floor 2: where data lies. Paths, Parquet, blobs, journals, configuration files, the catalogue."""
