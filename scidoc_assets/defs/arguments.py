"""Argument graphs: draft -> linked -> observable -> validated, by rules or by a configured model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, get_args

from scidoc_assets.defs.dialogues import CropImages, Helper, card_of, drive_all, helper_of
from scidoc_assets.defs.grouping import by_paper
from scidoc_assets.defs.previews import picture
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.reviewed import decisions_of, shard_decisions
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.arguments.cited_works import look_up_knowledge
from scidoc_assets.domain.arguments.drawing import draw_graph
from scidoc_assets.domain.arguments.extractive import build_extractive_graph
from scidoc_assets.domain.arguments.model_dialogues import (
    draft_dialogue,
    link_dialogue,
    observe_dialogue,
)
from scidoc_assets.domain.arguments.sentences import paper_text_of
from scidoc_assets.domain.arguments.stages import (
    GraphOrigin,
    empty_graph,
    finish_graph,
    link_graph,
    observe_graph,
)
from scidoc_assets.domain.arguments.validation import offenders
from scidoc_assets.domain.contexts.hosts import locate_mentions
from scidoc_assets.domain.review.application import reviewed_graph
from scidoc_assets.schemas.arguments import ArgumentGraph, GraphRule
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.papers import PaperDiscipline

Layouts = Sequence[ParsedLayout]
Figures = Sequence[CuratedFigure]
Graphs = Sequence[ArgumentGraph]
Disciplines = Sequence[PaperDiscipline]


def _builder_card(project: Project, key: str | None) -> str:
    return card_of(project, project.settings.tasks.graphs.builder)


def _builder(run: StageRun) -> Helper | None:
    return helper_of(run.project, run.project.settings.tasks.graphs.builder)


def _is_complete(rows: Rows) -> bool:
    """False while calls failed for a passing cause: the next run takes them up again."""
    waiting = {"model_failed", "model_not_ready"}
    return not any(
        isinstance(r, ArgumentGraph) and (r.reason in waiting or "call_failed" in (r.detail or ""))
        for r in rows
    )


@stage(
    "draft_argument_graphs",
    uses=("tasks",),
    pool="llm_api",
    external=_builder_card,
    is_complete=_is_complete,
)
def draft_argument_graphs(
    run: StageRun,
    parsed_layouts: Layouts,
    curated_figures: Figures,
    paper_disciplines: Disciplines,
) -> Graphs:
    """One draft per readable paper; a paper without a graph has a reason."""
    figures = by_paper(curated_figures)
    helper = _builder(run)
    if helper is None:
        return [_extract(run, p, figures.get(p.paper_id, [])) for p in parsed_layouts]
    model_id = helper.model.model_id
    if helper.missing is not None:
        return [
            empty_graph(
                GraphOrigin(p.paper_id, model_id, p.language), "model_not_ready", helper.missing
            )
            for p in parsed_layouts
        ]
    fields = {p.paper_id: p.discipline for p in paper_disciplines}
    return drive_all(
        run.project,
        helper.model,
        "draft",
        lambda p: draft_dialogue(p, figures.get(p.paper_id, []), model_id, fields.get(p.paper_id)),
        parsed_layouts,
    )


def _extract(run: StageRun, layout: ParsedLayout, own: Figures) -> ArgumentGraph:
    mentions = locate_mentions(layout, list(own))
    return build_extractive_graph(layout, own, mentions, run.project.settings.tasks.graphs)


def _not_looked_up(rows: Rows) -> list[str]:
    return [
        f"{r.graph_id}: {n.node_id}"
        for r in rows
        if isinstance(r, ArgumentGraph)
        for n in r.nodes
        if n.type == "established_basis"
        and (
            n.cited_works_status is None or (n.cited_works_status == "found") != bool(n.cited_works)
        )
    ]


@stage(
    "linked_argument_graphs",
    uses=("tasks",),
    pool="llm_api",
    external=_builder_card,
    is_complete=_is_complete,
    checks=(TableCheck("knowledge_is_looked_up", _not_looked_up, is_blocking=True),),
)
def linked_argument_graphs(
    run: StageRun,
    draft_argument_graphs: Graphs,
    curated_figures: Figures,
    parsed_layouts: Layouts,
) -> Graphs:
    """Figure and table nodes linked to curated objects, or left open with alternatives; knowledge
    looked up in the paper's reference list."""
    layouts = {layout.paper_id: layout for layout in parsed_layouts}
    linked = _linked(run, draft_argument_graphs, curated_figures)
    return [look_up_knowledge(g, layouts[g.paper_id]) for g in linked]


