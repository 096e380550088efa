from __future__ import annotations

import pytest

from scidoc_assets.domain.metrics.localisation import count_hits, image_key, localise
from scidoc_assets_tests.domain.metrics.factory import a_task, made, region, seen

LEFT, RIGHT = (0.0, 0.0, 0.4, 0.4), (0.6, 0.6, 1.0, 1.0)
TASK = a_task(regions=[region("r1", LEFT), region("r2", RIGHT)])


def hits(*crops, threshold: float = 0.5, task=TASK):
    return count_hits(seen(setting="agentic", crops=[made(*c) for c in crops]), task, threshold)


def test_a_region_is_hit_when_the_overlap_reaches_the_threshold() -> None:
    half = ("figure1", (0.0, 0.0, 0.4, 0.2))  # IoU exactly 0.5
    assert hits(half, threshold=0.5).hit == 1
    assert hits(half, threshold=0.51).hit == 0


def test_the_same_box_on_another_image_is_no_hit() -> None:
    assert hits(("figure2", LEFT)).hit == 0


@pytest.mark.parametrize("name", ["Figure 1", "figure1", "FIGURE_1"])
def test_one_image_may_be_written_in_several_ways(name: str) -> None:
    assert hits((name, LEFT)).hit == 1
    assert image_key(name) == "figure1"


def test_two_crops_on_one_region_hit_it_once() -> None:
    assert hits(("figure1", LEFT), ("figure1", LEFT)).hit == 1


@pytest.mark.parametrize(
    ("crops", "outcome"),
    [
        ((), "no_call"),
        ((("figure1", (0.4, 0.4, 0.6, 0.6)),), "no_hit"),
        ((("figure1", LEFT),), "partial"),
        ((("figure1", LEFT), ("figure1", RIGHT)), "all"),
    ],
)
def test_outcomes_lie_between_no_call_and_all(crops, outcome: str) -> None:
    assert hits(*crops).outcome == outcome


def test_a_task_without_regions_cannot_be_localised() -> None:
    assert hits(("figure1", LEFT), task=a_task()).outcome == "no_regions"


def test_recovery_counts_improved_and_rescued_rows_by_hits() -> None:
    weak = {"is_correct": False, "evidence": 0.0}
    rows = [
        seen("t1", "direct", **weak),
        seen("t1", "agentic", evidence=0.5, is_correct=True, crops=[made("figure1", LEFT)]),
        seen("t2", "direct", **weak),
        seen("t2", "agentic", evidence=0.0, is_correct=False, crops=[made("figure2", LEFT)]),
        seen("t3", "direct", **weak),
        seen("t3", "agentic", evidence=1.0, crops=[]),  # no call: not counted
        seen("t4", "direct", is_correct=False, evidence=0.3),  # not low: not counted
        seen("t4", "agentic", crops=[made("figure1", LEFT)]),
    ]
    tasks = {f"t{i}": TASK for i in range(1, 5)}
    found = localise(rows, tasks, thresholds=(0.5,), resamples=50)
    recovery = {
        r.bucket: (r.n, r.improved, r.rescued)
        for r in found
        if r.section == "recovery" and r.model == "m"
    }
    assert recovery == {"0": (1, 0, 0), "1": (1, 1, 1), "2-3": (0, 0, 0), ">=4": (0, 0, 0)}


def test_region_coverage_is_over_rows_that_called_the_tool() -> None:
    rows = [
        seen("t1", "agentic", crops=[made("figure1", LEFT)]),
        seen("t2", "agentic", crops=[]),
    ]
    found = localise(rows, {"t1": TASK, "t2": TASK}, thresholds=(0.5,), resamples=50)
    (row,) = [r for r in found if r.section == "region_coverage" and r.model == "m"]
    assert (row.n, row.value) == (1, 0.5)


def test_without_agentic_rows_there_is_nothing_to_localise() -> None:
    assert localise([seen()], {"t1": TASK}) == []


def test_a_task_without_regions_has_no_misses_to_recover_from() -> None:
    rows = localise(
        [
            seen("t9", is_correct=False, evidence=0.0),
            seen("t9", "agentic", is_correct=True, crops=[made("figure1", LEFT)]),
        ],
        {"t9": a_task("t9")},
        thresholds=(0.5,),
        resamples=50,
    )
    recovery = [r for r in rows if r.section == "recovery" and r.model == "m"]
    assert [r.n for r in recovery] == [0, 0, 0, 0]
    (unplaced,) = (r for r in rows if r.bucket == "no_regions" and r.model == "m")
    assert unplaced.n == 1
