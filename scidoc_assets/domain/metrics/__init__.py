"""Metrics over judged answers: accuracy, coverage, pairs, localisation, routing, audits."""
