from __future__ import annotations

from scidoc_assets.domain.views.markdown import escape, pipe_table, to_markdown
from scidoc_assets.schemas.layouts import ParsedLayout, Provenance, Relation
from scidoc_assets_tests.domain.latex.made import block


def layout(*blocks, relations=()) -> ParsedLayout:
    return ParsedLayout(
        paper_id="p",
        sha256="0" * 64,
        status="ok",
        reason=None,
        detail=None,
        title=None,
        language=None,
        num_pages=1,
        provenance=Provenance(parser="test", version="1", options_hash="", sha256="0" * 64),
        warnings=[],
        pages=[],
        blocks=list(blocks),
        relations=list(relations),
        parse_s=0.0,
    )


def test_blocks_come_in_reading_order_each_in_its_own_form() -> None:
    blocks = [
        block(4, "list_item", "• first point"),
        block(0, "title", "A title\nin two lines"),
        block(1, "section_header", "1 Intro", title_level=1),
        block(2, "section_header", "1.1 Detail", title_level=2),
        block(3, "paragraph", "Some broken-\nup text."),
        block(5, "equation", "a = b (1)", latex="a = b"),
        block(6, "equation", "c = d"),
        block(7, "algorithm", "for x:\n  go"),
        block(8, "reference_entry", "[1] Doe."),
    ]
    assert to_markdown(layout(*blocks)) == (
        "# A title in two lines\n\n## 1 Intro\n\n### 1.1 Detail\n\nSome brokenup text.\n\n"
        "- first point\n\n$$\na = b\n$$\n\n```text\nc = d\n```\n\n```text\nfor x:\n  go\n```\n\n"
        "- [1] Doe.\n"
    )


def test_figures_are_links_to_their_crops_and_none_is_lost() -> None:
    blocks = [
        block(0, "figure", "axis", label="Figure 1", figure_id="p-figure-1"),
        block(1, "caption", "Figure 1: Mass.", label="Figure 1"),
        block(2, "figure", "", figure_id="p-p1-graphic-1"),
    ]
    shown = to_markdown(layout(*blocks), {"p-figure-1": "crops/p-figure-1.png"})
    assert shown == (
        "![Figure 1](crops/p-figure-1.png)\n\nFigure 1: Mass.\n\n[Graphic on page 1]\n"
    )


def test_tables_are_pipe_tables_and_short_rows_are_filled_up() -> None:
    assert pipe_table([["a", "b|c"], ["1"]]) == "| a | b\\|c |\n| --- | --- |\n| 1 |  |"
    shown = to_markdown(layout(block(0, "table", "a 1", table_rows=[["a", "1"]])))
    assert shown == "| a | 1 |\n| --- | --- |\n"


def test_a_table_without_cells_is_shown_as_its_text() -> None:
    assert to_markdown(layout(block(0, "table", "a 1"))) == "```text\na 1\n```\n"


def test_a_paragraph_over_two_columns_is_one() -> None:
    blocks = [
        block(0, "paragraph", "The mass falls with"),
        block(1, "figure", "", label="Figure 1"),
        block(2, "paragraph", "temperature.", page=1),
    ]
    joined = Relation(type="continuation", from_id="p-b00000", to_id="p-b00002")
    shown = to_markdown(layout(*blocks, relations=[joined]))
    assert shown == "The mass falls with temperature.\n\n[Figure 1]\n"


def test_continuations_in_a_circle_end() -> None:
    blocks = [block(0, "paragraph", "one"), block(1, "paragraph", "two")]
    circle = [
        Relation(type="continuation", from_id="p-b00000", to_id="p-b00001"),
        Relation(type="continuation", from_id="p-b00001", to_id="p-b00000"),
    ]
    assert to_markdown(layout(*blocks, relations=circle)) == "one two\n"


def test_running_heads_and_stamps_stay_out() -> None:
    stamp = block(1, "other", "arXiv").model_copy(update={"supercategory": "other"})
    assert to_markdown(layout(block(0, "header", "JOURNAL"), stamp)) == ""


def test_text_of_a_paper_never_acts_as_markup() -> None:
    assert escape("# not a heading") == "\\# not a heading"
    assert escape("1. not a list") == "1\\. not a list"
    assert escape("if a <b> then") == "if a \\<b> then"
    assert escape("a < b and 2.5 mm") == "a < b and 2.5 mm"


def test_a_fence_inside_code_does_not_end_the_code_block() -> None:
    shown = to_markdown(layout(block(0, "algorithm", "```\nx\n```")))
    assert shown.startswith("````text\n")
    assert shown.endswith("\n````\n")


def test_a_title_set_as_two_blocks_is_one_heading() -> None:
    blocks = [block(0, "title", "A long title"), block(1, "title", "and its end")]
    shown = to_markdown(layout(*blocks, block(2, "section_header", "1 Intro", title_level=1)))
    assert shown == "# A long title and its end\n\n## 1 Intro\n"
