"""Generating the samples of one subtask from layouts and synthetic sources, without any model.

Same layouts, seed and options give the same samples in the same order, to the byte. Refuses
nothing silently: rejected candidates come out as rows with their reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import get_args

from pydantic import NonNegativeInt

from scidoc_assets.domain.training.chart_specs import ChartSpec
from scidoc_assets.domain.training.chart_tasks import chart_drafts, imported_chart, synthetic_chart
from scidoc_assets.domain.training.citation_tasks import citation_drafts, synthetic_citation
from scidoc_assets.domain.training.contamination import BenchmarkIndex, screened
from scidoc_assets.domain.training.dataset_tasks import (
    intersection_drafts,
    synthetic_intersection,
)
from scidoc_assets.domain.training.drafts import Draft, finish
from scidoc_assets.domain.training.layout_sources import LayoutView
from scidoc_assets.domain.training.layout_tasks import block_role_drafts, link_drafts
from scidoc_assets.domain.training.merge_tasks import (
    cross_merge_drafts,
    simulated_merge_drafts,
    synthetic_cross_merge,
    synthetic_simulated_merge,
)
from scidoc_assets.domain.training.notation_tasks import synthetic_ambiguity, synthetic_notation
from scidoc_assets.domain.training.reading_tasks import next_hop_drafts, reading_order_drafts
from scidoc_assets.domain.training.table_tasks import synthetic_table_logic, table_logic_drafts
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.training import TrainingSample, TrainingSubtask

SUBTASKS: tuple[TrainingSubtask, ...] = get_args(TrainingSubtask)
CHART_SUBTASKS: frozenset[str] = frozenset(
    {"chart_point", "chart_series", "chart_visual_consistency"}
)
NO_BENCHMARK = BenchmarkIndex(frozenset(), frozenset())

OfPaper = Callable[[LayoutView, int, int], Iterator[Draft]]
OfPapers = Callable[[Sequence[LayoutView], int, int], Iterator[Draft]]
Synthetic = Callable[[int, int], Draft]


class GenerationOptions(Row):
    """How many candidates: per paper, over pairs of papers, and synthetic ones from an index on.

    `synthetic_from` keeps the partitions of one subtask apart.
    """

    per_paper: NonNegativeInt = 12
    pairs: NonNegativeInt = 40
    synthetic: NonNegativeInt = 160
    synthetic_from: NonNegativeInt = 0


DEFAULT_OPTIONS = GenerationOptions()


@dataclass(frozen=True)
class _Sources:
    """Where the candidates of a subtask come from."""

    of_paper: OfPaper | None = None
    of_papers: OfPapers | None = None
    synthetic: Synthetic | None = None


def _charts(subtask: TrainingSubtask) -> _Sources:
    return _Sources(
        of_paper=lambda view, count, seed: chart_drafts(view, subtask, count, seed),
        synthetic=lambda index, seed: synthetic_chart(subtask, index, seed),
    )


SOURCES: dict[TrainingSubtask, _Sources] = {
    "block_role": _Sources(of_paper=block_role_drafts),
    "parent_child_link": _Sources(of_paper=link_drafts),
    "reading_order": _Sources(of_paper=reading_order_drafts),
    "next_hop": _Sources(of_paper=next_hop_drafts),
    "table_logic": _Sources(table_logic_drafts, None, synthetic_table_logic),
    "cross_paper_merge": _Sources(None, cross_merge_drafts, synthetic_cross_merge),
    "simulated_merge": _Sources(simulated_merge_drafts, None, synthetic_simulated_merge),
    "chart_point": _charts("chart_point"),
    "chart_series": _charts("chart_series"),
    "chart_visual_consistency": _charts("chart_visual_consistency"),
    "dataset_intersection": _Sources(None, intersection_drafts, synthetic_intersection),
    "notation_extraction": _Sources(synthetic=synthetic_notation),
    "symbol_ambiguity": _Sources(synthetic=synthetic_ambiguity),
    "citation_role": _Sources(citation_drafts, None, synthetic_citation),
}


def generate(
    subtask: TrainingSubtask,
    layouts: Sequence[ParsedLayout],
    seed: int,
    options: GenerationOptions = DEFAULT_OPTIONS,
    benchmark: BenchmarkIndex = NO_BENCHMARK,
    charts: Mapping[str, ChartSpec] = MappingProxyType({}),
) -> Iterator[TrainingSample]:
    """All candidates of a subtask as samples, accepted and rejected, each id once.

    Layouts are taken in order of paper id; failed ones are passed over. `charts` are the user's
    own charts by id (plotqa.py); the chart subtasks ask about them too.
    """
    usable = sorted((x for x in layouts if x.status == "ok"), key=lambda x: x.paper_id)
    sha256_of = {layout.paper_id: layout.sha256 for layout in usable}
    drafts = chain(
        _drafts(SOURCES[subtask], [LayoutView(x) for x in usable], seed, options),
        _chart_records(subtask, charts, seed),
    )
    yield from screened((finish(draft, seed) for draft in drafts), benchmark, sha256_of)


def _chart_records(
    subtask: TrainingSubtask, charts: Mapping[str, ChartSpec], seed: int
) -> Iterator[Draft]:
    if subtask in CHART_SUBTASKS:
        for chart_id in sorted(charts):
            yield imported_chart(subtask, chart_id, charts[chart_id], seed)


def _drafts(
    sources: _Sources, views: Sequence[LayoutView], seed: int, options: GenerationOptions
) -> Iterator[Draft]:
    if sources.of_paper is not None:
        for view in views:
            yield from sources.of_paper(view, options.per_paper, seed)
    if sources.of_papers is not None:
        yield from sources.of_papers(views, options.pairs, seed)
    if sources.synthetic is not None:
        for index in range(options.synthetic):
            yield sources.synthetic(options.synthetic_from + index, seed)
