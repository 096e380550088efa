"""Linking goes by caption meaning, kind and family; what text leaves open stays open."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.arguments.linking import apply_matches, family_of, link_references
from scidoc_assets.schemas.argument_replies import ReferenceMatch
from scidoc_assets_tests.domain.arguments.hand_paper import FIGURES, figure_of, node, proves


def match_of(label: str, citation: str | None, figures=None, kind: str = "figure_ref"):
    anchor = node("ref", kind, label, citation=citation, source_attributions=[])
    return link_references([anchor], [], FIGURES if figures is None else figures)[0]


def test_caption_meaning_wins_over_a_wrong_citation() -> None:
    match = match_of("Film thickness against calcium for wild type and mutant", "Fig. 2")
    assert match.matched_candidate_id == "paper-1-f-1"


def test_a_table_reference_never_matches_a_figure() -> None:
    match = match_of("Film thickness against calcium", "Fig. 1", FIGURES[:2], kind="table_ref")
    assert match.matched_candidate_id is None
    assert not match.needs_visual_disambiguation


@pytest.mark.parametrize(
    ("citation", "wanted"),
    [("Extended Data Fig. 1", "paper-1-f-ed1"), ("Fig. 1", "paper-1-f-1"), (None, "paper-1-f-1")],
)
def test_main_and_extended_data_families_do_not_cross(citation: str | None, wanted: str) -> None:
    caption = "Film thickness against calcium for wild type and mutant"
    figures = [
        figure_of("Extended Data Figure 1", caption),
        figure_of("Figure 1", f"{caption}."),
    ]
    assert match_of(caption, citation, figures).matched_candidate_id == wanted


def test_equal_captions_without_citation_are_not_forced() -> None:
    twins = [figure_of("Figure 1", "Growth of films"), figure_of("Figure 2", "Growth of films")]
    match = match_of("Growth of films", None, twins)
    assert match.matched_candidate_id is None
    assert match.needs_visual_disambiguation
    assert set(match.alternative_candidate_ids) == {"paper-1-f-1", "paper-1-f-2"}


def test_the_citation_breaks_a_tie_but_only_with_medium_confidence() -> None:
    twins = [figure_of("Figure 1", "Growth of films"), figure_of("Figure 2", "Growth of films")]
    match = match_of("Growth of films", "Fig. 2", twins)
    assert (match.matched_candidate_id, match.confidence) == ("paper-1-f-2", "medium")
    assert match.alternative_candidate_ids == ["paper-1-f-1"]


def test_a_citation_without_any_shared_meaning_is_low_and_asks_for_eyes() -> None:
    match = match_of("Spectra of a distant galaxy", "Fig. 1")
    assert (match.matched_candidate_id, match.confidence) == ("paper-1-f-1", "low")
    assert match.needs_visual_disambiguation


def test_evidence_around_a_reference_helps_to_find_it() -> None:
    anchor = node("ref", "figure_ref", "A plot of the results", source_attributions=[])
    around = node("ev", "evidence", "Adhesin transcripts rise in time after adding calcium")
    match = link_references([around, anchor], [proves("ev", "ref")], FIGURES)[0]
    assert match.matched_candidate_id == "paper-1-f-2"


def test_families_are_read_from_labels() -> None:
    assert family_of("Extended Data Fig. 2a") == "ED"
    assert family_of("Fig. 2B") == ""
    assert family_of("Table S1") == "S"
    assert family_of("the plot") is None


def test_a_match_is_written_on_its_anchor_only() -> None:
    nodes = [node("ref", "figure_ref"), node("ev", "evidence")]
    match = ReferenceMatch(
        graph_ref_id="ref",
        matched_candidate_id="paper-1-f-1",
        confidence="high",
        alternative_candidate_ids=[],
        needs_visual_disambiguation=False,
    )
    linked = apply_matches(nodes, {"ref": match, "ev": match})
    assert [n.resolved_figure_id for n in linked] == ["paper-1-f-1", None]
