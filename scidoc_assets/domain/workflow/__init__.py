"""Rules of the workflow benchmark: items, matched settings, evaluators, aggregation, judge audit.

Pure functions only. Refuses to call a model or run code: replies and outputs come in as values.
"""
