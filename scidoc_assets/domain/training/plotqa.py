"""PlotQA annotation records, where the user has them, as charts of known series.

Reads `type`, `models` (name, x, y), `general_figure_info` and `image_index`. Refuses a malformed
record by its number and field; records that our charts cannot show legibly are left out (None).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from scidoc_assets.domain.training.chart_specs import ChartKind, ChartSeries, ChartSpec, nice_top

_KINDS: dict[str, ChartKind] = {
    "vbar_categorical": "bar",
    "hbar_categorical": "bar",
    "line": "line",
    "dot_line": "scatter",
}
_UNIT = re.compile(r"\s*\((?:in\s+)?([^()]+)\)\s*$")
MAX_POINTS, MAX_SERIES, MAX_NAME = 8, 4, 40


class PlotQAError(ValueError):
    """A record that is not of the PlotQA form; the message names its number and field."""


def plotqa_charts(records: Iterable[Mapping[str, Any]]) -> tuple[dict[str, ChartSpec], int]:
    """Charts by id (`plotqa-<image_index>`), and the number of records left out.

    Raises `PlotQAError`.
    """
    charts: dict[str, ChartSpec] = {}
    left_out = 0
    for number, record in enumerate(records):
        try:
            spec = _chart(record)
            chart_id = f"plotqa-{int(record['image_index'])}"
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise PlotQAError(f"record {number}: {type(error).__name__}: {error}") from error
        if spec is None:
            left_out += 1
        else:
            charts[chart_id] = spec
    return charts, left_out


def _chart(record: Mapping[str, Any]) -> ChartSpec | None:
    kind = _KINDS.get(record["type"])
    if kind is None:
        raise ValueError(f"type {record['type']!r} is none of {', '.join(_KINDS)}")
    info = record["general_figure_info"]
    x_title, y_title = (str(info[axis]["label"]["text"]) for axis in ("x_axis", "y_axis"))
    is_turned = record["type"] == "hbar_categorical"
    if is_turned:  # horizontal bars: the values lie on the x axis
        x_title, y_title = y_title, x_title
    places, values = ("y", "x") if is_turned else ("x", "y")
    models = record["models"]
    x = [str(place) for place in models[0][places]]
    if any([str(p) for p in model[places]] != x for model in models):
        return None
    series = [
        ChartSeries(name=str(model["name"]), values=[float(v) for v in model[values]])
        for model in models
    ]
    return _spec(kind, x_title, y_title, x, series) if _is_legible(x, series) else None


def _spec(
    kind: ChartKind, x_title: str, y_title: str, x: list[str], series: list[ChartSeries]
) -> ChartSpec:
    unit = _UNIT.search(y_title)
    return ChartSpec(
        kind=kind,
        x_title=x_title,
        y_title=_UNIT.sub("", y_title),
        unit=unit.group(1).strip() if unit else "1",
        x=x,
        series=series,
        y_low=0.0,
        y_high=nice_top(max(v for s in series for v in s.values)),
        decimals=2,
    )


def _is_legible(x: list[str], series: list[ChartSeries]) -> bool:
    names = [*x, *(s.name for s in series)]
    values = [v for s in series for v in s.values]
    is_small = 2 <= len(x) <= MAX_POINTS and 1 <= len(series) <= MAX_SERIES
    is_named = len(set(x)) == len(x) and len({s.name for s in series}) == len(series)
    is_short = all(0 < len(name) <= MAX_NAME for name in names)
    is_positive = all(math.isfinite(v) and v >= 0 for v in values) and any(values)
    return is_small and is_named and is_short and is_positive
