"""Pictures of the metric tables as PNG bytes, for asset metadata and reports.

Same rows, same bytes: no dates, no random layout. Refuses empty tables (ValueError): a picture of
nothing would look like a result.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from scidoc_assets.domain.metrics.leaderboard import SETTINGS, place_of_setting
from scidoc_assets.domain.metrics.observations import POOLED
from scidoc_assets.domain.metrics.routing import GROUPS
from scidoc_assets.schemas.metrics import (
    CoverageDiagnostic,
    ErrorRoute,
    PairedTransition,
    ReasoningMetric,
)

# Colours that stay apart for colour-blind readers (Okabe and Ito).
COLOURS = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#CC79A7",
    "#56B4E9",
    "#D55E00",
    "#F0E442",
    "#999999",
)
_DPI = 110
_MAIN_IOU = 0.5
_SURE = 0.05  # McNemar's exact p
_LABELLED_FROM = 6.0  # percent: narrower parts have no room for their number


def plot_leaderboard(metrics: Sequence[ReasoningMetric]) -> bytes:
    """Accuracy with its interval per model and setting, one panel per benchmark and judge."""
    rows = [m for m in metrics if m.stratum_kind == "overall" and m.metric == "accuracy"]
    boards = _split(rows, "no accuracy rows to draw")
    height = sum(1.2 + 0.42 * len({r.model for r in board}) for board in boards)
    figure = Figure(figsize=(9.0, height), dpi=_DPI, layout="constrained")
    ratios = [1.2 + 0.42 * len({r.model for r in board}) for board in boards]
    axes = figure.subplots(len(boards), 1, squeeze=False, height_ratios=ratios)[:, 0]
    for axis, board in zip(axes, boards, strict=True):
        _draw_board(axis, board)
    return _png(figure)


def plot_transitions(rows: Sequence[PairedTransition]) -> bytes:
    """Rescues to the right and losses to the left per model; one row of panels per benchmark and
    judge, one column per compared setting."""
    boards = _split(rows, "no transitions to draw")
    settings = sorted({r.setting_to for r in rows}, key=place_of_setting)
    ratios = [1.2 + 0.4 * len({r.model for r in board}) for board in boards]
    size = (3.4 * len(settings) + 1.4, sum(ratios))
    figure = Figure(figsize=size, dpi=_DPI, layout="constrained")
    grid = figure.subplots(len(boards), len(settings), squeeze=False, height_ratios=ratios)
    for axes, board in zip(grid, boards, strict=True):
        models = sorted({r.model for r in board} - {POOLED})
        for axis, setting in zip(axes, settings, strict=True):
            _draw_transitions(axis, [r for r in board if r.setting_to == setting], models)
            first = board[0]
            title = f"{first.benchmark}, judge {first.judge}\n{first.setting_from} to {setting}"
            axis.set_title(title, fontsize=8)
            axis.set_yticks(range(len(models)), models if axis is axes[0] else [""] * len(models))
            axis.invert_yaxis()
    return _png(figure)


def plot_routing(rows: Sequence[ErrorRoute]) -> bytes:
    """Share of each error label per model at IoU 0.5 (or the middle threshold there is)."""
    thresholds = sorted({r.iou_threshold for r in rows})
    if not thresholds:
        raise ValueError("no routed errors to draw")
    main = _MAIN_IOU if _MAIN_IOU in thresholds else thresholds[len(thresholds) // 2]
    boards = _split([r for r in rows if r.iou_threshold == main], "no routed errors to draw")
    ratios = [1.6 + 0.42 * len({r.model for r in board}) for board in boards]
    figure = Figure(figsize=(10.0, sum(ratios)), dpi=_DPI, layout="constrained")
    axes = figure.subplots(len(boards), 1, squeeze=False, height_ratios=ratios)[:, 0]
    for axis, board in zip(axes, boards, strict=True):
        _draw_routes(axis, board, main)
    return _png(figure)


def plot_coverage(rows: Sequence[CoverageDiagnostic]) -> bytes:
    """Pooled accuracy per bin of evidence coverage, one line per setting."""
    bins = [
        r
        for r in rows
        if r.model == POOLED and r.band.startswith("bin_") and r.metric == "accuracy"
    ]
    boards = _split(bins, "no coverage bins to draw")
    figure = Figure(figsize=(8.5, 3.2 * len(boards)), dpi=_DPI, layout="constrained")
    axes = figure.subplots(len(boards), 1, squeeze=False)[:, 0]
    for axis, board in zip(axes, boards, strict=True):
        bands = sorted({r.band for r in board})
        settings = sorted({r.setting for r in board}, key=place_of_setting)
        for number, setting in enumerate(settings):
            _draw_bins(axis, [r for r in board if r.setting == setting], bands, number, settings)
        counts = Counter({b: sum(r.n for r in board if r.band == b) for b in bands})
        labels = [f"{b.removeprefix('bin_').replace('_', ' to ')}\nn={counts[b]}" for b in bands]
        axis.set_xticks(range(len(bands)), labels)
        axis.set_xlabel("evidence coverage; n = answers of all settings")
        axis.set_ylabel("accuracy (%), 95 % interval")
        axis.set_title(f"{board[0].benchmark}, judge {board[0].judge}", fontsize=9)
        axis.set_ylim(0, 100)
        axis.grid(axis="y", alpha=0.3)
        axis.legend(fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return _png(figure)


def _draw_bins(
    axis: Axes,
    rows: Sequence[CoverageDiagnostic],
    bands: list[str],
    number: int,
    settings: list[str],
) -> None:
    """One setting's line, moved aside a little so that intervals do not hide one another."""
    known = [r for r in rows if r.value is not None]
    places = [bands.index(r.band) + 0.08 * (number - (len(settings) - 1) / 2) for r in known]
    values, errors = _with_errors(known)
    colour = COLOURS[place_of_setting(settings[number])]
    axis.errorbar(
        places, values, yerr=errors, marker="o", markersize=4, color=colour, label=settings[number]
    )


