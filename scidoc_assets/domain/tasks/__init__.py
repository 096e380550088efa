"""Reasoning tasks: sampled subgraphs, questions, hard checks, rubric, rewrites, answers, flow."""
