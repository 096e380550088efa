"""The funnel adds up, and says so when the stage tables do not."""

from __future__ import annotations

import dataclasses

import pytest

from scidoc_assets.domain.figures.curation import s5_decide
from scidoc_assets.domain.figures.features import s4_mark
from scidoc_assets.domain.figures.funnel import (
    FunnelError,
    StageTables,
    check_funnel,
    figure_funnel,
)
from scidoc_assets.schemas.figures import FunnelStep
from scidoc_assets.schemas.settings import CurationSettings
from scidoc_assets_tests.domain.figures.examples import (
    candidate,
    noise,
    png,
    s1_row,
    s2_row,
    s3_row,
)

CROP = png(noise(1))


def tables() -> StageTables:
    """Two papers: p1 keeps 2 of 4 figures and is dropped, p2 keeps 4 of 5."""
    s1 = [
        s1_row(1),
        s1_row(2),
        s1_row(3, is_kept=False, reason="side_too_small"),
        s1_row(4, is_kept=False, reason="dominant_colour"),
        *(s1_row(n, "p2") for n in range(1, 6)),
    ]
    kept = [row for row in s1 if row.is_kept]
    s2 = [s2_row(r.number, r.paper_id) for r in kept]
    s2[0] = s2[0].model_copy(update={"flags": ["area_outlier", "index_gap"]})
    s3 = [s3_row(r.number, r.paper_id) for r in kept]
    s3[-1] = s3[-1].model_copy(update={"is_kept": False, "outcome": "failed"})
    s4 = [s4_mark(row, CROP, None) for row in s3 if row.is_kept]
    papers = [
        s5_decide(
            paper,
            [row for row in s1 if row.paper_id == paper],
            [row for row in s3 if row.paper_id == paper],
            CurationSettings(),
        )
        for paper in ("p1", "p2")
    ]
    candidates = [candidate(row.number, row.paper_id) for row in s1]
    return StageTables(candidates, s1, s2, s3, s4, papers)


def shown(steps: list[FunnelStep]) -> list[tuple]:
    return [(s.unit, s.step, s.reason, s.entered, s.kept, s.removed, s.flagged) for s in steps]


def test_every_line_enters_with_what_the_line_before_kept() -> None:
    assert shown(figure_funnel(tables(), ["encrypted", "encrypted", "truncated"])) == [
        ("paper", "parse", "encrypted", 5, 3, 2, 0),
        ("paper", "parse", "truncated", 3, 2, 1, 0),
        ("paper", "S5", "unusable_rate", 2, 1, 1, 0),
        ("figure", "S1", "side_too_small", 9, 8, 1, 0),
        ("figure", "S1", "dominant_colour", 8, 7, 1, 0),
        ("figure", "S2", None, 7, 7, 0, 1),
        ("figure", "S2", "area_outlier", 7, 7, 0, 1),
        ("figure", "S2", "index_gap", 7, 7, 0, 1),
        ("figure", "S3", "failed", 7, 6, 1, 0),
        ("figure", "S4", None, 6, 6, 0, 0),
        ("figure", "S5", "unusable_rate", 6, 4, 2, 0),
    ]


def test_an_empty_corpus_has_a_funnel_of_zeros() -> None:
    steps = figure_funnel(StageTables([], [], [], [], [], []))
    assert {step.step for step in steps} == {"parse", "S1", "S2", "S3", "S4", "S5"}
    assert all(step.entered == 0 for step in steps)


@pytest.mark.parametrize(
    ("stage", "step"), [("s1", "S1"), ("s2", "S2"), ("s3", "S3"), ("s4", "S4")]
)
def test_a_figure_lost_or_doubled_between_stages_is_an_error(stage: str, step: str) -> None:
    whole = tables()
    rows = getattr(whole, stage)
    for wrong in (rows[1:], [*rows, rows[0]]):
        with pytest.raises(FunnelError, match=f"funnel {step}: 1 figures"):
            figure_funnel(dataclasses.replace(whole, **{stage: wrong}))


def test_a_paper_without_decision_is_an_error() -> None:
    whole = tables()
    with pytest.raises(FunnelError, match="no decision on papers"):
        figure_funnel(dataclasses.replace(whole, papers=whole.papers[:1]))


def test_lines_that_do_not_add_up_are_refused() -> None:
    good = figure_funnel(tables())
    check_funnel(good)
    broken = good[0].model_copy(update={"kept": good[0].kept + 1})
    with pytest.raises(FunnelError, match="do not add up"):
        check_funnel([broken, *good[1:]])
    with pytest.raises(FunnelError, match="after"):
        check_funnel([line for line in good if line.reason != "side_too_small"][1:] + good[:1])