def _with_errors(rows: Sequence[Any]) -> tuple[np.ndarray, np.ndarray | None]:
    """Values in percent and how far their intervals reach down and up; 0 without an interval."""
    if not rows:
        return np.array([]), None
    values = np.array([100 * r.value for r in rows])
    low = np.array([100 * (r.value if r.ci_low is None else r.ci_low) for r in rows])
    high = np.array([100 * (r.value if r.ci_high is None else r.ci_high) for r in rows])
    return values, np.clip([values - low, high - values], 0, None)


def _draw_board(axis: Axes, board: Sequence[ReasoningMetric]) -> None:
    settings = [s for s in SETTINGS if any(r.setting == s for r in board)]
    direct = {r.model: r.value or 0.0 for r in board if r.setting in ("direct", settings[0])}
    models = sorted({r.model for r in board}, key=lambda m: (-direct.get(m, 0.0), m))
    step = 0.8 / max(1, len(settings))
    for index, setting in enumerate(settings):
        rows = [r for r in board if r.setting == setting and r.value is not None]
        places = [models.index(r.model) - 0.4 + step * (index + 0.5) for r in rows]
        values, errors = _with_errors(rows)
        colour = COLOURS[place_of_setting(setting)]
        axis.errorbar(
            values, places, xerr=errors, fmt="o", markersize=4, color=colour, label=setting
        )
    baselines = {r.model for r in board if r.is_baseline}
    run = {r.model for r in board if r.value is not None}
    names = [f"{m} *" if m in baselines else m for m in models]
    shown = [n if m in run else f"{n} (no result)" for n, m in zip(names, models, strict=True)]
    axis.set_yticks(range(len(models)), shown)
    axis.invert_yaxis()
    axis.set_xlim(-2, 102)
    axis.grid(axis="x", alpha=0.3)
    note = " (* baseline)" if baselines else ""
    axis.set_title(f"{board[0].benchmark}, judge {board[0].judge}{note}", fontsize=9)
    axis.set_xlabel("accuracy (%), 95 % interval by paper")
    axis.legend(fontsize=7, loc="center left", bbox_to_anchor=(1.0, 0.5))


def _draw_transitions(axis: Axes, rows: Sequence[PairedTransition], models: list[str]) -> None:
    for row in rows:
        if row.model in models:
            place = models.index(row.model)
            axis.barh(place, row.rescues, color=COLOURS[2])
            axis.barh(place, -row.losses, color=COLOURS[5])
            beside = {"xytext": (3, -3), "textcoords": "offset points"}
            sure = row.mcnemar_p is not None and row.mcnemar_p < _SURE
            axis.annotate(f"{row.net:+d}{' *' if sure else ''}", (row.rescues, place), **beside)
    axis.axvline(0, color="black", linewidth=0.8)
    axis.set_xlabel("losses | rescues; net, * p < 0.05")
    axis.margins(x=0.22)


def _draw_routes(axis: Axes, board: Sequence[ErrorRoute], threshold: float) -> None:
    models = sorted({r.model for r in board}, key=lambda m: (m != POOLED, m))
    left = np.zeros(len(models))
    for colour, label in zip(COLOURS, GROUPS, strict=True):
        shares = {r.model: r.share or 0.0 for r in board if r.label == label}
        widths = np.array([100 * shares.get(m, 0.0) for m in models])
        bars = axis.barh(range(len(models)), widths, left=left, color=colour, label=label)
        texts = [f"{w:.0f}" if w >= _LABELLED_FROM else "" for w in widths]
        axis.bar_label(bars, texts, label_type="center", fontsize=7)
        left += widths
    totals = {r.model: r.total for r in board}
    axis.set_yticks(range(len(models)), [f"{m} (n={totals[m]})" for m in models])
    axis.invert_yaxis()
    axis.set_xlim(0, 100)
    axis.set_xlabel(f"share of answers wrong under direct (%), IoU {threshold:g}")
    axis.set_title(f"{board[0].benchmark}, judge {board[0].judge}", fontsize=9)
    axis.legend(fontsize=7, loc="center left", bbox_to_anchor=(1.0, 0.5))


def _split(rows: Sequence, message: str) -> list[list]:
    """Rows per (benchmark, judge), in order. Raises ValueError without rows."""
    if not rows:
        raise ValueError(message)
    keys = sorted({(r.benchmark, r.judge) for r in rows})
    return [[r for r in rows if (r.benchmark, r.judge) == key] for key in keys]


def _png(figure: Figure) -> bytes:
    FigureCanvasAgg(figure)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()
