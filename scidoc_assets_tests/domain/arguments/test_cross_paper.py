"""Papers are linked by what their claims say; a joined graph is valid and needs both."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.arguments.cross_paper import (
    JOINT_ROOT,
    join_graphs,
    join_linked,
    link_papers,
    other_paper_of,
)
from scidoc_assets.domain.arguments.stages import GraphOrigin, graph_row
from scidoc_assets.schemas.arguments import ArgumentGraph, CrossPaperLink
from scidoc_assets.schemas.text import normalise
from scidoc_assets_tests.domain.arguments.hand_paper import node, proves, supports


def graph_of(paper: str, claim: str, caption: str) -> ArgumentGraph:
    nodes = [
        node("root", "claim", claim),
        node("ev", "evidence", f"A reading of the plots of paper {paper} with 3 % more."),
        node("fig", "figure_ref", caption),
    ]
    text = normalise(" ".join(n.label for n in nodes)).text
    edges = [supports("root", "ev"), proves("ev", "fig")]
    return graph_row(GraphOrigin(paper, "hand"), nodes, edges, text, stage="final")


FIRST = graph_of("p1", "Calcium increases biofilm thickness.", "Biofilm thickness against calcium")
AGREES = graph_of("p2", "Biofilm thickness rises with calcium.", "Dispersal in the flow cell")
AGAINST = graph_of("p3", "Calcium decreases biofilm thickness.", "Biofilm thickness with calcium")
OTHER = graph_of("p4", "Stars of the halo are old and faint.", "Ages of halo stars")


def relations(links: list[CrossPaperLink]) -> set[tuple[str, str, str]]:
    return {(x.left_paper_id, x.right_paper_id, x.relation) for x in links}


def test_claims_that_say_the_same_support_and_opposite_ones_contradict() -> None:
    found = relations(link_papers([FIRST, AGREES, AGAINST, OTHER]))
    assert ("p1", "p2", "supports") in found
    assert ("p1", "p3", "contradicts") in found
    assert not any("p4" in link for link in found)


def test_two_shared_words_make_no_common_subject() -> None:
    fringes = graph_of("p5", "Temperature control alone preserves the fringes.", "Fringes")
    soils = graph_of("p6", "Temperature controls respiration in soils.", "Respiration")
    assert link_papers([fringes, soils]) == []


def test_objects_with_like_captions_are_the_same_setup() -> None:
    found = relations(link_papers([FIRST, AGREES, AGAINST]))
    assert {link for link in found if link[2] == "same_setup"} == {("p1", "p3", "same_setup")}


def test_links_do_not_depend_on_the_order_and_invalid_graphs_take_no_part() -> None:
    assert link_papers([FIRST, AGREES]) == link_papers([AGREES, FIRST])
    broken = AGREES.model_copy(update={"is_valid": False})
    assert link_papers([FIRST, broken]) == []


def test_a_joined_graph_is_valid_and_one_deeper_with_both_sides_below() -> None:
    (link,) = link_papers([FIRST, AGREES])
    graphs = {g.graph_id: g for g in (FIRST, AGREES)}
    texts = {
        g.paper_id: normalise(" ".join(n.label for n in g.nodes)).text for g in (FIRST, AGREES)
    }
    joined = join_graphs(link, graphs, texts)
    assert joined.is_valid, joined.findings
    assert (joined.root_id, joined.depth, joined.detail) == (JOINT_ROOT, 4, "joined with p2")
    assert {n.node_id for n in joined.nodes} >= {"a_root", "b_root", "a_fig", "b_fig"}


def test_setups_cannot_be_joined() -> None:
    link = next(x for x in link_papers([FIRST, AGAINST]) if x.relation == "same_setup")
    with pytest.raises(ValueError, match="set-ups"):
        join_graphs(link, {}, {})


def test_linked_claims_are_joined_from_their_graphs_alone_and_name_the_second_paper() -> None:
    graphs = [FIRST, AGREES, AGAINST]
    joined = join_linked(link_papers(graphs), graphs)
    assert [g.is_valid for g in joined] == [True] * len(joined)
    assert {(g.paper_id, other_paper_of(g)) for g in joined} >= {("p1", "p2"), ("p1", "p3")}
    assert other_paper_of(FIRST) is None
