"""Headings tell the kind of a section; unnamed ones inherit only where sections have parts."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.arguments.sections import kind_of_heading, section_kinds
from scidoc_assets_tests.domain.arguments.hand_paper import Line, layout_of


def kinds(lines: list[Line]) -> list[str]:
    blocks = layout_of(lines).blocks
    found = section_kinds(blocks)
    return [found[b.block_id] for b in blocks if b.category != "section_header"]


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("4. Conclusions", "conclusion"),
        ("Materials and methods", "methods"),
        ("III. RESULTS", "results"),
        ("七、模型的评价", "conclusion"),
        ("摘要", "abstract"),
        ("Acknowledgments", "back"),
        ("2.3 Trace trees", None),
    ],
)
def test_a_heading_names_its_kind(heading: str, kind: str | None) -> None:
    assert kind_of_heading(heading) == kind


def test_a_subsection_inherits_by_its_number() -> None:
    assert kinds([("section_header", "3 Results"), ("section_header", "3.1 Wild type"),
                  ("paragraph", "x")]) == ["results"]  # fmt: skip


def test_an_unnumbered_part_of_results_is_results_but_setup_has_no_parts() -> None:
    lines: list[Line] = [
        ("section_header", "Results"),
        ("section_header", "Movement patterns"),
        ("paragraph", "x"),
        ("section_header", "Setup"),
        ("paragraph", "y"),
        ("section_header", "Spreading jumps"),
        ("paragraph", "z"),
    ]
    assert kinds(lines) == ["results", "methods", "other"]


def test_an_abstract_does_not_swallow_a_letter_without_headings() -> None:
    lines: list[Line] = [
        ("section_header", "Abstract"),
        ("paragraph", "word " * 300),
        ("paragraph", "word " * 300),
        ("paragraph", "word"),
    ]
    assert kinds(lines) == ["abstract", "other", "other"]


def test_unnamed_sections_after_the_references_are_appendix() -> None:
    lines: list[Line] = [
        ("section_header", "References"),
        ("paragraph", "r"),
        ("section_header", "B PDF filters"),
        ("paragraph", "x"),
        ("section_header", "2 Respiration"),
        ("paragraph", "y"),
    ]
    assert kinds(lines) == ["back", "appendix", "other"]
