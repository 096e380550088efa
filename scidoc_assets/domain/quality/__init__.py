"""Figure quality: items, judge protocols, the deterministic runner, gold, splits and metrics."""
