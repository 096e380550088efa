"""Argument graphs: draft -> linked -> observable -> validated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scidoc_assets.defs.grouping import by_paper
from scidoc_assets.defs.previews import picture
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.arguments.drawing import draw_graph
from scidoc_assets.domain.arguments.extractive import build_extractive_graph
from scidoc_assets.domain.arguments.sentences import paper_text_of
from scidoc_assets.domain.arguments.stages import finish_graph, link_graph, observe_graph
from scidoc_assets.domain.contexts.hosts import locate_mentions
from scidoc_assets.schemas.arguments import ArgumentGraph
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.layouts import ParsedLayout

Layouts = Sequence[ParsedLayout]
Figures = Sequence[CuratedFigure]
Graphs = Sequence[ArgumentGraph]


@stage("draft_argument_graphs", "1", uses=("tasks",))
def draft_argument_graphs(
    run: StageRun, parsed_layouts: Layouts, curated_figures: Figures
) -> Graphs:
    """One draft per readable paper; a paper without a graph has a reason."""
    figures = by_paper(curated_figures)
    graphs = []
    for layout in parsed_layouts:
        own = figures.get(layout.paper_id, [])
        mentions = locate_mentions(layout, own)
        graphs.append(
            build_extractive_graph(layout, own, mentions, run.project.settings.tasks.graphs)
        )
    return graphs


@stage("linked_argument_graphs", "1")
def linked_argument_graphs(
    run: StageRun, draft_argument_graphs: Graphs, curated_figures: Figures
) -> Graphs:
    """Figure and table nodes linked to curated objects, or left open with alternatives."""
    figures = by_paper(curated_figures)
    return [link_graph(g, figures.get(g.paper_id, [])) for g in draft_argument_graphs]


@stage("observable_evidence", "1")
def observable_evidence(
    run: StageRun, linked_argument_graphs: Graphs, curated_figures: Figures
) -> Graphs:
    """Evidence as what is directly visible, with its key region."""
    figures = by_paper(curated_figures)
    return [observe_graph(g, figures.get(g.paper_id, [])) for g in linked_argument_graphs]


def _invalid(rows: Rows) -> list[str]:
    return [r.graph_id for r in rows if isinstance(r, ArgumentGraph) and r.findings]


def _without_reason(rows: Rows) -> list[str]:
    return [
        r.graph_id
        for r in rows
        if isinstance(r, ArgumentGraph) and not r.is_valid and not r.findings and r.reason is None
    ]


def _drawing(project: Project, rows: Rows) -> Mapping[str, Any]:
    valid = [r for r in rows if isinstance(r, ArgumentGraph) and r.is_valid]
    if not valid:
        return {}
    svg = draw_graph(valid[0].nodes, valid[0].edges, valid[0].root_id)
    return {"drawing": picture(svg, "argument graph", "image/svg+xml"), "valid_graphs": len(valid)}


@stage(
    "argument_graphs",
    "1",
    checks=(
        TableCheck("graphs_follow_every_rule", _invalid),
        TableCheck("missing_graphs_have_a_reason", _without_reason, is_blocking=True),
    ),
    preview=_drawing,
)
def argument_graphs(run: StageRun, observable_evidence: Graphs, parsed_layouts: Layouts) -> Graphs:
    """Every graph validated and measured as it now stands."""
    texts = {layout.paper_id: layout for layout in parsed_layouts}
    return [finish_graph(g, paper_text_of(texts[g.paper_id])) for g in observable_evidence]


STAGES = (draft_argument_graphs, linked_argument_graphs, observable_evidence, argument_graphs)
