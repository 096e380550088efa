"""The leaderboard: one line per model and setting, as rows, Markdown and plain text.

Values are percent with their 95 % interval; n of planned n and failures stand beside them, and
baselines are marked. Refuses to rank over several benchmarks or judges: one table each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scidoc_assets.domain.metrics.power import power_hint
from scidoc_assets.schemas.metrics import ReasoningMetric, ReasoningMetricName
from scidoc_assets.schemas.observations import NOT_RUN_REASONS

SETTINGS = ("question_only", "caption_only", "direct", "evidence_hint", "agentic")
COLUMNS: tuple[tuple[ReasoningMetricName, str], ...] = (
    ("accuracy", "Acc"),
    ("evidence_coverage", "E-Cov"),
    ("claim_coverage", "C-Cov"),
    ("complete_evidence", "Complete"),
    ("accuracy_without_failed", "Acc w/o failed"),
)
HEADINGS = ("Model", "Setting", *(title for _, title in COLUMNS), "n", "Failed")


@dataclass(frozen=True)
class LeaderboardLine:
    """A model in a setting; `cells` are texts in the order of `COLUMNS`."""

    model: str
    setting: str
    is_baseline: bool
    accuracy: float | None
    cells: tuple[str, ...]
    planned_n: int
    failed_n: int
    not_run_reason: str | None = None


def rank_models(metrics: Sequence[ReasoningMetric]) -> list[LeaderboardLine]:
    """Lines of one benchmark and judge from the overall rows: by setting, then accuracy, best
    first. Raises ValueError when several benchmarks or judges are mixed.
    """
    overall = [m for m in metrics if m.stratum_kind == "overall"]
    boards = sorted({(m.benchmark, m.judge) for m in overall})
    if len(boards) > 1:
        raise ValueError(f"one leaderboard per benchmark and judge, got {boards}")
    cells = {(m.model, m.setting, m.metric): m for m in overall}
    lines = [
        _line(model, setting, cells)
        for model, setting in sorted({(m.model, m.setting) for m in overall})
    ]
    return sorted(lines, key=_rank)


def _rank(line: LeaderboardLine) -> tuple[int, bool, float, str]:
    """By setting, then accuracy; lines without one (never run, a failed judge) come last."""
    is_open = line.accuracy is None
    return place_of_setting(line.setting), is_open, -(line.accuracy or 0.0), line.model


def leaderboard_markdown(metrics: Sequence[ReasoningMetric]) -> str:
    """All boards as Markdown tables with a heading each; `_no metrics_` when there are none."""
    parts = []
    for (benchmark, judge), rows in _boards(metrics).items():
        lines = [f"**{_cell(benchmark)}**, judge {_cell(judge)}\n"]
        lines.append(f"| {' | '.join(HEADINGS)} |")
        lines.append("|" + "---|" * len(HEADINGS))
        lines += [f"| {' | '.join(map(_cell, _texts(line)))} |" for line in rank_models(rows)]
        parts.append("\n".join([*lines, "", _footnote(rows)]))
    return "\n\n".join(parts) or "_no metrics_"


def leaderboard_text(metrics: Sequence[ReasoningMetric]) -> str:
    """All boards as aligned plain text for a terminal."""
    parts = []
    for (benchmark, judge), rows in _boards(metrics).items():
        table = [HEADINGS, *(_texts(line) for line in rank_models(rows))]
        widths = [max(len(row[i]) for row in table) for i in range(len(HEADINGS))]
        lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in table]
        parts.append("\n".join([f"{benchmark} (judge {judge})", *lines, _footnote(rows)]))
    return "\n\n".join(parts) or "no metrics"


def percent(value: float | None) -> str:
    """A share in percent with one decimal; a dash for none."""
    return "-" if value is None else f"{100 * value:.1f}"


def _boards(
    metrics: Sequence[ReasoningMetric],
) -> dict[tuple[str, str], list[ReasoningMetric]]:
    found: dict[tuple[str, str], list[ReasoningMetric]] = {}
    for metric in metrics:
        found.setdefault((metric.benchmark, metric.judge), []).append(metric)
    return dict(sorted(found.items()))


def _line(
    model: str, setting: str, cells: dict[tuple[str, str, str], ReasoningMetric]
) -> LeaderboardLine:
    found = [cells.get((model, setting, name)) for name, _ in COLUMNS]
    accuracy = cells[model, setting, "accuracy"]
    return LeaderboardLine(
        model=model,
        setting=setting,
        is_baseline=accuracy.is_baseline,
        accuracy=accuracy.value,
        cells=tuple(_value(cell) for cell in found),
        planned_n=accuracy.planned_n,
        failed_n=accuracy.failed_n,
        not_run_reason=accuracy.reason if accuracy.reason in NOT_RUN_REASONS else None,
    )


def _value(cell: ReasoningMetric | None) -> str:
    if cell is None or cell.value is None:
        return "-"
    if cell.ci_low is None or cell.ci_high is None:
        return percent(cell.value)
    return f"{percent(cell.value)} [{percent(cell.ci_low)}, {percent(cell.ci_high)}]"


def _texts(line: LeaderboardLine) -> tuple[str, ...]:
    name = f"{line.model} (baseline)" if line.is_baseline else line.model
    if line.not_run_reason is not None:
        name += f" (not run: {line.not_run_reason})"
    counted = (str(line.planned_n), str(line.failed_n))
    return (name, line.setting, *line.cells, *counted)


def _footnote(rows: Sequence[ReasoningMetric]) -> str:
    claims = [m for m in rows if m.metric == "claim_coverage" and m.stratum_kind == "overall"]
    n = max((m.n for m in claims), default=0)
    # Tasks, not rows: a repeat of a task is no task more.
    tasks = max((m.planned_tasks for m in rows), default=0)
    return (
        "Percent, 95 % bootstrap interval by paper. Failed rows count as wrong; "
        f"C-Cov is over the {n} rows of tasks with an intermediate claim. {power_hint(tasks)}"
    )


def place_of_setting(setting: str) -> int:
    """Settings in the order of what a model gets to see; others last."""
    return SETTINGS.index(setting) if setting in SETTINGS else len(SETTINGS)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
