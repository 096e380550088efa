"""The extractive builder gives a valid rooted graph of the paper's own words, or a reason."""

from __future__ import annotations

from scidoc_assets.domain.arguments.extractive import build_extractive_graph
from scidoc_assets.domain.arguments.sentences import paper_text_of
from scidoc_assets.domain.arguments.stages import finish_graph, link_graph, observe_graph
from scidoc_assets.domain.arguments.validation import excerpt_is_verbatim
from scidoc_assets.schemas.arguments import ArgumentGraph
from scidoc_assets.schemas.settings import GraphSettings
from scidoc_assets_tests.domain.arguments.hand_paper import (
    FIGURES,
    PAPER,
    Line,
    layout_of,
    mentions_of,
)


def graph_of(lines: list[Line] = PAPER, language: str | None = "en") -> ArgumentGraph:
    layout = layout_of(lines, language)
    return build_extractive_graph(layout, FIGURES, mentions_of(layout), GraphSettings())


def test_a_paper_gives_a_valid_graph_with_its_conclusion_as_root() -> None:
    graph = graph_of()
    root = next(n for n in graph.nodes if n.node_id == graph.root_id)
    assert graph.is_valid, graph.findings
    assert root.label == "Calcium controls film growth by inducing the adhesin."
    assert graph.depth == 4


def test_every_excerpt_is_a_substring_of_its_block() -> None:
    layout = layout_of()
    graph = graph_of()
    blocks = {b.block_id: b.plain_text for b in layout.blocks}
    sources = [a for n in graph.nodes for a in n.source_attributions]
    assert sources
    assert all(a.source_excerpt in blocks[a.block_id or ""] for a in sources)
    assert all(excerpt_is_verbatim(a.source_excerpt, paper_text_of(layout)) for a in sources)


def test_anchors_of_the_draft_are_open_and_linking_resolves_them_by_caption() -> None:
    draft = graph_of()
    anchors = [n for n in draft.nodes if n.type in {"figure_ref", "table_ref"}]
    assert {a.resolved_figure_id for a in anchors} == {None}
    linked = link_graph(draft, FIGURES)
    by_citation = {n.citation: n.resolved_figure_id for n in linked.nodes if n.type == "figure_ref"}
    assert by_citation == {"Figure 1": "paper-1-f-1", "Figure 2": "paper-1-f-2"}


def test_the_final_graph_is_observable_and_measured() -> None:
    graph = observe_graph(link_graph(graph_of(), FIGURES), FIGURES)
    final = finish_graph(graph, paper_text_of(layout_of()))
    evidence = [n for n in final.nodes if n.type == "evidence"]
    assert final.stage == "final"
    assert final.is_valid
    assert all(n.visual_evidence_text and n.key_region_source == "whole" for n in evidence)


def test_the_same_paper_gives_the_same_graph() -> None:
    assert graph_of() == graph_of()


def test_a_paper_without_text_figures_or_a_known_language_has_its_reason() -> None:
    layout = layout_of()
    settings = GraphSettings()
    assert graph_of([("caption", "Figure 1: x")]).reason == "no_text"
    assert build_extractive_graph(layout, [], [], settings).reason == "no_figures"
    assert graph_of(language="de").reason == "unsupported_language"
    failed = layout.model_copy(update={"status": "failed", "reason": "damaged"})
    assert build_extractive_graph(failed, FIGURES, [], settings).reason == "paper_failed"


def test_a_paper_that_cites_nothing_and_one_that_concludes_nothing_have_their_reasons() -> None:
    assert graph_of([("paragraph", "The sites lie in a valley.")]).reason == "no_citing_sentences"
    observed = "Film thickness increases from 9 to 41 µm with calcium (Fig. 1A)."
    assert graph_of([("section_header", "Results"), ("paragraph", observed)]).reason == "no_claims"


def test_two_hundred_figures_stay_within_the_configured_size() -> None:
    layout = layout_of(
        [
            *PAPER[:7],
            *[
                ("paragraph", f"Series {i} of the film rises from {i} to {i + 5} µm (Fig. 1).")
                for i in range(200)
            ],
            *PAPER[8:],
        ]
    )
    settings = GraphSettings(max_evidence=5, max_claims=3)
    graph = build_extractive_graph(layout, FIGURES, mentions_of(layout), settings)
    assert graph.is_valid
    assert sum(n.type == "evidence" for n in graph.nodes) <= 5
    assert sum(n.type == "claim" for n in graph.nodes) <= 3


def test_a_chinese_paper_gives_a_graph() -> None:
    graph = graph_of(
        [
            ("section_header", "摘要"),
            ("abstract", "结果表明，涂层能够抑制正极材料的容量衰减。"),
            ("section_header", "2 结果"),
            ("paragraph", "如图1所示，涂层样品的容量由120下降到110，明显高于未涂层样品。"),
        ],
        "zh",
    )
    assert graph.is_valid, graph.findings
    assert graph.depth == 3
