"""Argument graphs: drafting without a model, model contracts, linking, observation, rules, measures."""
