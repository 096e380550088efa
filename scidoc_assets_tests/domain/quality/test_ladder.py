"""The protocol ladder pairs the same figures of the same model, and nothing else."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.quality.ladder import climb_ladder
from scidoc_assets_tests.domain.quality.rows_by_hand import gold, score

GOLD = [gold(f"{p}__fig0001", 7.0) for p in "abcd"]


def _run(run_id, protocol, values, **changes):
    return [
        score(row.figure_id, value, run_id=run_id, protocol=protocol, **changes)
        for row, value in zip(GOLD, values, strict=True)
    ]


def test_each_step_compares_the_figures_that_both_runs_scored():
    scores = _run("D1", "direct", [9.0, 9.0, 9.0, None]) + _run(
        "S1", "sidecar", [8.0, 8.0, None, 7.0]
    )
    steps = {row.dimension: row for row in climb_ladder(GOLD, scores)}
    overall = steps["overall"]
    assert (overall.n, overall.mae_from, overall.mae_to, overall.difference) == (2, 2.0, 1.0, -1.0)
    assert (overall.ci_low, overall.ci_high) == (-1.0, -1.0)


def test_all_three_steps_of_one_model_are_there():
    scores = [
        *_run("D1", "direct", [9.0] * 4),
        *_run("S1", "sidecar", [8.0] * 4),
        *_run("F1", "agent", [7.0] * 4, language_model="v"),
    ]
    steps = [(r.run_from, r.run_to) for r in climb_ladder(GOLD, scores) if r.dimension == "overall"]
    assert steps == [("D1", "S1"), ("S1", "F1"), ("D1", "F1")]


@pytest.mark.parametrize("changes", [{"vision_model": "other"}, {"language_model": "other"}])
def test_another_model_is_not_on_the_ladder(changes):
    scores = _run("D1", "direct", [9.0] * 4) + _run("F1", "agent", [7.0] * 4, **changes)
    assert climb_ladder(GOLD, scores) == []
