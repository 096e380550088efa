"""Sample figures as bytes: panels of data drawn by Matplotlib, equal input to equal bytes.

Holds one function per kind of plot and the export to PDF, SVG, PNG or JPEG. Refuses pyplot, the
user's matplotlibrc, dates in metadata and data that the paper's file does not state.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch
from PIL import Image

from scidoc_assets.sample.content import CopyOf, Panel, SampleObject
from scidoc_assets.sample.pictures import texture

LATIN_FAMILY = "DejaVu Sans"
PALETTE = ("#1f4e79", "#c0504d", "#4f8f4f", "#7f5fa8", "#d08a2e")
MARKERS = ("o", "s", "^", "D", "v")
RC: dict[Any, Any] = {
    "pdf.fonttype": 42,
    "svg.hashsalt": "scidoc-sample",
    "svg.fonttype": "path",
    "font.size": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.7,
    "legend.frameon": False,
    "legend.fontsize": 7,
    "lines.linewidth": 1.3,
    "lines.markersize": 3.8,
    "axes.unicode_minus": False,
}
_METADATA: dict[str, dict[str, None]] = {
    "pdf": {"CreationDate": None},
    "svg": {"Date": None},
    "png": {"Software": None},
}

Fractions = tuple[float, float, float, float]


@dataclass(frozen=True)
class DrawnFigure:
    """The encoded figure and, per panel letter, its box as fractions (x0, y0, x1, y1), y down."""

    content: bytes
    panel_boxes: dict[str, Fractions]


def draw_figure(item: SampleObject, family: str, seed: int) -> DrawnFigure:
    """Draw all panels of `item` in its format; `family` is a font Matplotlib knows.

    `seed` is added to each picture's own seed and moves nothing but textures.
    """
    # The CJK font has no bold; asking for one would only log a warning per title.
    title_weight = "bold" if family == LATIN_FAMILY else "normal"
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(
            [*RC.items(), ("font.family", family), ("axes.titleweight", title_weight)]
        )
        figure = Figure(figsize=item.size_in, dpi=item.dpi, layout="constrained")
        FigureCanvasAgg(figure)
        columns = min(item.columns, len(item.panels))
        rows = -(-len(item.panels) // columns)
        axes: dict[str, Axes] = {}
        for index, panel in enumerate(item.panels):
            area = figure.add_subplot(rows, columns, index + 1)
            shifted = panel.model_copy(update={"texture_seed": panel.texture_seed + seed})
            _draw_panel(area, shifted, item.letter_style)
            axes[panel.letter or ""] = area
        figure.draw_without_rendering()
        boxes = {k: _fractions(figure, area) for k, area in axes.items() if k}
        return DrawnFigure(_encode(figure, item), boxes)


def copy_figure(original: bytes, copy: CopyOf) -> bytes:
    """`original` (PNG or JPEG) scaled by `copy.scale` and encoded anew as JPEG."""
    with Image.open(io.BytesIO(original)) as picture:
        size = (round(picture.width * copy.scale), round(picture.height * copy.scale))
        small = picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.save(out, "JPEG", quality=copy.quality)
    return out.getvalue()


def _encode(figure: Figure, item: SampleObject) -> bytes:
    out = io.BytesIO()
    if item.format != "jpg":
        figure.savefig(out, format=item.format, dpi=item.dpi, metadata=_METADATA[item.format])
        return out.getvalue()
    figure.savefig(out, format="png", dpi=item.dpi, metadata=_METADATA["png"])
    return copy_figure(out.getvalue(), CopyOf(stem="", label="", scale=1.0, quality=90))


def _fractions(figure: Figure, area: Axes) -> Fractions:
    box = area.get_tightbbox()
    if box is None:
        raise ValueError("a panel draws nothing")
    width, height = figure.bbox.width, figure.bbox.height
    return box.x0 / width, 1 - box.y1 / height, box.x1 / width, 1 - box.y0 / height


def _draw_panel(area: Axes, panel: Panel, letter_style: str) -> None:
    _PLOTS[panel.plot](area, panel)
    area.set_xlabel(panel.x_label or "")
    area.set_ylabel(panel.y_label or "")
    if panel.y_limits is not None:
        area.set_ylim(*panel.y_limits)
    if panel.log_x:
        area.set_xscale("log")
        area.set_xticks([float(x) for x in panel.x], [f"{x:g}" for x in panel.x])
        area.minorticks_off()
    if panel.log_y:
        area.set_yscale("log")
    if panel.title:
        area.set_title(panel.title, fontsize=8, fontweight="normal")
    if panel.letter:
        shown = f"({panel.letter})" if letter_style == "(a)" else panel.letter
        area.set_title(shown, loc="left", fontsize=9)
    if len(panel.series) > 1 and panel.has_legend and panel.plot != "heatmap":
        area.legend()


def _colour(panel: Panel, index: int) -> str:
    return (panel.colours or PALETTE)[index % len(panel.colours or PALETTE)]


def _lines(area: Axes, panel: Panel) -> None:
    area.grid(color="#d9d9d9", linewidth=0.6)
    area.set_axisbelow(True)
    for index, (name, values) in enumerate(panel.series.items()):
        area.errorbar(
            panel.x,
            values,
            yerr=panel.errors.get(name),
            label=name,
            color=_colour(panel, index),
            marker=MARKERS[index % len(MARKERS)],
            linestyle="none" if panel.plot == "scatter" else "-",
            capsize=2,
        )


def _bars(area: Axes, panel: Panel) -> None:
    places = np.arange(len(panel.x))
    width = 0.8 / len(panel.series)
    for index, (name, values) in enumerate(panel.series.items()):
        shift = (index - (len(panel.series) - 1) / 2) * width
        bars = area.bar(
            places + shift,
            values,
            width * 0.92,
            yerr=panel.errors.get(name),
            label=name,
            color=_colour(panel, index),
            capsize=2,
            error_kw={"linewidth": 0.8},
        )
        if panel.has_value_labels:
            area.bar_label(bars, fontsize=6.5, padding=1.5, fmt="%g")
    area.set_xticks(places, [str(name) for name in panel.x])


def _heatmap(area: Axes, panel: Panel) -> None:
    """Rows are the series, columns are x; every cell carries its number."""
    matrix = np.array(list(panel.series.values()))
    middle = (matrix.min() + matrix.max()) / 2
    area.imshow(matrix, cmap="viridis", aspect="auto")
    area.set_xticks(np.arange(len(panel.x)), [str(name) for name in panel.x])
    area.set_yticks(np.arange(len(panel.series)), list(panel.series))
    for (row, column), value in np.ndenumerate(matrix):
        tone = "white" if value < middle else "black"
        area.text(column, row, f"{value:g}", ha="center", va="center", fontsize=7, color=tone)


def _picture(area: Axes, panel: Panel) -> None:
    grey = texture(panel.texture or "cells", panel.texture_seed, panel.density)
    area.imshow(grey, cmap="gray", vmin=0, vmax=1)
    area.set_xticks([])
    area.set_yticks([])
    if panel.scale_bar:
        side = grey.shape[0]
        area.plot([side * 0.7, side * 0.94], [side * 0.93] * 2, color="white", linewidth=2.5)
        area.text(
            side * 0.82,
            side * 0.88,
            panel.scale_bar,
            color="white",
            ha="center",
            fontsize=6.5,
            bbox={"facecolor": "black", "edgecolor": "none", "pad": 1.2},
        )


def _diagram(area: Axes, panel: Panel) -> None:
    """Boxes in a row joined by arrows."""
    area.axis("off")
    area.set_xlim(0, len(panel.steps))
    area.set_ylim(0, 1)
    for index, step in enumerate(panel.steps):
        colour = _colour(panel, index)
        box = FancyBboxPatch(
            (index + 0.1, 0.25),
            0.72,
            0.5,
            boxstyle="round,pad=0.02",
            facecolor=colour + "22",
            edgecolor=colour,
        )
        area.add_patch(box)
        area.text(index + 0.46, 0.5, step, ha="center", va="center", fontsize=7)
        if index:
            area.annotate(
                "",
                xy=(index + 0.06, 0.5),
                xytext=(index - 0.14, 0.5),
                arrowprops={"arrowstyle": "->", "linewidth": 0.9},
            )


def _blank(area: Axes, panel: Panel) -> None:
    """One even tone with a single small speck: what a lost photograph looks like.

    Drawn, not sampled: scaling a raster would split the tone into two greys one step apart.
    """
    area.set_facecolor("#d0d0d0")
    area.set_xticks([])
    area.set_yticks([])
    area.spines[:].set_visible(False)
    area.plot([0.5], [0.5], marker="s", markersize=2, color="#4d4d4d")


def _strip(area: Axes, panel: Panel) -> None:
    """A long thin band of greys."""
    band = np.linspace(0.1, 0.9, 48, dtype=np.float32)[None, :]
    area.axis("off")
    area.imshow(band, cmap="gray", vmin=0, vmax=1, aspect="auto")
    area.set_position((0, 0, 1, 1))


_PLOTS: dict[str, Callable[[Axes, Panel], None]] = {
    "lines": _lines,
    "scatter": _lines,
    "bars": _bars,
    "heatmap": _heatmap,
    "picture": _picture,
    "diagram": _diagram,
    "blank": _blank,
    "strip": _strip,
}
