"""S2 flags inside a paper: sizes, overflow, numbering, broken extraction."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.figures.recovery import s2_flag
from scidoc_assets.schemas.settings import CurationSettings
from scidoc_assets_tests.domain.figures.examples import s1_row

SETTINGS = CurationSettings()
PAGES = {0: (600.0, 800.0), 1: (600.0, 800.0)}
TWO_COLUMNS = ((50.0, 290.0), (310.0, 550.0))


def sized(number: int, bbox: tuple[float, float, float, float], **changes: object):
    """A row whose crop fits its box at 300 DPI and whose caption is elsewhere."""
    scale = 300 / 72
    fields = {
        "bbox_pt": bbox,
        "crop_width_px": round((bbox[2] - bbox[0]) * scale),
        "crop_height_px": round((bbox[3] - bbox[1]) * scale),
        "caption_boxes_pt": [(60.0, 760.0, 280.0, 780.0)],
    }
    return s1_row(number, **{**fields, **changes})


def flags_of(rows: list, columns: dict | None = None) -> list[list[str]]:
    return [row.flags for row in s2_flag(rows, PAGES, SETTINGS, columns)]


def test_a_sound_paper_has_no_flags_and_area_ratios_of_one() -> None:
    rows = [sized(n, (100, 100, 300, 200)) for n in (1, 2, 3)]
    out = s2_flag(rows, PAGES, SETTINGS)
    assert [row.flags for row in out] == [[], [], []]
    assert [row.area_ratio for row in out] == [1.0, 1.0, 1.0]


def test_an_area_above_three_medians_is_an_outlier_and_three_is_not() -> None:
    boxes = [(0, 0, 100, 100), (0, 0, 100, 100), (0, 0, 100, 100), (0, 0, 300, 100)]
    rows = [sized(n, box) for n, box in enumerate(boxes, start=1)]
    assert flags_of(rows) == [[], [], [], []]
    rows[3] = sized(4, (0, 0, 301, 100))
    assert flags_of(rows) == [[], [], [], ["area_outlier"]]


@pytest.mark.parametrize(
    "box", [(-10, 0, 100, 100), (0, -9, 9, 9), (500, 0, 620, 90), (0, 700, 90, 820)]
)
def test_a_box_over_the_page_edge_overflows(box: tuple[float, float, float, float]) -> None:
    assert flags_of([sized(1, box)]) == [["page_overflow"]]


@pytest.mark.parametrize(
    ("x0", "x1", "is_over"),
    [
        (50, 290, False),
        (50, 550, False),
        (120, 480, False),
        (30, 290, True),
        (310, 570, True),
        (50, 370, True),
        (50, 312, False),
    ],
    ids=[
        "one",
        "both",
        "centred",
        "left_margin",
        "right_margin",
        "cuts_into_next",
        "bleeds_a_rule",
    ],
)
def test_columns_are_left_only_by_boxes_that_cut_into_margin_or_neighbour(
    x0: float, x1: float, is_over: bool
) -> None:
    flags = flags_of([sized(1, (x0, 100, x1, 200))], {0: TWO_COLUMNS})
    assert flags == [["column_overflow"] if is_over else []]


def test_gaps_repeats_and_disorder_of_numbers_are_flagged_per_series() -> None:
    box = (100, 100, 200, 200)
    rows = [
        sized(1, box),
        sized(3, box),
        sized(3, box, figure_id="again"),
        sized(2, box, label="Figure S2", series="S", figure_id="s2"),
        sized(5, box),
        sized(4, box),
        sized(1, box, kind="table"),
    ]
    assert flags_of(rows) == [
        [],
        ["index_gap"],
        ["index_repeat"],
        ["index_gap"],
        [],
        ["index_out_of_order"],
        [],
    ]


def test_a_crop_of_another_size_than_its_box_is_a_broken_extraction() -> None:
    rows = [sized(1, (100, 100, 300, 200), crop_width_px=300)]
    assert flags_of(rows) == [["extraction_failed"]]


def test_a_crop_that_swallowed_its_caption_is_a_broken_extraction() -> None:
    swallowed = sized(1, (100, 100, 400, 330), caption_boxes_pt=[(110.0, 300.0, 390.0, 320.0)])
    other_page = swallowed.model_copy(update={"caption_page_index": 1, "figure_id": "q"})
    assert flags_of([swallowed])[0] == ["extraction_failed"]
    assert flags_of([other_page])[0] == []


def test_a_row_without_a_box_is_a_broken_extraction() -> None:
    (row,) = s2_flag([s1_row(1, bbox_pt=None)], PAGES, SETTINGS)
    assert row.flags == ["extraction_failed"]
    assert row.area_ratio is None


def test_deleted_rows_do_not_enter_s2_and_papers_are_not_mixed() -> None:
    rows = [sized(1, (0, 0, 9, 9)), s1_row(2, is_kept=False, reason="side_too_small")]
    assert [row.number for row in s2_flag(rows, PAGES, SETTINGS)] == [1]
    with pytest.raises(ValueError, match="one paper at a time"):
        s2_flag([s1_row(1, "p1"), s1_row(1, "p2")], PAGES, SETTINGS)


def test_parts_that_leave_the_page_overflow_even_if_the_box_was_clipped() -> None:
    row = sized(1, (0, 100, 200, 200), parts_pt=[(-30, 100, 200, 200)])
    assert flags_of([row]) == [["page_overflow"]]
