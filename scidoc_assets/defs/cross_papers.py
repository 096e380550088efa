"""Arguments over several papers: links between their nodes, and graphs that need two papers."""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.defs.reviewed import all_decisions, decisions_of
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.arguments.cross_paper import excerpts_of, join_linked, link_papers
from scidoc_assets.domain.arguments.stages import finish_graph
from scidoc_assets.domain.arguments.validation import offenders
from scidoc_assets.domain.review.application import reviewed_graph
from scidoc_assets.schemas.arguments import ArgumentGraph, CrossPaperLink

Graphs = Sequence[ArgumentGraph]


def _within_one_paper(rows: Rows) -> list[str]:
    return [
        r.link_id
        for r in rows
        if isinstance(r, CrossPaperLink) and r.left_paper_id == r.right_paper_id
    ]


@stage(
    "cross_paper_links",
    checks=(TableCheck("links_join_two_papers", _within_one_paper, is_blocking=True),),
)
def cross_paper_links(run: StageRun, argument_graphs: Graphs) -> Sequence[CrossPaperLink]:
    """Claims and evidence of valid graphs, each with its best match in another paper."""
    return link_papers(argument_graphs)


def _not_verbatim(rows: Rows) -> list[str]:
    return offenders([r for r in rows if isinstance(r, ArgumentGraph)], "excerpts_are_verbatim")


def _invalid(rows: Rows) -> list[str]:
    return [r.graph_id for r in rows if isinstance(r, ArgumentGraph) and not r.is_valid]


@stage(
    "cross_paper_graphs",
    external=all_decisions,
    checks=(
        TableCheck("excerpts_are_verbatim", _not_verbatim, is_blocking=True),
        TableCheck("joined_graphs_follow_every_rule", _invalid),
    ),
)
def cross_paper_graphs(
    run: StageRun, cross_paper_links: Sequence[CrossPaperLink], argument_graphs: Graphs
) -> Graphs:
    """One graph per pair of linked claims, in its latest human version."""
    decisions, found = decisions_of(run.project), []
    for graph in join_linked(cross_paper_links, argument_graphs):
        reviewed = reviewed_graph(graph, decisions)
        found.append(finish_graph(reviewed, excerpts_of([reviewed])))
    return found


STAGES = (cross_paper_links, cross_paper_graphs)
