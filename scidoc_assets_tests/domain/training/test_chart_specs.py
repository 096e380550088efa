"""Charts as data: one mark moves far enough to be seen, illegible charts are refused."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.training.chart_specs import (
    MOVED_SHARE,
    ChartSeries,
    ChartSpec,
    kinds_for,
    random_chart,
    refuse_illegible,
    with_moved_mark,
)
from scidoc_assets.domain.training.drafts import Rejected, rng_for


def _spec(*values: list[float], kind: str = "line") -> ChartSpec:
    series = [ChartSeries(name=f"s{i}", values=v) for i, v in enumerate(values)]
    return ChartSpec.model_validate(
        {"kind": kind, "x_title": "Year", "y_title": "F1", "unit": "%", "x": ["a", "b", "c"],
         "series": series, "y_low": 0, "y_high": 100}
    )  # fmt: skip


def test_exactly_one_mark_moves_and_by_more_than_the_tolerance() -> None:
    for seed in range(50):
        rng = rng_for(seed)
        try:
            spec = with_moved_mark(random_chart(rng, 2, True), rng)
        except Rejected:
            continue
        places = [(s.name, x) for s in spec.series for x in spec.x]
        moved = [p for p in places if spec.drawn(*p) != spec.value(*p)]
        assert len(moved) == 1
        shift = abs(spec.drawn(*moved[0]) - spec.value(*moved[0]))
        assert shift > (MOVED_SHARE - 0.01) * spec.y_high
        assert shift > 3 * spec.tolerance


def test_overlapping_marks_are_refused_but_bars_stand_side_by_side() -> None:
    close = ([50.0, 20.0, 80.0], [52.0, 60.0, 30.0])
    with pytest.raises(Rejected, match="points_overlap"):
        refuse_illegible(_spec(*close))
    refuse_illegible(_spec(*close, kind="bar"))
    refuse_illegible(_spec([50, 20, 80], [60, 60, 30]))


def test_a_value_on_the_axis_is_refused() -> None:
    with pytest.raises(Rejected, match="value_not_readable"):
        refuse_illegible(_spec([1.0, 50, 50]))


def test_series_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match="one value per x"):
        _spec([1.0, 2.0])


def test_a_small_box_gets_no_radar_and_a_radar_a_wider_tolerance() -> None:
    assert "radar" not in kinds_for(190.0, 120.0)
    assert "radar" in kinds_for(340.0, 230.0)
    bar = _spec([1.0, 2.0, 3.0], kind="bar")
    assert bar.tolerance == 2.5
    assert bar.model_copy(update={"kind": "radar"}).tolerance == 5.0
