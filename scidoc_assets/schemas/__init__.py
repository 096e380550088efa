"""Floor 0: what data is. Frozen pydantic row models, one file per stage; imports nothing of ours above it."""
