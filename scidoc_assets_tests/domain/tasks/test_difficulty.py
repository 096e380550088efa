"""Difficulty comes from structure and visual demand by configured weights and cuts."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.tasks.difficulty import difficulty_score, stratum_of
from scidoc_assets.schemas.settings import DifficultySettings

WEIGHTS = DifficultySettings()


def test_the_score_is_the_weighted_sum() -> None:
    score = difficulty_score(
        depth=4, evidence=3, claims=1, images=2, panels=4, weights=DifficultySettings()
    )
    assert score == pytest.approx(4 + 1.5 + 0.5 + 1.0 + 0.6)


@pytest.mark.parametrize(
    ("score", "stratum"),
    [(4.99, "easy"), (5.0, "medium"), (7.99, "medium"), (8.0, "hard")],
)
def test_a_cut_belongs_to_the_upper_stratum(score: float, stratum: str) -> None:
    assert stratum_of(score, WEIGHTS) == stratum
