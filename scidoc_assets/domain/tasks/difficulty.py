"""Difficulty of a task from graph structure and visual demand only.

Source: spec argument-graphs.md (Tasks). Fixed before any model is compared; weights and cuts come
from configuration. Refuses to look at answers.
"""

from __future__ import annotations

from scidoc_assets.schemas.settings import DifficultySettings
from scidoc_assets.schemas.tasks import Difficulty


def difficulty_score(
    *, depth: int, evidence: int, claims: int, images: int, panels: int, weights: DifficultySettings
) -> float:
    """Return the weighted sum of depth (nodes), evidence, intermediate claims, images, panels."""
    return round(
        weights.weight_depth * depth
        + weights.weight_evidence * evidence
        + weights.weight_claims * claims
        + weights.weight_images * images
        + weights.weight_panels * panels,
        6,
    )


def stratum_of(score: float, weights: DifficultySettings) -> Difficulty:
    """Return easy, medium or hard by the two configured cuts (a cut belongs to the upper one)."""
    if score >= weights.hard_from:
        return "hard"
    return "medium" if score >= weights.medium_from else "easy"