def _linked(run: StageRun, draft_argument_graphs: Graphs, curated_figures: Figures) -> Graphs:
    figures = by_paper(curated_figures)
    helper = _builder(run)
    if helper is None or helper.missing is not None:
        return [link_graph(g, figures.get(g.paper_id, [])) for g in draft_argument_graphs]
    model_id = helper.model.model_id

    def link(graph: ArgumentGraph):
        own = figures.get(graph.paper_id, [])
        images = CropImages(run.project, {f.figure_id: f for f in own})
        return link_dialogue(graph, own, images, model_id)

    return drive_all(run.project, helper.model, "link", link, draft_argument_graphs)


def _without_region(rows: Rows) -> list[str]:
    return [
        f"{r.graph_id}: {n.node_id}"
        for r in rows
        if isinstance(r, ArgumentGraph)
        for n in r.nodes
        if n.visual_evidence_text and n.key_region is None
    ]


@stage(
    "observable_evidence",
    uses=("tasks",),
    pool="llm_api",
    external=_builder_card,
    is_complete=_is_complete,
    checks=(TableCheck("observed_evidence_has_a_key_region", _without_region, is_blocking=True),),
)
def observable_evidence(
    run: StageRun,
    linked_argument_graphs: Graphs,
    curated_figures: Figures,
    paper_disciplines: Disciplines,
) -> Graphs:
    """Evidence as what is directly visible, with its key region."""
    figures = by_paper(curated_figures)
    helper = _builder(run)
    if helper is None or helper.missing is not None:
        return [observe_graph(g, figures.get(g.paper_id, [])) for g in linked_argument_graphs]
    model_id = helper.model.model_id
    fields = {p.paper_id: p.discipline for p in paper_disciplines}

    def observe(graph: ArgumentGraph):
        own = figures.get(graph.paper_id, [])
        images = CropImages(run.project, {f.figure_id: f for f in own})
        return observe_dialogue(graph, own, images, model_id, fields.get(graph.paper_id))

    return drive_all(run.project, helper.model, "observe", observe, linked_argument_graphs)


def _graphs(rows: Rows) -> list[ArgumentGraph]:
    return [r for r in rows if isinstance(r, ArgumentGraph)]


def _breaking(rule: GraphRule, rows: Rows) -> list[str]:
    return offenders(_graphs(rows), rule)


def _unexplained(rows: Rows) -> list[str]:
    return [
        r.graph_id for r in _graphs(rows) if not r.is_valid and not r.findings and r.reason is None
    ]


def _mislabelled(rows: Rows) -> list[str]:
    return [r.graph_id for r in _graphs(rows) if r.is_valid and (r.findings or r.reason)]


RULE_CHECKS = tuple(TableCheck(rule, partial(_breaking, rule)) for rule in get_args(GraphRule))


def _drawing(project: Project, rows: Rows) -> Mapping[str, Any]:
    valid = [r for r in _graphs(rows) if r.is_valid]
    if not valid:
        return {}
    svg = draw_graph(valid[0].nodes, valid[0].edges, valid[0].root_id)
    return {"drawing": picture(svg, "argument graph", "image/svg+xml"), "valid_graphs": len(valid)}


@stage(
    "argument_graphs",
    external=shard_decisions,
    checks=(
        *RULE_CHECKS,
        TableCheck("missing_graphs_have_a_reason", _unexplained, is_blocking=True),
        TableCheck("valid_graphs_have_no_findings", _mislabelled, is_blocking=True),
    ),
    preview=_drawing,
)
def argument_graphs(run: StageRun, observable_evidence: Graphs, parsed_layouts: Layouts) -> Graphs:
    """Every graph in its latest human version, validated and measured as it now stands."""
    texts = {layout.paper_id: layout for layout in parsed_layouts}
    decisions = decisions_of(run.project)
    return [
        finish_graph(reviewed_graph(g, decisions), paper_text_of(texts[g.paper_id]))
        for g in observable_evidence
    ]


STAGES = (draft_argument_graphs, linked_argument_graphs, observable_evidence, argument_graphs)
