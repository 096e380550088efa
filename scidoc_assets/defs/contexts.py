"""context_bindings: captions and citing paragraphs of curated figures."""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.defs.grouping import by_paper
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.contexts.binding import bind_contexts
from scidoc_assets.schemas.contexts import ContextBinding
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.layouts import ParsedLayout


def _empty_without_reason(rows: Rows) -> list[str]:
    return [
        r.figure_id
        for r in rows
        if isinstance(r, ContextBinding) and not r.has_context and r.context_reason is None
    ]


def _gating_broken(rows: Rows) -> list[str]:
    broken = []
    for r in rows:
        if isinstance(r, ContextBinding):
            wrong_c = ("C" in r.gated_dimensions) != r.has_caption
            wrong_ctx = ("CTX" in r.gated_dimensions) != r.has_context
            if not r.is_excluded and (wrong_c or wrong_ctx):
                broken.append(r.figure_id)
    return broken


@stage(
    "context_bindings",
    checks=(
        TableCheck("empty_contexts_have_a_reason", _empty_without_reason, is_blocking=True),
        TableCheck("gating_follows_caption_and_context", _gating_broken, is_blocking=True),
    ),
)
def context_bindings(
    run: StageRun,
    parsed_layouts: Sequence[ParsedLayout],
    curated_figures: Sequence[CuratedFigure],
) -> Sequence[ContextBinding]:
    """The context set T of every curated figure of the shard."""
    figures = by_paper(curated_figures)
    return [
        binding
        for layout in parsed_layouts
        if layout.paper_id in figures
        for binding in bind_contexts(layout, figures[layout.paper_id])
    ]


STAGES = (context_bindings,)
