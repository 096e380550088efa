"""Tests of figure and table objects of a document."""

from __future__ import annotations

from scidoc_assets.domain.figures.captions import find_captions
from scidoc_assets.domain.figures.graphics import page_graphics
from scidoc_assets.domain.figures.matching import match_captions
from scidoc_assets.domain.figures.objects import build_objects
from scidoc_assets_tests.painted import line, page, prose, text_of


def _found(*contents):
    pages, style = text_of(*contents)
    drawn = [page_graphics(c) for c in contents]
    captions = find_captions(pages, [d.rules for d in drawn], style)
    matches = match_captions(pages, drawn, captions, style)
    return build_objects("p", pages, drawn, matches, style, 300)


def _objects(*contents):
    found, merged = _found(*contents)
    return [f.candidate for f in found if f.kind != "legend"], merged


def test_a_captioned_figure_has_label_source_and_place() -> None:
    rows, _ = _objects(
        page(
            [*prose(72, 60, 528, 4), line("Figure 2: A picture.", 150, 330)],
            images=[(150, 150, 450, 310)],
        )
    )
    row = rows[0]
    assert (row.figure_id, row.label, row.number, row.kind) == (
        "p-figure-2",
        "Figure 2",
        2,
        "figure",
    )
    assert (row.source, row.caption_position, row.reason) == ("raster", "below", None)
    assert row.parts_pt == [row.bbox_pt]


def test_a_picture_without_caption_is_a_row_with_a_reason() -> None:
    """B01."""
    rows, _ = _objects(page(prose(72, 500, 528, 8), images=[(100, 100, 400, 300)]))
    assert [(r.label, r.caption, r.reason) for r in rows] == [(None, None, "no_caption")]
    assert rows[0].bbox_pt == (100, 100, 400, 300)


def test_an_orphan_caption_is_a_row_without_box() -> None:
    rows, _ = _objects(page([*prose(72, 60, 528, 20), line("Figure 1: Nothing here.", 72, 320)]))
    assert [(r.label, r.bbox_pt, r.reason) for r in rows] == [("Figure 1", None, "no_graphic")]


def test_a_bare_label_takes_the_legend_printed_elsewhere() -> None:
    legend = page(
        [*prose(72, 60, 528, 20), line("Figure 1. The legend of it.", 72, 330, is_bold=True)]
    )
    plate = page([line("Figure 1", 260, 60)], images=[(100, 80, 500, 400)], index=1)
    rows, log = _objects(legend, plate)
    assert [(r.label, r.page_index, r.caption) for r in rows] == [
        ("Figure 1", 1, "Figure 1. The legend of it.")
    ]
    assert log == ["caption of Figure 1 on page 0 repeats another"]


def test_a_table_marked_continued_is_a_part_not_a_second_table() -> None:
    def rows_at(top: float):
        return [line(f"{r}{c}.25", 100 + 100 * c, top + 14 * r) for r in range(5) for c in range(4)]

    first = page([*prose(72, 60, 528, 8), line("Table 1: Numbers.", 100, 300), *rows_at(320)])
    second = page(
        [line("Table 1 (continued)", 100, 60), *rows_at(80), *prose(72, 300, 528, 8)], index=1
    )
    rows, _ = _objects(first, second)
    assert [(r.label, r.page_index, r.continues_on) for r in rows] == [("Table 1", 0, [1])]
    found, _ = _found(first, second)
    printed = [(f.kind, f.caption.page_index) for f in found if f.caption is not None]
    assert printed == [("table", 0), ("legend", 1)]
