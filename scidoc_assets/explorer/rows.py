"""What the site is made from: stored rows, and the groupings that pages ask for.

Holds rows as they are; refuses to complete them. Only tasks that were built here have pages:
imported benchmarks carry no pictures and appear in the leaderboard.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import TypeVar

from scidoc_assets.schemas.arguments import ArgumentGraph
from scidoc_assets.schemas.contexts import ContextBinding
from scidoc_assets.schemas.figures import CuratedFigure, FunnelStep, PaperCuration
from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.metrics import ReasoningMetric
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.tasks import ReasoningTask, TaskFlowStep

Item = TypeVar("Item")
AnswerKey = tuple[str, str, str, int]


@dataclass(frozen=True)
class ExplorerRows:
    """Rows of the tables of the same names; a table that was never made is empty."""

    raw_pdfs: Sequence[RawPdf] = ()
    curated_figures: Sequence[CuratedFigure] = ()
    paper_curations: Sequence[PaperCuration] = ()
    context_bindings: Sequence[ContextBinding] = ()
    argument_graphs: Sequence[ArgumentGraph] = ()
    reasoning_tasks: Sequence[ReasoningTask] = ()
    reasoning_responses: Sequence[ReasoningResponse] = ()
    correctness_labels: Sequence[CorrectnessLabel] = ()
    coverage_labels: Sequence[CoverageLabel] = ()
    reasoning_metrics: Sequence[ReasoningMetric] = ()
    figure_funnel: Sequence[FunnelStep] = ()
    task_flow: Sequence[TaskFlowStep] = ()


TABLES_READ = tuple(field.name for field in fields(ExplorerRows))


def grouped(rows: Iterable[Item], key: Callable[[Item], str]) -> dict[str, list[Item]]:
    """Rows by a key, in the order they came."""
    found: dict[str, list[Item]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return dict(found)


def answer_key(row: ReasoningResponse | CorrectnessLabel | CoverageLabel) -> AnswerKey:
    """What joins an answer with its labels inside one benchmark."""
    return row.task_id, row.model, row.setting, row.repeat
