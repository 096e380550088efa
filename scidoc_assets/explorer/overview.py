"""What the front page shows: counts, funnels, the leaderboard, lists of papers and tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scidoc_assets.explorer.answers import SETTINGS, Answer
from scidoc_assets.explorer.naming import paper_page, task_page
from scidoc_assets.explorer.rows import ExplorerRows, grouped
from scidoc_assets.schemas.metrics import ReasoningMetric
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.schemas.tasks import ReasoningTask

SHOWN_METRICS = ("accuracy", "evidence_coverage", "claim_coverage")


@dataclass(frozen=True)
class BoardLine:
    """One model in one setting under one judge, with its headline metrics."""

    benchmark: str
    model: str
    setting: str
    judge: str
    is_baseline: bool
    metrics: dict[str, ReasoningMetric]


@dataclass(frozen=True)
class PaperLine:
    """A paper in the list; `dropped` is why S5 kept none of its figures."""

    paper: RawPdf
    page: str
    figures: int
    tasks: int
    dropped: str | None


@dataclass(frozen=True)
class TaskLine:
    """A task in the list with how its answers ended."""

    task: ReasoningTask
    page: str
    right: int
    wrong: int
    unjudged: int


def board(rows: Sequence[ReasoningMetric]) -> list[BoardLine]:
    """Leaderboard lines over all tasks, benchmarks apart, models before baselines."""
    overall = [r for r in rows if r.stratum_kind == "overall" and r.metric in SHOWN_METRICS]
    lines: dict[tuple[str, str, str, str], BoardLine] = {}
    for row in overall:
        key = (row.benchmark, row.model, row.setting, row.judge)
        line = lines.setdefault(key, BoardLine(*key, row.is_baseline, {}))
        line.metrics[row.metric] = row
    return sorted(lines.values(), key=_board_order)


def _board_order(line: BoardLine) -> tuple[str, bool, str, int, str]:
    places = {name: place for place, name in enumerate(SETTINGS)}
    place = places.get(line.setting, len(places))
    return line.benchmark, line.is_baseline, line.model, place, line.judge


def paper_lines(rows: ExplorerRows) -> list[PaperLine]:
    """Every paper, ordered by id, with its counts."""
    figures = grouped(rows.curated_figures, lambda f: f.paper_id)
    tasks = grouped(rows.reasoning_tasks, lambda t: t.paper_id)
    dropped = {c.paper_id: c.reason for c in rows.paper_curations if not c.is_kept}
    return [
        PaperLine(
            paper,
            paper_page(paper.paper_id),
            len(figures.get(paper.paper_id, ())),
            len(tasks.get(paper.paper_id, ())),
            dropped.get(paper.paper_id),
        )
        for paper in sorted(rows.raw_pdfs, key=lambda p: p.paper_id)
    ]


def task_lines(
    tasks: Sequence[ReasoningTask], answers: Mapping[tuple[str, str], Sequence[Answer]]
) -> list[TaskLine]:
    """Tasks, ordered by paper and id, with counts of right, wrong and unjudged answers."""
    lines = []
    for task in sorted(tasks, key=lambda t: (t.paper_id, t.task_id)):
        said = [a.is_correct for a in answers.get((task.benchmark, task.task_id), ())]
        lines.append(
            TaskLine(
                task, task_page(task.task_id), said.count(True), said.count(False), said.count(None)
            )
        )
    return lines


def counts(rows: ExplorerRows) -> list[tuple[str, int]]:
    """The numbers at the top of the front page."""
    readable = sum(p.status == "ok" for p in rows.raw_pdfs)
    return [
        ("papers read", readable),
        ("figures and tables", len(rows.curated_figures)),
        ("valid argument graphs", sum(g.is_valid for g in rows.argument_graphs)),
        ("reasoning tasks", len(rows.reasoning_tasks)),
        ("model answers", len(rows.reasoning_responses)),
    ]
