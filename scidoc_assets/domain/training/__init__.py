"""Verifiable training data: 14 subtasks whose answers are locked before any wording.

Pure functions: layouts and seeds in, samples out; pictures are drawn from the samples' recipes.
Refuses to need a model, and to accept a sample that its own verifier does not score 1.0.
"""
