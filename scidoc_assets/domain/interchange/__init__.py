"""The IR as files: our own JSON out and in, DoclingDocument JSON in."""
