"""Evidence is an observation with one anchor, and its excerpt is the paper's own clause."""

from __future__ import annotations

from scidoc_assets.domain.arguments.evidence import EvidenceDraft, find_evidence, limit_evidence
from scidoc_assets.domain.arguments.sentences import sentences_of
from scidoc_assets_tests.domain.arguments.hand_paper import (
    FIGURES,
    Line,
    layout_of,
    mentions_of,
)

KEYS = {"F:1": "fig-1", "F:2": "fig-2", "T:1": "tab-1"}


def drafts_of(*paragraphs: str) -> list[EvidenceDraft]:
    said: list[Line] = [("paragraph", p) for p in paragraphs]
    lines: list[Line] = [("section_header", "Results"), *said]
    layout = layout_of(lines)
    return find_evidence(sentences_of(layout), mentions_of(layout, FIGURES), KEYS)


def test_a_sentence_over_two_objects_becomes_two_clauses() -> None:
    sentence = (
        "Adhesin transcripts rise from 1.0 to 14.5 within 6 h (Fig. 2), whereas magnesium salts give "
        "lower levels of 1.3 (Table 1)."
    )
    drafts = drafts_of(sentence)
    assert [(d.figure_id, d.text) for d in drafts] == [
        ("fig-2", "Adhesin transcripts rise from 1.0 to 14.5 within 6 h (Fig. 2)"),
        ("tab-1", "magnesium salts give lower levels of 1.3 (Table 1)."),
    ]
    assert all(d.pieces[0].raw in sentence for d in drafts)


def test_two_objects_in_one_breath_keep_the_first_only() -> None:
    drafts = drafts_of("The thickness of the film increases with calcium (Fig. 1 and Table 1).")
    assert [d.figure_id for d in drafts] == ["fig-1"]


def test_a_pointer_gives_its_anchor_to_the_observation_that_follows() -> None:
    drafts = drafts_of(
        "The growth curves are shown in Fig. 2. The transcripts rise from 1.0 to 14.5 within 6 h. "
        "The medium was changed daily."
    )
    assert [(d.figure_id, d.is_carried) for d in drafts] == [("fig-2", True)]
    assert drafts[0].citing[0].raw == "The growth curves are shown in Fig. 2."


def test_a_new_paragraph_carries_no_anchor() -> None:
    assert drafts_of(
        "The growth curves are shown in Fig. 2.", "The transcripts rise from 1.0 to 14.5 within 6 h."
    )[0].weight < 1.0  # fmt: skip


def test_panels_of_a_citation_are_kept() -> None:
    drafts = drafts_of("Film thickness increases from 9 to 41 µm with calcium (Fig. 1A,B).")
    assert drafts[0].panels == ("A", "B")


def test_an_object_that_is_not_curated_gives_no_evidence() -> None:
    assert drafts_of("Film thickness increases from 9 to 41 µm with calcium (Fig. 9).") == []


def test_a_paper_that_only_points_gives_depictions() -> None:
    drafts = drafts_of("Figure 1 shows the arrangement of the flow cell used in this study.")
    assert [d.figure_id for d in drafts] == ["fig-1"]


def test_the_weightiest_are_kept_and_none_twice() -> None:
    drafts = drafts_of(
        *["Film thickness increases from 9 to 41 µm with calcium (Fig. 1A)."] * 2,
        "The mutant stays below the wild type (Fig. 1B).",
    )
    assert len(drafts) == 3
    assert [d.panels for d in limit_evidence(drafts, 5)] == [("A",), ("B",)]
    assert [d.panels for d in limit_evidence(drafts, 1)] == [("A",)]
