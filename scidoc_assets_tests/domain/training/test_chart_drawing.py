"""Charts are drawn at their values: pixels move with the mark and nothing else changes the bytes."""

from __future__ import annotations

import numpy as np
import pytest

from scidoc_assets.domain.training.chart_drawing import COLOURS, draw_chart, tick_turn
from scidoc_assets.domain.training.chart_specs import CHART_KINDS, ChartKind, ChartSeries, ChartSpec


def _bar(height: float, kind: ChartKind = "bar") -> ChartSpec:
    return ChartSpec(
        kind=kind, x_title="Year", y_title="Yield $", unit="%", x=["a", "b", "c"],
        series=[ChartSeries(name="Arbek", values=[height, 20.0, 30.0])], y_low=0, y_high=100,
        shows_values=True,
    )  # fmt: skip


def _coloured_rows(pixels: np.ndarray) -> int:
    colour = [int(COLOURS[0][i : i + 2], 16) for i in (1, 3, 5)]
    return int((pixels == colour).all(axis=2).any(axis=1).sum())


@pytest.mark.parametrize("kind", CHART_KINDS)
def test_every_kind_has_the_asked_size_and_repeats_to_the_byte(kind: ChartKind) -> None:
    first = draw_chart(_bar(80, kind), 501, 333)
    assert first.shape == (333, 501, 3)
    assert np.array_equal(first, draw_chart(_bar(80, kind), 501, 333))
    assert not np.array_equal(first, draw_chart(_bar(60, kind), 501, 333))


def test_a_bar_is_as_high_as_its_value() -> None:
    tall, low = (_coloured_rows(draw_chart(_bar(h), 600, 400)) for h in (80, 40))
    assert tall / low == pytest.approx(2.0, abs=0.1)


def test_long_labels_below_a_narrow_axis_are_turned() -> None:
    names = [f"{n} layers" for n in (5, 10, 20, 40, 80)]
    series = [ChartSeries(name="Arbek", values=[10.0] * 5)]
    spec = ChartSpec(
        kind="bar", x_title="Depth", y_title="Yield", unit="%", x=names, series=series,
        y_low=0, y_high=20, width_pt=200, height_pt=130,
    )  # fmt: skip
    assert tick_turn(spec)["rotation"] == 30
    assert tick_turn(spec.model_copy(update={"width_pt": 400.0})) == {}
    assert tick_turn(spec.model_copy(update={"x": ["1", "2", "3", "4", "5"]})) == {}
