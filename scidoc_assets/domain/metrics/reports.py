"""The metric tables as a person reads them: Markdown for asset metadata, one part per board.

Shares are percent with their 95 % interval, and n stands beside them. Refuses to hide what is
missing: an undefined value is its reason. Boards are a benchmark under one judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args

from scidoc_assets.domain.metrics.leaderboard import percent, place_of_setting
from scidoc_assets.domain.metrics.localisation import HIT_BUCKETS, OUTCOMES
from scidoc_assets.domain.metrics.routing import GROUPS
from scidoc_assets.schemas.metrics import (
    CoverageDiagnostic,
    ErrorRoute,
    ErrorRouteChange,
    JudgeAgreement,
    Localisation,
    PairedTransition,
    ReasoningMetric,
)
from scidoc_assets.schemas.responses import POOLED
from scidoc_assets.schemas.tasks import Difficulty

_STRATA = ("difficulty", "discipline")
_BANDS = {
    "low_0.2": "E-Cov < 0.2",
    "low_0.3": "E-Cov < 0.3",
    "high_0.8": "E-Cov >= 0.8",
    "high_0.8_minus_low_0.2": "high minus < 0.2",
    "high_0.8_minus_low_0.3": "high minus < 0.3",
}


def strata_markdown(metrics: Sequence[ReasoningMetric]) -> str:
    """Accuracy by difficulty and by discipline: one line per setting and model."""
    rows = [m for m in metrics if m.metric == "accuracy" and m.stratum_kind in _STRATA]

    def part(board: list[ReasoningMetric]) -> str:
        strata = sorted({_place_of_stratum(m) for m in board})
        sizes = {m.stratum: m.planned_n for m in board}
        cells = {(m.setting, m.model, m.stratum): m for m in board}
        lines = sorted({(m.setting, m.model) for m in board}, key=_by_setting)
        return pipe_table(
            ("Setting", "Model", *(f"{name} (n={sizes[name]})" for *_, name in strata)),
            [
                (*line, *(_interval(cells.get((*line, name))) for *_, name in strata))
                for line in lines
            ],
        )

    return _by_board(rows, part)


def transitions_markdown(rows: Sequence[PairedTransition]) -> str:
    """Rescues, losses and net with the exact McNemar p, pooled first."""

    def part(board: list[PairedTransition]) -> str:
        ordered = sorted(
            board, key=lambda r: (place_of_setting(r.setting_to), r.model != POOLED, r.model)
        )
        return pipe_table(
            ("To", "Model", "n", "Rescues", "Losses", "Net", "Difference", "McNemar p"),
            [
                (
                    f"{r.setting_from} to {r.setting_to}",
                    r.model,
                    r.n,
                    r.rescues,
                    r.losses,
                    f"{r.net:+d}",
                    _spread(r.accuracy_difference, r.ci_low, r.ci_high),
                    r.reason if r.mcnemar_p is None else f"{r.mcnemar_p:.2g}",
                )
                for r in ordered
            ],
        )

    return _by_board(rows, part)


def coverage_markdown(rows: Sequence[CoverageDiagnostic]) -> str:
    """Pooled accuracy at low and high evidence coverage, and the differences, per setting."""
    kept = [r for r in rows if r.model == POOLED and r.band in _BANDS and "accuracy" in r.metric]

    def part(board: list[CoverageDiagnostic]) -> str:
        cells = {(r.setting, r.band): r for r in board}
        settings = sorted({r.setting for r in board}, key=place_of_setting)
        return pipe_table(
            ("Setting", *_BANDS.values()),
            [(s, *(_counted(cells.get((s, band))) for band in _BANDS)) for s in settings],
        )

    return _by_board(kept, part)


def routing_markdown(rows: Sequence[ErrorRoute]) -> str:
    """Pooled counts and shares of the eight labels at every threshold, with their groups."""

    def part(board: list[ErrorRoute]) -> str:
        cells = {(r.label, r.iou_threshold): r for r in board}
        thresholds = sorted({r.iou_threshold for r in board})
        totals = {r.iou_threshold: r.total for r in board}
        lines: list[tuple[Any, ...]] = [
            (label, group, *(_routed(cells[label, t]) for t in thresholds))
            for label, group in GROUPS.items()
        ]
        lines.append(("all", "", *(str(totals[t]) for t in thresholds)))
        return pipe_table(("Label", "Group", *(f"IoU {t:g}" for t in thresholds)), lines)

    return _by_board([r for r in rows if r.model == POOLED], part)


def changes_markdown(rows: Sequence[ErrorRouteChange]) -> str:
    """How labels move between neighbouring thresholds."""

    def part(board: list[ErrorRouteChange]) -> str:
        return pipe_table(
            ("IoU", "From", "To", "n"),
            [
                (f"{r.threshold_from:g} to {r.threshold_to:g}", r.label_from, r.label_to, r.n)
                for r in board
            ],
        )

    return _by_board(rows, part)


def localisation_markdown(rows: Sequence[Localisation]) -> str:
    """Pooled: outcomes and region coverage per threshold, then recovery by hits."""

    def part(board: list[Localisation]) -> str:
        cells = {(r.section, r.bucket, r.iou_threshold): r for r in board}
        thresholds = sorted({r.iou_threshold for r in board})
        lines = [("outcome", name) for name in OUTCOMES]
        lines += [("region_coverage", "crop_called"), *(("recovery", hits) for hits in HIT_BUCKETS)]
        return pipe_table(
            ("", "", *(f"IoU {t:g}" for t in thresholds)),
            [(*line, *(_located(cells.get((*line, t))) for t in thresholds)) for line in lines],
        )

    return _by_board([r for r in rows if r.model == POOLED], part)


def agreement_markdown(rows: Sequence[JudgeAgreement]) -> str:
    """Agreement of judges or people: one line per benchmark, unit and who is compared."""
    statistics = list(dict.fromkeys(r.statistic for r in rows))
    lines = list(dict.fromkeys((r.benchmark, r.judges, r.unit) for r in rows))
    cells = {(r.benchmark, r.judges, r.unit, r.statistic): r for r in rows}
    return pipe_table(
        ("Benchmark", "Who", "Unit", *statistics),
        [(*line, *(_agreed(cells.get((*line, s))) for s in statistics)) for line in lines],
    )


def pipe_table(headings: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """A Markdown table; bars and line ends inside cells are made harmless."""
    body = [f"| {' | '.join(map(_cell, line))} |" for line in lines]
    if not body:
        return "_no rows_"
    return "\n".join([f"| {' | '.join(headings)} |", "|" + "---|" * len(headings), *body])


def _by_board(rows: Sequence[Any], part: Callable[[list[Any]], str]) -> str:
    boards: dict[tuple[str, str], list[Any]] = {}
    for row in rows:
        boards.setdefault((row.benchmark, row.judge or ""), []).append(row)
    parts = [
        f"**{_cell(benchmark)}**, judge {_cell(judge)}\n\n{part(board)}"
        for (benchmark, judge), board in sorted(boards.items())
    ]
    return "\n\n".join(parts) or "_no rows_"


def _place_of_stratum(row: ReasoningMetric) -> tuple[int, int, str]:
    """Difficulties from easy to hard, then disciplines by name."""
    levels = get_args(Difficulty)
    level = levels.index(row.stratum) if row.stratum in levels else len(levels)
    return _STRATA.index(row.stratum_kind), level, row.stratum


def _by_setting(line: tuple[str, str]) -> tuple[int, str]:
    return place_of_setting(line[0]), line[1]


def _spread(value: float | None, low: float | None, high: float | None) -> str:
    shown = percent(value)
    return shown if low is None or high is None else f"{shown} [{percent(low)}, {percent(high)}]"


def _interval(row: Any) -> str:
    if row is None:
        return ""
    return str(row.reason) if row.value is None else _spread(row.value, row.ci_low, row.ci_high)


def _counted(row: CoverageDiagnostic | None) -> str:
    return "" if row is None else f"{_interval(row)} (n={row.n})"


def _routed(row: ErrorRoute) -> str:
    return f"{row.n} ({_spread(row.share, row.ci_low, row.ci_high)})"


def _located(row: Localisation | None) -> str:
    if row is None:
        return ""
    told = f"n={row.n}"
    if row.section == "recovery":
        told += f", improved {row.improved}, rescued {row.rescued}"
    return told if row.value is None else f"{_interval(row)} ({told})"


def _agreed(row: JudgeAgreement | None) -> str:
    if row is None:
        return ""
    value = str(row.reason) if row.value is None else f"{row.value:.3f}"
    if row.ci_low is not None and row.ci_high is not None:
        value += f" [{row.ci_low:.3f}, {row.ci_high:.3f}]"
    return f"{value} (n={row.n}{', few' if row.is_small_n and row.n else ''})"


def _cell(value: object) -> str:
    return str(value).replace("|", "\\|").replace("\n", " ")
