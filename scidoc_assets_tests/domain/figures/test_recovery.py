"""The caption-anchored re-crop of S3: asked for, taken, or refused."""

from __future__ import annotations

import hashlib

import pytest

from scidoc_assets.domain.figures.recovery import (
    RecropResult,
    needs_recrop,
    recrop_request,
    s3_recover,
)
from scidoc_assets.schemas.settings import CurationSettings
from scidoc_assets_tests.domain.figures.examples import noise, png, s2_row, solid

SETTINGS = CurationSettings()
PAGE = (600.0, 800.0)
TWO_COLUMNS = ((50.0, 290.0), (310.0, 550.0))


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


OVER = s2_row(
    flags=["column_overflow"],
    bbox_pt=(60, 100, 360, 200),
    parts_pt=[(60, 100, 280, 200), (312, 100, 360, 200)],
)


def outcome_for(row, bbox: tuple[float, float, float, float]) -> str:
    return s3_recover(row, RecropResult(row.figure_id, bbox, GOOD), SETTINGS).outcome


def test_a_recrop_that_drops_a_neighbours_part_whole_is_taken() -> None:
    assert outcome_for(OVER, (60, 100, 280, 200)) == "recovered"


@pytest.mark.parametrize(
    "bbox",
    [(60, 100, 270, 200), (60, 100, 340, 200), (60, 60, 280, 200), (400, 100, 450, 200)],
    ids=["cuts_own_part", "cuts_other_part", "takes_in_the_head", "elsewhere"],
)
def test_a_recrop_that_cuts_or_grows_a_wide_figure_is_not(
    bbox: tuple[float, float, float, float],
) -> None:
    assert outcome_for(OVER, bbox) == "kept_first_crop"


def test_a_wide_figure_of_one_part_is_never_cut_to_its_column() -> None:
    wide = s2_row(flags=["column_overflow"], bbox_pt=(319, 59, 571, 231))
    assert outcome_for(wide, (319, 59, 562, 231)) == "kept_first_crop"
