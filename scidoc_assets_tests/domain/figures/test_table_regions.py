"""Tests of how the regions of tables grow from strips."""

from __future__ import annotations

from scidoc_assets.domain.figures.graphics import Graphic
from scidoc_assets.domain.figures.strips import Strip
from scidoc_assets.domain.figures.table_regions import table_region
from scidoc_assets_tests.domain.figures.strips_made import (
    STYLE,
    drawing_strip,
    row_strip,
    rule_strip,
)
from scidoc_assets_tests.painted import line


def test_a_table_keeps_what_its_rules_enclose_and_drops_notes() -> None:
    strips = [
        rule_strip(100),
        row_strip(112, "a", "b"),
        rule_strip(116),
        row_strip(128, "1", "2"),
        rule_strip(132),
    ]
    strips.append(row_strip(144, "Note: values are means of three runs."))
    region = table_region(strips, STYLE)
    assert region is not None
    assert region.bbox_pt[3] == 132


def test_a_table_without_rules_ends_at_the_gap() -> None:
    strips = [
        row_strip(112, "a", "b"),
        row_strip(124, "1", "2"),
        row_strip(136, "3", "4"),
        row_strip(190, "text"),
    ]
    region = table_region(strips, STYLE)
    assert region is not None
    assert region.bbox_pt[3] == 138


def test_rows_set_apart_still_belong_when_their_cells_line_up() -> None:
    strips = [row_strip(112, "aa", "bb"), row_strip(124, "11", "22"), row_strip(172, "33", "44")]
    region = table_region(strips, STYLE)
    assert region is not None
    assert region.bbox_pt[3] == 174


def test_a_picture_below_the_rows_is_no_part_of_the_table() -> None:
    strips = [row_strip(112, "aa", "bb"), row_strip(124, "11", "22"), drawing_strip(138, 300)]
    region = table_region(strips, STYLE)
    assert region is not None
    assert region.bbox_pt[3] < 130


def test_a_wider_bare_rule_beyond_the_last_rule_opens_another_box() -> None:
    table = [
        rule_strip(132),
        row_strip(128, "1", "2"),
        rule_strip(116),
        row_strip(112, "a", "b"),
        rule_strip(100),
    ]
    listing = Strip((60, 86, 440, 86), (), (), ((60, 86, 440, 86),))
    region = table_region([*table, listing, row_strip(80, "for x in y:")], STYLE)
    assert region is not None
    assert region.bbox_pt[1] == 100


def test_nothing_gives_no_region() -> None:
    assert table_region([], STYLE) is None


def test_the_narrower_part_of_a_split_table_is_kept() -> None:
    first = [
        rule_strip(100),
        row_strip(112, "aa", "bb"),
        rule_strip(116),
        row_strip(128, "11", "22"),
        rule_strip(132),
    ]
    wide = ((20.0, 140.0, 560.0, 140.0), (120.0, 146.0, 380.0, 146.0))
    second = [Strip((20, 140, 560, 146), (), (), wide), row_strip(160, "cc", "dd")]
    last = Strip((20, 168, 560, 168), (), (), ((20, 168, 560, 168),))
    region = table_region([*first, *second, last], STYLE)
    assert region is not None
    assert region.bbox_pt[1] == 100
    assert region.bbox_pt[3] == 168


def test_rows_under_the_last_rule_belong_when_their_cells_are_centred_or_ranged_right() -> None:
    def row(y: float, *cells: tuple[float, float]) -> Strip:
        lines = tuple(line("cell", x0, y, x1) for x0, x1 in cells)
        return Strip((cells[0][0], y - 8, cells[-1][1], y + 2), (), lines, ())

    head = [rule_strip(100), row(112, (110, 180), (220, 260), (330, 390)), rule_strip(116)]
    rows = [row(128, (100, 190), (235, 245), (370, 390)), row(140, (100, 150), (236, 244))]
    region = table_region([*head, *rows], STYLE)
    assert region is not None
    assert region.bbox_pt[3] == 130
    aside = row(140, (121, 133), (280, 292))
    assert (region := table_region([*head, rows[0], aside], STYLE)) is not None
    assert region.bbox_pt[3] == 130


def test_a_shaded_box_below_a_grid_is_no_part_of_the_table() -> None:
    box = (100.0, 100.0, 400.0, 144.0)
    cells = tuple(line(t, x0, y) for y in (112, 128) for t, x0 in (("aa", 110), ("bb", 210)))
    grid = Strip(box, (Graphic(box, "rules"),), cells, ((100, 100, 400, 100), (100, 144, 400, 144)))
    region = table_region([grid, drawing_strip(158, 172, 90, 410)], STYLE)
    assert region is not None
    assert region.bbox_pt == box
