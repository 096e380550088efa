"""Charts as data: known series, axes, and at most one mark moved away from its value.

Refuses (by `Rejected`) series whose marks overlap and values that no reader could tell.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, Self

from pydantic import model_validator

from scidoc_assets.domain.training.drafts import Rejected
from scidoc_assets.domain.training.word_pools import (
    CONDITION_TITLES,
    CONDITIONS,
    entity_names,
    measures,
)
from scidoc_assets.schemas.geometry import Row

ChartKind = Literal["bar", "line", "scatter", "radar"]
CHART_KINDS: tuple[ChartKind, ...] = ("bar", "line", "scatter", "radar")
# Shares of the value axis: what a careful reader can tell, what keeps two marks apart, and how far
# a moved mark goes.
READABLE_SHARE = 0.025
APART_SHARE = 0.05
MOVED_SHARE = 0.18
MIN_RADAR_PT = 170.0


class ChartSeries(Row):
    """One named series; `values[i]` belongs to `x[i]` of the chart."""

    name: str
    values: list[float]


class MovedMark(Row):
    """The one mark drawn at another value than the series says."""

    series: str
    x: str
    drawn_value: float


class ChartSpec(Row):
    """Everything a renderer needs. `width_pt` x `height_pt` is the size on paper."""

    kind: ChartKind
    x_title: str
    y_title: str
    unit: str
    x: list[str]
    series: list[ChartSeries]
    y_low: float
    y_high: float
    shows_values: bool = False
    decimals: int = 1
    moved: MovedMark | None = None
    width_pt: float = 340.0
    height_pt: float = 230.0

    @model_validator(mode="after")
    def _series_have_the_same_length(self) -> Self:
        if any(len(s.values) != len(self.x) for s in self.series):
            raise ValueError("a series has not one value per x")
        return self

    @property
    def tolerance(self) -> float:
        """How far a read value may be off, in the chart's unit; a radar's axis is half as long."""
        share = 2 * READABLE_SHARE if self.kind == "radar" else READABLE_SHARE
        return round(share * (self.y_high - self.y_low), 6)

    def value(self, series: str, x: str) -> float:
        """The true value of a point. Raises StopIteration for an unknown series."""
        found = next(s for s in self.series if s.name == series)
        return found.values[self.x.index(x)]

    def drawn(self, series: str, x: str) -> float:
        """Where the mark of a point stands."""
        if self.moved and (self.moved.series, self.moved.x) == (series, x):
            return self.moved.drawn_value
        return self.value(series, x)


def kinds_for(width_pt: float, height_pt: float) -> tuple[ChartKind, ...]:
    """The kinds that are legible in a box: a radar needs room around its circle."""
    has_room = min(0.75 * width_pt, height_pt) >= MIN_RADAR_PT
    return CHART_KINDS if has_room else tuple(k for k in CHART_KINDS if k != "radar")


def random_chart(
    rng: random.Random,
    max_series: int = 3,
    shows_values: bool = False,
    kinds: Sequence[ChartKind] = CHART_KINDS,
) -> ChartSpec:
    """A chart of one measure over one condition, for one to `max_series` invented entities."""
    kind = rng.choice(kinds)
    topic = rng.randrange(len(CONDITIONS))
    names = CONDITIONS[topic]
    # The value labels of two series would cover each other on the spokes.
    max_series = 1 if kind == "radar" and shows_values else max_series
    count = rng.randint(5 if kind == "radar" else 4, min(7, len(names)))
    start = rng.randint(0, len(names) - count)
    (measure,) = measures(1, rng)
    # Values use the middle of the measure's range, so that a moved mark has room both ways.
    span = measure.high - measure.low
    series = [
        ChartSeries(
            name=name,
            values=[
                round(
                    rng.uniform(measure.low + 0.1 * span, measure.high - 0.1 * span),
                    measure.decimals,
                )
                for _ in range(count)
            ],
        )
        for name in entity_names(rng.randint(1, max_series), rng)
    ]
    return ChartSpec(
        kind=kind,
        x_title=CONDITION_TITLES[topic],
        y_title=measure.name,
        unit=measure.unit,
        x=list(names[start : start + count]),
        series=series,
        y_low=0.0,
        y_high=nice_top(max(v for s in series for v in s.values)),
        shows_values=shows_values,
        decimals=measure.decimals,
    )


def with_moved_mark(spec: ChartSpec, rng: random.Random) -> ChartSpec:
    """The chart with one mark moved by at least `MOVED_SHARE` of the axis, up or down.

    Raises `Rejected` when the point has no room on the axis.
    """
    series = rng.choice(spec.series)
    index = rng.randrange(len(spec.x))
    span = spec.y_high - spec.y_low
    step = rng.uniform(MOVED_SHARE, MOVED_SHARE + 0.14) * span
    places = [series.values[index] + step, series.values[index] - step]
    inside = [y for y in places if spec.y_low + 0.06 * span <= y <= spec.y_high - 0.04 * span]
    if not inside:
        raise Rejected("value_not_readable", f"{series.name} at {spec.x[index]}: no room to move")
    drawn = round(rng.choice(inside), spec.decimals)
    moved = MovedMark(series=series.name, x=spec.x[index], drawn_value=drawn)
    return spec.model_copy(update={"moved": moved})


def refuse_illegible(spec: ChartSpec) -> None:
    """Raise `Rejected` when marks overlap or a value hides at the axis."""
    span = spec.y_high - spec.y_low
    for x in spec.x:
        heights = sorted(spec.drawn(s.name, x) for s in spec.series)
        if heights[0] < spec.y_low + 0.02 * span or heights[-1] > spec.y_high:
            raise Rejected("value_not_readable", f"a mark at {x} leaves the axis")
        gaps = [b - a for a, b in pairwise(heights)]
        apart = 2 * APART_SHARE if spec.shows_values else APART_SHARE
        if spec.kind != "bar" and gaps and min(gaps) < apart * span:
            raise Rejected("points_overlap", f"two marks at {x}")


def nice_top(highest: float) -> float:
    """A round upper end of the axis with room for a label above the highest mark."""
    wanted = highest * 1.12
    step = 10.0 ** math.floor(math.log10(wanted))
    return round(
        next(m * step for m in (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if m * step >= wanted), 6
    )
