"""Tests of how the regions of tables grow from strips."""

from __future__ import annotations

from scidoc_assets.domain.figures.graphics import Graphic
from scidoc_assets.domain.figures.strips import Strip
from scidoc_assets.domain.figures.table_regions import table_region
from scidoc_assets.schemas.pages import TextStyle
from scidoc_assets_tests.painted import line

STYLE = TextStyle(10.0, "Body", 12.0)


def _drawing(top: float, bottom: float, x0: float = 100, x1: float = 300) -> Strip:
    box = (x0, top, x1, bottom)
    return Strip(box, (Graphic(box, "vector"),), (), ())


def _row(y: float, *cells: str) -> Strip:
    lines = tuple(line(text, 100 + 80 * k, y) for k, text in enumerate(cells))
    return Strip((100, y - 8, 100 + 80 * len(cells), y + 2), (), lines, ())


def _rule(y: float) -> Strip:
    return Strip((100, y, 400, y), (), (), ((100, y, 400, y),))


def test_a_table_keeps_what_its_rules_enclose_and_drops_notes() -> None:
    strips = [_rule(100), _row(112, "a", "b"), _rule(116), _row(128, "1", "2"), _rule(132)]
    strips.append(_row(144, "Note: values are means of three runs."))
    region = table_region(strips, STYLE)
    assert region is not None
    assert region.bbox_pt[3] == 132


def test_a_table_without_rules_ends_at_the_gap() -> None:
    strips = [_row(112, "a", "b"), _row(124, "1", "2"), _row(136, "3", "4"), _row(190, "text")]
    region = table_region(strips, STYLE)
    assert region is not None
    assert region.bbox_pt[3] == 138


def test_rows_set_apart_still_belong_when_their_cells_line_up() -> None:
    strips = [_row(112, "aa", "bb"), _row(124, "11", "22"), _row(172, "33", "44")]
    region = table_region(strips, STYLE)
    assert region is not None
    assert region.bbox_pt[3] == 174


def test_a_picture_below_the_rows_is_no_part_of_the_table() -> None:
    strips = [_row(112, "aa", "bb"), _row(124, "11", "22"), _drawing(138, 300)]
    region = table_region(strips, STYLE)
    assert region is not None
    assert region.bbox_pt[3] < 130


def test_a_wider_bare_rule_beyond_the_last_rule_opens_another_box() -> None:
    table = [_rule(132), _row(128, "1", "2"), _rule(116), _row(112, "a", "b"), _rule(100)]
    listing = Strip((60, 86, 440, 86), (), (), ((60, 86, 440, 86),))
    region = table_region([*table, listing, _row(80, "for x in y:")], STYLE)
    assert region is not None
    assert region.bbox_pt[1] == 100


def test_nothing_gives_no_region() -> None:
    assert table_region([], STYLE) is None


def test_the_narrower_part_of_a_split_table_is_kept() -> None:
    first = [_rule(100), _row(112, "aa", "bb"), _rule(116), _row(128, "11", "22"), _rule(132)]
    wide = ((20.0, 140.0, 560.0, 140.0), (120.0, 146.0, 380.0, 146.0))
    second = [Strip((20, 140, 560, 146), (), (), wide), _row(160, "cc", "dd")]
    last = Strip((20, 168, 560, 168), (), (), ((20, 168, 560, 168),))
    region = table_region([*first, *second, last], STYLE)
    assert region is not None
    assert region.bbox_pt[1] == 100
    assert region.bbox_pt[3] == 168
