"""Tests of the zones of a document that decide the roles of its blocks."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.layouts.paragraphs import text_blocks
from scidoc_assets.domain.layouts.roles import block_roles
from scidoc_assets_tests.painted import line, page, prose, text_of


def _roles(lines):
    pages, style = text_of(page(lines))
    blocks = text_blocks(pages[0], range(len(pages[0].lines)), style)
    roles = block_roles(blocks, [pages[0].height_pt], style)
    return {b.text[:9]: role for role, b in zip(roles, blocks, strict=True)}


def _head(text: str, y: float):
    return line(text, 72, y, size=12, is_bold=True, font="Bold")


def test_a_section_about_references_is_no_reference_list() -> None:
    roles = _roles([*prose(72, 60, 528, 6), _head("References", 160), *prose(72, 190, 528, 4)])
    assert roles["the quick"] == "paragraph"


@pytest.mark.parametrize("name", ["References", "Literaturverzeichnis", "Bibliographie"])
def test_a_list_behind_a_heading_of_any_of_these_languages_is_one_of_references(name: str) -> None:
    entries = [
        line("Author, A. (2008). A title of some length. Journal of things.", 72, 190),
        line("Writer, B. (2009). A title of some length. Journal of things.", 72, 210),
    ]
    roles = _roles([*prose(72, 60, 528, 6), _head(name, 160), *entries])
    assert roles["Author, A"] == roles["Writer, B"] == "reference_entry"


def test_lines_of_a_table_of_contents_head_no_section() -> None:
    lines = [
        *prose(72, 60, 528, 3),
        _head("Contents", 130),
        line("1 Diversity indices 1", 72, 160, is_bold=True, font="Bold"),
        line("1.1 Rarefaction . . . . . . . 2", 90, 180),
        line("2 Species pool 8", 72, 200, is_bold=True, font="Bold"),
        _head("Introduction", 240),
        *prose(72, 260, 528, 4),
    ]
    roles = _roles(lines)
    assert roles["Contents"] == "section_header"
    assert roles["1.1 Raref"] == roles["2 Species"] == "other"
    assert roles["Introduct"] == "section_header"


@pytest.mark.parametrize(
    ("entry", "role"),
    [
        ("[{}] A. Author, A title of some length, J. of Things 5, 11 (200{}).", "reference_entry"),
        ("[{}] the step that is done as number {} of them all", "list_item"),
    ],
)
def test_entries_that_count_from_one_need_no_heading(entry: str, role: str) -> None:
    items = [line(entry.format(k, k), 72, 160 + 20 * k) for k in range(1, 4)]
    roles = _roles([*prose(72, 60, 528, 6), *items])
    assert [roles[f"[{k}] {entry[5:10]}"] for k in range(1, 4)] == [role] * 3
