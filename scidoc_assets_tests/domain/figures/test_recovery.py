"""S2 flags inside a paper, and the caption-anchored re-crop of S3."""

from __future__ import annotations

import hashlib

import pytest

from scidoc_assets.domain.figures.recovery import (
    RecropResult,
    needs_recrop,
    recrop_request,
    s2_flag,
    s3_recover,
)
from scidoc_assets.schemas.settings import CurationSettings
from scidoc_assets_tests.domain.figures.examples import noise, png, s1_row, s2_row, solid

SETTINGS = CurationSettings()
PAGE = (600.0, 800.0)
PAGES = {0: PAGE, 1: PAGE}
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
        (40, 290, True),
        (310, 565, True),
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


@pytest.mark.parametrize(
    ("flag", "is_needed"),
    [
        ("page_overflow", True),
        ("column_overflow", True),
        ("extraction_failed", True),
        ("area_outlier", False),
        ("index_gap", False),
        ("index_repeat", False),
        ("index_out_of_order", False),
    ],
)
def test_only_signs_of_a_broken_extraction_ask_for_a_recrop(flag: str, is_needed: bool) -> None:
    assert needs_recrop(s2_row(flags=[flag])) is is_needed


CAPTION = (60.0, 400.0, 280.0, 420.0)
TEXT = [(50.0, 60.0, 290.0, 200.0), (310.0, 60.0, 550.0, 760.0), (50.0, 500.0, 290.0, 700.0)]


def test_the_anchor_reaches_from_the_caption_up_to_the_text_of_its_column() -> None:
    row = s2_row(caption_boxes_pt=[CAPTION], caption_position="below")
    request = recrop_request(row, PAGE, [*TEXT, CAPTION], TWO_COLUMNS)
    assert request is not None
    assert request.anchor_bbox_pt == (50.0, 201.0, 290.0, 399.0)
    assert (request.figure_id, request.page_index) == (row.figure_id, 0)


def test_the_anchor_of_a_caption_above_reaches_down() -> None:
    row = s2_row(caption_boxes_pt=[CAPTION], caption_position="above")
    request = recrop_request(row, PAGE, TEXT, TWO_COLUMNS)
    assert request is not None
    assert request.anchor_bbox_pt == (50.0, 421.0, 290.0, 499.0)


def test_tables_without_a_known_side_are_sought_below_and_figures_above() -> None:
    table = s2_row(kind="table", caption_boxes_pt=[CAPTION], caption_position=None)
    figure = s2_row(caption_boxes_pt=[CAPTION], caption_position=None)
    below, above = (recrop_request(row, PAGE, [], TWO_COLUMNS) for row in (table, figure))
    assert below is not None
    assert above is not None
    assert below.anchor_bbox_pt == (50.0, 421.0, 290.0, 799.0)
    assert above.anchor_bbox_pt == (50.0, 1.0, 290.0, 399.0)


def test_a_caption_over_both_columns_anchors_both_and_no_columns_the_page() -> None:
    wide = s2_row(caption_boxes_pt=[(60.0, 400.0, 540.0, 420.0)])
    both = recrop_request(wide, PAGE, [], TWO_COLUMNS)
    page = recrop_request(wide, PAGE, [])
    assert both is not None
    assert page is not None
    assert (both.anchor_bbox_pt[0], both.anchor_bbox_pt[2]) == (50.0, 550.0)
    assert (page.anchor_bbox_pt[0], page.anchor_bbox_pt[2]) == (0.0, 600.0)


def test_no_caption_no_room_or_a_caption_at_the_side_give_no_anchor() -> None:
    assert recrop_request(s2_row(caption_boxes_pt=[]), PAGE, []) is None
    close = [(50.0, 60.0, 290.0, 395.0)]
    row = s2_row(caption_boxes_pt=[CAPTION])
    assert recrop_request(row, PAGE, close, TWO_COLUMNS) is None
    assert recrop_request(s2_row(caption_position="left"), PAGE, []) is None


GOOD = png(noise(1))
BROKEN = s2_row(flags=["extraction_failed"])


def test_a_figure_without_a_sign_of_breakage_needs_nothing() -> None:
    row = s3_recover(s2_row(flags=["area_outlier"]), None, SETTINGS)
    assert (row.outcome, row.is_kept) == ("not_needed", True)
    assert row.flags == ["area_outlier"]


def test_a_usable_recrop_replaces_the_first_whose_hash_is_kept() -> None:
    row = s3_recover(BROKEN, RecropResult(BROKEN.figure_id, (1, 2, 97, 74), GOOD), SETTINGS)
    assert (row.outcome, row.is_kept) == ("recovered", True)
    assert row.crop_sha256 == hashlib.sha256(GOOD).hexdigest()
    assert row.first_crop_sha256 == BROKEN.crop_sha256
    assert (row.crop_width_px, row.crop_height_px) == (400, 300)
    assert row.bbox_pt == (1, 2, 97, 74)


@pytest.mark.parametrize(
    "bad",
    [b"", png(solid("white")), png(noise(1, (40, 300))), png(noise(1, (2100, 60)))],
    ids=["undecodable", "blank", "small", "thin"],
)
def test_an_unusable_recrop_leaves_the_first_crop_marked(bad: bytes) -> None:
    row = s3_recover(BROKEN, RecropResult(BROKEN.figure_id, (1, 2, 3, 4), bad), SETTINGS)
    assert (row.outcome, row.is_kept) == ("kept_first_crop", True)
    assert row.crop_sha256 == BROKEN.crop_sha256
    assert row.bbox_pt == BROKEN.bbox_pt


def test_no_recrop_at_all_leaves_the_first_crop_marked() -> None:
    assert s3_recover(BROKEN, None, SETTINGS).outcome == "kept_first_crop"


def test_a_figure_with_neither_crop_fails_and_is_deleted() -> None:
    row = s3_recover(s2_row(crop_sha256=None), None, SETTINGS)
    assert (row.outcome, row.is_kept) == ("failed", False)


def test_a_figure_without_first_crop_is_recovered_on_the_page_of_its_caption() -> None:
    lost = s2_row(crop_sha256=None, bbox_pt=None, page_index=0, caption_page_index=1)
    row = s3_recover(lost, RecropResult(lost.figure_id, (1, 2, 97, 74), GOOD), SETTINGS)
    assert (row.outcome, row.page_index) == ("recovered", 1)


def test_a_recrop_of_another_figure_is_refused() -> None:
    with pytest.raises(ValueError, match="given for figure"):
        s3_recover(BROKEN, RecropResult("other", (1, 2, 3, 4), GOOD), SETTINGS)
