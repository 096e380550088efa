"""Tests of block roles."""

from __future__ import annotations

from scidoc_assets.domain.layouts.paragraphs import text_blocks
from scidoc_assets.domain.layouts.roles import block_roles
from scidoc_assets_tests.painted import line, page, prose, text_of


def _roles(*contents):
    pages, style = text_of(*contents)
    blocks = [b for p in pages for b in text_blocks(p, range(len(p.lines)), style)]
    roles = block_roles(blocks, [p.height_pt for p in pages], style)
    return [(role, b.text[:12]) for role, b in zip(roles, blocks, strict=True)]


def test_a_first_page_has_title_authors_abstract_and_body() -> None:
    roles = _roles(
        page(
            [
                line("A Study of Many Things", 150, 80, size=18, is_bold=True, font="Bold"),
                line("Ann Author and Bob Writer", 200, 110),
                line("Abstract", 270, 140, is_bold=True, font="Bold"),
                *prose(100, 160, 500, 4),
                line("1 Introduction", 72, 250, size=12, is_bold=True, font="Bold"),
                *prose(72, 270, 528, 10),
            ]
        )
    )
    assert [role for role, _ in roles] == [
        "title",
        "author",
        "section_header",
        "abstract",
        "section_header",
        "paragraph",
    ]


def test_entries_behind_the_references_heading_are_references() -> None:
    roles = _roles(
        page(
            [
                *prose(72, 60, 528, 8),
                line("References", 72, 200, size=12, is_bold=True, font="Bold"),
                line("[1] A. Author. A title. A journal, 2001.", 72, 220),
                line("[2] B. Author. Another title. A journal, 2002.", 72, 232),
            ],
            index=0,
        )
    )
    assert [role for role, _ in roles][-2:] == ["reference_entry", "reference_entry"]


def test_a_small_marked_block_at_the_foot_is_a_footnote() -> None:
    roles = _roles(
        page([*prose(72, 60, 528, 40), line("1We thank all of them for it.", 72, 700, size=8)])
    )
    assert roles[-1][0] == "footnote"


def test_a_displayed_formula_is_an_equation() -> None:
    roles = _roles(
        page([*prose(72, 60, 528, 6), line("E = mc + f(x) = 0 (12)", 250, 160, font="CMMI10")])
    )
    assert roles[-1][0] == "equation"


def test_typewriter_lines_are_code() -> None:
    code = [
        line(f"    value[{k}] = next(item)", 72, 160 + 12 * k, font="Courier") for k in range(4)
    ]
    assert _roles(page([*prose(72, 60, 528, 6), *code]))[-1][0] == "algorithm"


def test_a_bold_line_of_authors_that_begins_with_an_initial_heads_no_section() -> None:
    roles = _roles(
        page(
            [
                line("A Study of Many Things", 150, 80, size=18, is_bold=True, font="Bold"),
                line("M. Author, B. Writer, and C. Third", 150, 110, is_bold=True, font="Bold"),
                line("1 Introduction", 72, 250, size=12, is_bold=True, font="Bold"),
                *prose(72, 270, 528, 10),
            ]
        )
    )
    assert [role for role, _ in roles] == ["title", "author", "section_header", "paragraph"]


def test_a_term_that_stands_out_of_its_definition_makes_a_list_item() -> None:
    term = [line("Resources We consider three main kinds of them", 72, 140, 528)]
    roles = _roles(page([*prose(72, 60, 528, 4), *term, *prose(92, 152, 528, 2)]))
    assert roles[1][0] == "list_item"


def test_an_italic_line_between_white_space_and_a_paragraph_is_a_heading() -> None:
    head = line("User-defined macros", 240, 130, size=9, font="Italic")
    roles = _roles(page([*prose(72, 60, 528, 4), head, *prose(72, 152, 528, 4)]))
    assert roles[1] == ("section_header", "User-defined")
    close = line("User-defined macros", 240, 115, size=9, font="Italic")
    roles = _roles(page([*prose(72, 60, 528, 4), close, *prose(72, 152, 528, 4)]))
    assert ("section_header", "User-defined") not in roles
