"""Expert review: objects with digests, decisions, consensus, agreement, human versions."""
