"""Gateway package; see its modules."""
