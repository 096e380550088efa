"""Drawing a chart's recipe with Matplotlib: the same recipe gives the same pixels.

Refuses the global state of pyplot and fonts other than Matplotlib's own.
"""

from __future__ import annotations

import math
from typing import Any

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray

from scidoc_assets.domain.training.chart_specs import ChartSpec

Pixels = NDArray[np.uint8]
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
FONT_PT = 7.5
# A letter's width in font sizes with a little air, and the axis' share of the chart's width.
LETTER_WIDTH, AXIS_SHARE = 0.66, 0.7
MARKERS = ("o", "s", "^", "D")
_STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": FONT_PT,
    "axes.grid": True,
    "grid.color": "#d9d9d9",
    "grid.linewidth": 0.5,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "text.parse_math": False,
}


def draw_chart(spec: ChartSpec, width_px: int, height_px: int) -> Pixels:
    """The chart as RGB (height_px, width_px, 3), type sized for `width_pt` on paper."""
    dpi = 72.0 * width_px / spec.width_pt
    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=(width_px / dpi, height_px / dpi), dpi=dpi, facecolor="white")
        canvas = FigureCanvasAgg(figure)
        if spec.kind == "radar":
            _draw_radar(figure, spec)
        else:
            _draw_cartesian(figure, spec)
        figure.tight_layout(pad=0.4)
        canvas.draw()
        pixels = np.asarray(canvas.buffer_rgba())[:, :, :3]
    return _fitted(pixels, width_px, height_px)


def _draw_cartesian(figure: Figure, spec: ChartSpec) -> None:
    axes = figure.add_subplot()
    positions = np.arange(len(spec.x))
    share = 0.8 / len(spec.series)
    for index, series in enumerate(spec.series):
        heights = [spec.drawn(series.name, x) for x in spec.x]
        colour = COLOURS[index]
        places = positions.astype(float)
        if spec.kind == "bar":
            places = positions + (index - (len(spec.series) - 1) / 2) * share
            axes.bar(places, heights, width=share * 0.92, color=colour, label=series.name)
        elif spec.kind == "line":
            axes.plot(places, heights, marker=MARKERS[index], color=colour, label=series.name, ms=4)
        else:
            axes.scatter(
                places, heights, marker=MARKERS[index], color=colour, label=series.name, s=24
            )
        if spec.shows_values:
            for place, height, value in zip(places, heights, series.values, strict=True):
                _value_label(axes, spec, (float(place), height), value)
    axes.set_ylim(spec.y_low, spec.y_high)
    axes.set_xticks(positions, spec.x, **tick_turn(spec))
    axes.set_xlabel(spec.x_title)
    axes.set_ylabel(f"{spec.y_title} ({spec.unit})")
    axes.minorticks_on()
    axes.tick_params(axis="x", which="minor", bottom=False)
    axes.grid(axis="y", which="minor", linewidth=0.25)
    _legend(axes, spec)


def tick_turn(spec: ChartSpec) -> dict[str, Any]:
    """How the labels below the axis are set: turned where they would run into each other."""
    room = AXIS_SHARE * spec.width_pt / len(spec.x)
    if max(map(len, spec.x)) * LETTER_WIDTH * FONT_PT <= room:
        return {}
    return {"rotation": 30, "ha": "right", "rotation_mode": "anchor"}


def _draw_radar(figure: Figure, spec: ChartSpec) -> None:
    axes: Any = figure.add_subplot(projection="polar")
    angles = [2 * math.pi * i / len(spec.x) for i in range(len(spec.x))]
    for index, series in enumerate(spec.series):
        heights = [spec.drawn(series.name, x) for x in spec.x]
        axes.plot(
            [*angles, angles[0]],
            [*heights, heights[0]],
            marker=MARKERS[index],
            color=COLOURS[index],
            label=series.name,
            ms=4,
        )
        if spec.shows_values:
            for angle, height, value in zip(angles, heights, series.values, strict=True):
                _value_label(axes, spec, (angle, height), value)
    axes.set_ylim(spec.y_low, spec.y_high)
    axes.set_rlabel_position(math.degrees(angles[1]) / 2)
    axes.set_xticks(angles, spec.x)
    axes.tick_params(axis="x", pad=7)
    axes.set_title(f"{spec.y_title} ({spec.unit}) by {spec.x_title.lower()}", fontsize=FONT_PT)
    _legend(axes, spec)


def _value_label(axes: Any, spec: ChartSpec, place: tuple[float, float], value: float) -> None:
    """The stated value beside the mark, wherever the mark is drawn."""
    axes.annotate(
        f"{value:.{spec.decimals}f}",
        place,
        textcoords="offset points",
        xytext=(0, 3.5),
        ha="center",
        va="bottom",
        fontsize=6,
        bbox={
            "boxstyle": "square,pad=0.1",
            "facecolor": "white",
            "edgecolor": "none",
            "alpha": 0.8,
        },
    )


def _legend(axes: Any, spec: ChartSpec) -> None:
    """Outside the axes, so that it never covers a mark."""
    axes.legend(
        loc="upper left", bbox_to_anchor=(1.04 if spec.kind == "radar" else 1.01, 1.0),
        fontsize=6.5, frameon=False, handlelength=1.4, borderaxespad=0.0,
    )  # fmt: skip


def _fitted(pixels: Pixels, width_px: int, height_px: int) -> Pixels:
    """Exactly the asked size: the canvas may round by one pixel, the edge is white."""
    out = np.full((height_px, width_px, 3), 255, dtype=np.uint8)
    height, width = min(height_px, pixels.shape[0]), min(width_px, pixels.shape[1])
    out[:height, :width] = pixels[:height, :width]
    return out
