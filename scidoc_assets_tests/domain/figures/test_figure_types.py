"""What a figure looks like, by rules on pixels and OCR lines."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from scidoc_assets.domain.figures.figure_types import axis_corners, count_panels, figure_type
from scidoc_assets.schemas.figures import OcrRegion, Panel
from scidoc_assets_tests.domain.figures.examples import line_plot, region, solid

PLOT = np.asarray(line_plot())
WHITE = np.asarray(solid("white"))


def ticks(left: float = 20, bottom: float = 320) -> list[OcrRegion]:
    """A column of numbers at the left and an even row of numbers at the bottom."""
    column = [region(f"0.{n}", left, 40 + 60 * n) for n in range(4)]
    row = [region(str(10 * n), left + 80 + 90 * n, bottom) for n in range(4)]
    return column + row


def boxes_and_words() -> np.ndarray:
    page = solid("white")
    for x in (60, 260, 460):
        ImageDraw.Draw(page).ellipse((x, 100, x + 120, 200), outline="black", width=3)
    return np.asarray(page)


def photograph() -> np.ndarray:
    across, down = np.meshgrid(np.linspace(0, 255, 400), np.linspace(0, 255, 300))
    rng = np.random.default_rng(0)
    soft = np.stack([across, down, 255 - (across + down) / 2], axis=2)
    return np.clip(soft + rng.normal(0, 20, soft.shape), 0, 240).astype(np.uint8)


def test_the_printed_label_decides_about_tables() -> None:
    assert figure_type("table", PLOT, 1, ticks()) == "table"


def test_two_panels_make_a_composite() -> None:
    assert figure_type("figure", PLOT, 2, ticks()) == "composite"


def test_numbers_along_both_axes_make_a_plot() -> None:
    assert figure_type("figure", PLOT, 1, ticks()) == "plot"


def test_an_axis_corner_makes_a_plot_when_ocr_did_not_run() -> None:
    assert figure_type("figure", PLOT, 1, None) == "plot"


def test_an_even_scale_without_axis_lines_makes_a_plot() -> None:
    scale = [region(str(n), 100 + 100 * n, 300) for n in range(5)]
    uneven = [region(str(n), 100 + 30 * n * n, 300) for n in range(5)]
    assert figure_type("figure", boxes_and_words(), 1, scale) == "plot"
    assert figure_type("figure", boxes_and_words(), 1, uneven) == "diagram"


def test_continuous_tone_makes_a_photo() -> None:
    assert figure_type("figure", photograph(), 1, []) == "photo"


def test_a_grid_of_numbers_without_axes_makes_a_table() -> None:
    grid = [region(f"{x}.{y}", 60 + 120 * x, 40 + 70 * y) for x in range(4) for y in range(4)]
    assert figure_type("figure", WHITE, 1, grid) == "table"


def test_a_spreadsheet_with_column_letters_is_a_table_not_a_composite() -> None:
    letters = [region(chr(65 + x), 60 + 60 * x, 5) for x in range(8)]
    grid = [region(f"{x}.{y}", 60 + 60 * x, 40 + 50 * y) for x in range(8) for y in range(6)]
    regions = letters + grid
    panels = count_panels([], WHITE, regions)
    assert figure_type("figure", WHITE, panels, regions) == "table"


def test_boxes_and_words_make_a_diagram() -> None:
    words = [region("encoder", 80, 140), region("decoder", 280, 140)]
    assert figure_type("figure", boxes_and_words(), 1, words) == "diagram"


def test_what_fits_no_rule_stays_unknown() -> None:
    assert figure_type("figure", WHITE, 1, []) == "unknown"
    assert figure_type("figure", boxes_and_words(), 1, None) == "unknown"


def test_known_panels_count_once_each() -> None:
    panels = [Panel(letter=letter) for letter in ("a", "b", "A", "c")]
    assert count_panels(panels, WHITE, None) == 3


def test_a_run_of_panel_letters_counts_and_a_stray_letter_does_not() -> None:
    seen = [region(f"({letter})", 50 * i, 10) for i, letter in enumerate("abc")]
    stray = [region("c", 10, 10), region("a", 90, 10)]
    assert count_panels([], WHITE, seen) == 3
    assert count_panels([], WHITE, stray) == 1


def test_axes_with_ticks_count_as_panels() -> None:
    pair = Image.new("RGB", (1600, 600), "white")
    for place in (0, 1):
        pair.paste(line_plot(), (800 * place, 0))
    regions = [*ticks(60, 550), *(region(f"{n}.5", 860, 40 + 100 * n) for n in range(4))]
    assert len(axis_corners(np.asarray(pair))) == 2
    assert count_panels([], np.asarray(pair), regions) == 2
    assert count_panels([], np.asarray(pair), []) == 1


def test_a_page_of_text_has_no_axis_corner() -> None:
    assert axis_corners(boxes_and_words()) == []
