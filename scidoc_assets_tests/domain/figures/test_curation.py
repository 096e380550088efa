"""S1 on figures and S5 on papers: every reason, and what is kept."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from scidoc_assets.domain.figures.curation import find_twins, mark_twins, s1_filter, s5_decide
from scidoc_assets.schemas.figures import FigureCandidate, S1FilteredFigure
from scidoc_assets.schemas.settings import CurationSettings
from scidoc_assets_tests.domain.figures.examples import (
    candidate,
    line_plot,
    noise,
    png,
    s1_row,
    s3_row,
    solid,
    with_crop,
)

SETTINGS = CurationSettings()


def filtered(
    pictures: list[tuple[FigureCandidate, bytes]], settings: CurationSettings = SETTINGS
) -> list[S1FilteredFigure]:
    rows, crops = [], {}
    for row, encoded in pictures:
        row, crop = with_crop(row, encoded)
        rows.append(row)
        crops |= crop
    return s1_filter(rows, crops, settings)


def reason_of(picture: Image.Image) -> str | None:
    (row,) = filtered([(candidate(), png(picture))])
    assert row.is_kept == (row.reason is None)
    return row.reason


def test_a_sound_figure_is_kept_with_its_measures() -> None:
    (row,) = filtered([(candidate(), png(line_plot()))])
    assert row.is_kept
    assert row.phash is not None
    assert len(row.phash) == 16
    assert row.dominant_colour_share is not None
    assert 0.5 < row.dominant_colour_share < 0.97


@pytest.mark.parametrize("bad", [b"", b"%PDF-1.4", png(noise(1))[:300]])
def test_a_crop_that_is_no_picture_is_deleted(bad: bytes) -> None:
    (row,) = filtered([(candidate(), bad)])
    assert (row.is_kept, row.reason) == (False, "cannot_decode")


def test_a_candidate_without_graphic_or_with_a_lost_crop_is_deleted_not_dropped() -> None:
    rows = [
        candidate(1, crop_sha256=None, bbox_pt=None, reason="no_graphic"),
        candidate(2, crop_sha256=None, reason="crop_failed"),
        candidate(3, crop_sha256="absent"),
    ]
    out = s1_filter(rows, {}, SETTINGS)
    assert [row.reason for row in out] == ["no_graphic", "cannot_decode", "cannot_decode"]
    assert [row.figure_id for row in out] == [row.figure_id for row in rows]


def test_a_side_of_49_pixels_is_too_small_and_50_is_not() -> None:
    assert reason_of(noise(1, (49, 300))) == "side_too_small"
    assert reason_of(noise(1, (300, 49))) == "side_too_small"
    assert reason_of(noise(1, (50, 300))) is None


def test_an_aspect_above_20_to_1_is_extreme_and_20_is_not() -> None:
    assert reason_of(noise(1, (1260, 60))) == "extreme_aspect"
    assert reason_of(noise(1, (60, 1260))) == "extreme_aspect"
    assert reason_of(noise(1, (1200, 60))) is None


def test_a_crop_of_nearly_one_colour_is_deleted() -> None:
    page = solid("white", (1000, 800))
    ImageDraw.Draw(page).rectangle((400, 400, 480, 480), fill="red")
    assert reason_of(page) == "dominant_colour"
    assert reason_of(solid("black")) == "dominant_colour"


def test_a_sparse_line_plot_at_300_dpi_survives() -> None:
    assert reason_of(line_plot(dpi=300)) is None


def test_a_copy_in_another_paper_is_deleted_and_names_the_first() -> None:
    picture = line_plot()
    smaller = picture.resize((400, 300), Image.Resampling.LANCZOS)
    first, second = filtered(
        [(candidate(1, "p1"), png(picture)), (candidate(4, "p2"), png(smaller))]
    )
    assert first.is_kept
    assert (second.is_kept, second.reason) == (False, "near_duplicate")
    assert second.twin_figure_id == first.figure_id
    assert second.is_twin_in_same_paper is False


def test_a_copy_inside_one_paper_is_flagged_not_removed() -> None:
    pictures = [(candidate(1), png(line_plot())), (candidate(2), png(line_plot()))]
    first, second = filtered(pictures)
    assert first.twin_figure_id is None
    assert (second.is_kept, second.reason) == (True, None)
    assert (second.twin_figure_id, second.is_twin_in_same_paper) == (first.figure_id, True)


def test_a_copy_inside_one_paper_is_removed_when_configured() -> None:
    settings = CurationSettings(drop_twins_in_same_paper=True)
    pictures = [(candidate(n), png(line_plot())) for n in (1, 2, 3)]
    rows = filtered(pictures, settings)
    assert [row.reason for row in rows] == [None, "near_duplicate", "near_duplicate"]
    assert {row.twin_figure_id for row in rows[1:]} == {rows[0].figure_id}


def test_plots_that_differ_in_line_colour_are_both_kept_without_a_twin() -> None:
    blue, red = line_plot(colour="blue"), line_plot(colour="red")
    rows = filtered([(candidate(1, "p1"), png(blue)), (candidate(1, "p2"), png(red))])
    assert [row.is_kept for row in rows] == [True, True]
    assert [row.twin_figure_id for row in rows] == [None, None]


def test_blank_images_of_two_colours_are_not_duplicates_of_each_other() -> None:
    loose = CurationSettings(max_dominant_share=1.0)
    rows = filtered(
        [(candidate(1, "p1"), png(solid("white"))), (candidate(1, "p2"), png(solid("blue")))],
        loose,
    )
    assert [row.phash for row in rows] == [None, None]
    assert [row.twin_figure_id for row in rows] == [None, None]


def test_equal_bytes_are_twins_even_without_a_hash() -> None:
    loose = CurationSettings(max_dominant_share=1.0)
    rows = filtered(
        [(candidate(1, "p1"), png(solid("white"))), (candidate(1, "p2"), png(solid("white")))],
        loose,
    )
    assert rows[1].reason == "near_duplicate"


def test_a_deleted_copy_is_nobodys_twin() -> None:
    picture = png(line_plot())
    rows = filtered([(candidate(1, paper), picture) for paper in ("p1", "p2", "p3")])
    assert [row.twin_figure_id for row in rows] == [None, rows[0].figure_id, rows[0].figure_id]


def test_a_copy_of_another_paper_counts_before_a_copy_in_its_own() -> None:
    picture = png(line_plot())
    settings = CurationSettings()
    rows, crops = [], {}
    for row in (candidate(1, "p2"), candidate(2, "p2"), candidate(1, "p1")):
        row, crop = with_crop(row, picture)
        rows.append(row)
        crops |= crop
    shard = s1_filter(rows[:2], crops, settings)
    other = s1_filter(rows[2:], crops, settings)
    twins = find_twins([*other, *shard], crops, settings)
    marked = mark_twins([*other, *shard], twins, settings)
    assert [row.reason for row in marked] == [None, "near_duplicate", "near_duplicate"]
    assert {twin.twin_figure_id for twin in twins.values()} == {other[0].figure_id}


def test_twins_are_found_across_shards_once_rows_come_together() -> None:
    copy = png(noise(3), format="JPEG", quality=85)
    first, crops = with_crop(candidate(1, "p1"), png(noise(3)))
    second, more = with_crop(candidate(1, "p9"), copy)
    crops |= more
    apart = s1_filter([first], crops, SETTINGS) + s1_filter([second], crops, SETTINGS)
    assert all(row.is_kept for row in apart)
    twins = find_twins(apart, crops, SETTINGS)
    assert list(twins) == [second.figure_id]
    assert not twins[second.figure_id].is_in_same_paper


def test_s1_gives_the_same_rows_for_the_same_input() -> None:
    pictures = [(candidate(n), png(noise(n))) for n in range(1, 5)]
    assert filtered(pictures) == filtered(pictures)


def deleted(number: int, reason: str = "side_too_small", **changes: object) -> S1FilteredFigure:
    return s1_row(number, is_kept=False, reason=reason, **changes)


def decided(s1_rows: list[S1FilteredFigure], settings: CurationSettings = SETTINGS):
    s3_rows = [s3_row(row.number) for row in s1_rows if row.is_kept]
    return s5_decide("p1", s1_rows, s3_rows, settings)


def test_a_paper_at_the_limit_stays_and_above_it_goes() -> None:
    at_limit = [deleted(n) for n in (1, 2, 3)] + [s1_row(n) for n in range(4, 11)]
    above = [deleted(n) for n in (1, 2, 3, 4)] + [s1_row(n) for n in range(5, 11)]
    assert decided(at_limit).is_kept
    verdict = decided(above)
    assert (verdict.is_kept, verdict.reason) == (False, "unusable_rate")
    assert verdict.unusable_rate == pytest.approx(0.4)
    assert (verdict.figures_entered, verdict.figures_deleted) == (10, 4)


def test_losses_in_s3_count_like_those_in_s1() -> None:
    rows = [s1_row(1), s1_row(2)]
    verdict = s5_decide("p1", rows, [s3_row(1), s3_row(2, is_kept=False)], SETTINGS)
    assert verdict.reason == "unusable_rate"
    assert verdict.figures_deleted == 1


def test_a_number_that_nothing_carries_is_missing() -> None:
    verdict = decided([s1_row(1), s1_row(2), s1_row(4)])
    assert (verdict.is_kept, verdict.reason) == (False, "missing_indices")
    assert verdict.missing_labels == ["Figure 3"]


def test_a_caption_whose_graphic_was_never_found_is_missing() -> None:
    orphan = deleted(4, "no_graphic", crop_sha256=None, bbox_pt=None)
    verdict = decided([s1_row(1), s1_row(2), s1_row(3), orphan])
    assert verdict.reason == "missing_indices"
    assert verdict.missing_labels == ["Figure 4"]


def test_a_figure_that_was_found_and_deleted_is_unusable_but_not_missing() -> None:
    verdict = decided([s1_row(1), s1_row(2), s1_row(3), deleted(4)])
    assert verdict.missing_labels == []
    assert verdict.is_kept


def test_supplementary_legends_without_pictures_do_not_drop_a_paper() -> None:
    legends = [
        deleted(n, "no_graphic", label=f"Figure S{n}", series="S", crop_sha256=None, bbox_pt=None)
        for n in range(1, 9)
    ]
    legends = [row.model_copy(update={"figure_id": f"p1--s{row.number}"}) for row in legends]
    verdict = decided([s1_row(1), s1_row(2), *legends])
    assert verdict.is_kept
    assert (verdict.figures_deleted, verdict.captioned_deleted) == (8, 0)


def test_a_graphic_whose_crop_failed_is_unusable() -> None:
    failed = deleted(2, "cannot_decode", crop_sha256=None)
    assert decided([s1_row(1), failed]).reason == "unusable_rate"


def test_missing_numbers_can_be_noted_without_dropping_the_paper() -> None:
    verdict = decided([s1_row(1), s1_row(3)], CurationSettings(drop_missing_indices=False))
    assert verdict.is_kept
    assert verdict.missing_labels == ["Figure 2"]


def test_tables_schemes_chapters_and_other_series_leave_no_gap_in_the_main_figures() -> None:
    rows = [
        s1_row(1),
        s1_row(5, kind="table"),
        s1_row(3, label="Figure S3", series="S"),
        s1_row(4, label="Scheme 4"),
        s1_row(6, label="Figure 2.6"),
    ]
    rows = [row.model_copy(update={"figure_id": f"p1--{i}"}) for i, row in enumerate(rows)]
    assert s5_decide("p1", rows, [], SETTINGS).missing_labels == []


def test_deleted_badges_without_caption_do_not_drop_a_paper() -> None:
    badges = [
        deleted(None, "near_duplicate", caption=None, figure_id=f"p1--badge-{i}") for i in range(9)
    ]
    verdict = decided([s1_row(1), s1_row(2), *badges])
    assert verdict.is_kept
    assert (verdict.figures_deleted, verdict.captioned_deleted) == (9, 0)
    assert verdict.unusable_rate == 0.0


def test_without_any_caption_all_graphics_are_judged() -> None:
    rows = [deleted(None, caption=None), s1_row(None, caption=None, figure_id="p1--kept")]
    assert s5_decide("p1", rows, [], SETTINGS).reason == "unusable_rate"


def test_a_paper_without_figures_is_kept_with_a_null_rate() -> None:
    verdict = s5_decide("p1", [], [], SETTINGS)
    assert verdict.is_kept
    assert verdict.unusable_rate is None


def test_dark_pictures_are_hashed_and_compared_too() -> None:
    dark = Image.fromarray((np.asarray(noise(8)) // 3).astype(np.uint8))
    rows = filtered([(candidate(1, "p1"), png(dark)), (candidate(1, "p2"), png(dark))])
    assert rows[0].phash is not None
    assert rows[1].reason == "near_duplicate"
