"""S4 marks: measured numbers, nulls with a reason, never a deletion."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageFilter

from scidoc_assets.domain.figures.features import (
    caption_overlap,
    colour_histogram,
    numeric_overlap,
    s4_mark,
)
from scidoc_assets.domain.figures.pixels import CropDecodeError
from scidoc_assets_tests.domain.figures.examples import line_plot, noise, png, region, s3_row, solid

LINES = [region("accuracy", 100, 50), region("0.50", 20, 90), region("epoch", 300, 280)]


def test_a_marked_row_carries_its_measures_and_its_history() -> None:
    row = s3_row(1, outcome="kept_first_crop", flags=["extraction_failed"])
    out = s4_mark(row, png(noise(1)), LINES, "fake 1")
    assert (out.figure_id, out.outcome, out.flags) == (row.figure_id, row.outcome, row.flags)
    assert out.ocr_engine == "fake 1"
    assert out.ocr_regions == LINES
    assert out.megapixels == pytest.approx(0.12)
    assert out.ocr_mean_confidence == pytest.approx(0.95)
    assert out.text_density == pytest.approx(3 * 40 * 20 / (400 * 300))
    assert out.low_confidence_reason is None


def test_overlapping_text_boxes_count_once() -> None:
    twice = [region("a", 0, 0), region("a", 0, 0)]
    out = s4_mark(s3_row(), png(noise(1)), twice)
    assert out.text_density == pytest.approx(40 * 20 / (400 * 300))


def test_blur_lowers_the_variance_of_the_laplacian() -> None:
    sharp = line_plot()
    soft = sharp.filter(ImageFilter.GaussianBlur(3))
    marks = [s4_mark(s3_row(), png(image), None) for image in (sharp, soft)]
    assert marks[0].blur_laplacian_variance is not None
    assert marks[1].blur_laplacian_variance is not None
    assert marks[0].blur_laplacian_variance > 5 * marks[1].blur_laplacian_variance


def test_an_empty_page_is_all_paper_and_has_no_edge() -> None:
    out = s4_mark(s3_row(), png(solid("white")), [])
    assert (out.whitespace_share, out.edge_density) == (1.0, 0.0)
    assert out.blur_laplacian_variance == 0.0


def test_whitespace_and_edges_tell_a_plot_from_a_picture() -> None:
    plot = s4_mark(s3_row(), png(line_plot()), None)
    blocks = s4_mark(s3_row(), png(noise(2)), None)
    assert plot.whitespace_share is not None
    assert blocks.whitespace_share is not None
    assert plot.whitespace_share > 0.85 > 0.1 > blocks.whitespace_share
    assert plot.edge_density


@pytest.mark.parametrize(
    ("regions", "reason"),
    [
        (None, "ocr_not_run"),
        ([], "no_text_seen"),
        ([LINES[0].model_copy(update={"confidence": 0.6})], "low_mean_confidence"),
        (LINES, None),
    ],
)
def test_missing_or_weak_text_has_its_reason(regions: list | None, reason: str | None) -> None:
    out = s4_mark(s3_row(), png(noise(1)), regions)
    assert out.low_confidence_reason == reason
    assert (out.text_density is None) == (regions is None)
    assert (out.ocr_mean_confidence is None) == (not regions)


def test_a_figure_over_pages_or_with_its_caption_elsewhere_is_cross_page() -> None:
    rows = [
        s3_row(),
        s3_row(continues_on=[1]),
        s3_row(caption_page_index=1),
        s3_row(caption=None, caption_page_index=None),
    ]
    marked = [s4_mark(row, png(noise(1)), None).is_cross_page for row in rows]
    assert marked == [False, True, True, False]


def test_an_unreadable_crop_is_refused() -> None:
    with pytest.raises(CropDecodeError):
        s4_mark(s3_row(), b"", [])


def test_the_histogram_puts_each_colour_in_its_own_bin() -> None:
    half = Image.new("RGB", (100, 50), "white")
    half.paste("#ff0000", (0, 0, 50, 50))
    histogram = colour_histogram(np.asarray(half))
    assert len(histogram) == 64
    assert sum(histogram) == pytest.approx(1.0)
    assert (histogram[63], histogram[48]) == (0.5, 0.5)


def test_caption_words_are_counted_without_label_and_stop_words() -> None:
    assert caption_overlap("Figure 2: The accuracy of each model", LINES) == 0.5
    assert caption_overlap("Figure 2: Epoch", LINES) == 1.0
    assert caption_overlap("Figure 2: Loss", LINES) == 0.0


def test_chinese_captions_compare_by_pairs_of_characters() -> None:
    seen = [region("\u4efb\u52a1\u4ef7\u683c", 0, 0)]
    assert caption_overlap("\u56fe7 \u4efb\u52a1\u5206\u5e03", seen) == pytest.approx(1 / 3)


def test_overlaps_are_null_without_words_numbers_or_ocr() -> None:
    assert caption_overlap("Figure 2", LINES) is None
    assert caption_overlap(None, LINES) is None
    assert caption_overlap("Figure 2: Accuracy", None) is None
    assert numeric_overlap("Figure 2: Accuracy", LINES) is None
    assert numeric_overlap("Figure 2: Accuracy at 0.5", None) is None


def test_numbers_compare_by_value_and_the_label_is_no_number() -> None:
    assert numeric_overlap("Figure 2: Accuracy is .5 and 90", LINES) == 0.5
    assert numeric_overlap("Figure 50: Accuracy at 7 epochs", LINES) == 0.0
    thousands = [region("1,234", 0, 0), region("\u22123", 0, 0)]
    assert numeric_overlap("Figure 1: From -3 to 1234", thousands) == 1.0


def test_a_caption_that_starts_with_a_word_like_a_number_loses_nothing() -> None:
    assert caption_overlap("Mix of solvents", [region("mix", 0, 0)]) == 0.5


def test_a_comma_parts_thousands_only_before_three_digits() -> None:
    assert numeric_overlap("Figure 1: At 1,5 bar", [region("1.5", 0, 0)]) == 1.0
    assert numeric_overlap("Figure 1: At 1,5 bar", [region("15", 0, 0)]) == 0.0
    assert numeric_overlap("Figure 1: 12,000,000 rows", [region("12000000", 0, 0)]) == 1.0


def test_version_numbers_and_dates_are_no_numbers() -> None:
    assert numeric_overlap("Figure 1: Release 1.2.3", [region("1", 0, 0)]) is None


def test_letters_in_table_cells_are_no_panels() -> None:
    cells = [region(letter, 60 * i, 10) for i, letter in enumerate("abc")]
    assert s4_mark(s3_row(1, kind="table"), png(noise(1)), cells).panel_count == 1
    assert s4_mark(s3_row(1), png(noise(1)), cells).panel_count == 3
