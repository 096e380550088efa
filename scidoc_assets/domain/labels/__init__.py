"""Judging answers: the lexical baseline, prompts and contracts for model judges, agreement."""
