"""Figures: reproducible in every format, vector where they say so, panels located."""

from __future__ import annotations

import io

import pymupdf
import pytest
from PIL import Image

from scidoc_assets.sample.content import CopyOf, Panel, SampleObject
from scidoc_assets.sample.drawing import LATIN_FAMILY, copy_figure, draw_figure


def _figure(file_format: str) -> SampleObject:
    panels = (
        Panel(letter="a", plot="lines", x=(0, 1, 2), series={"left": (1, 4, 9)}, x_label="time"),
        Panel(letter="b", plot="picture", texture="rings", texture_seed=5),
    )
    return SampleObject.model_validate(
        {"label": "Figure 1", "kind": "figure", "caption": "c", "format": file_format}
        | {"panels": [panel.model_dump() for panel in panels]}
    )


@pytest.mark.parametrize("file_format", ["pdf", "svg", "png", "jpg"])
def test_drawing_twice_gives_the_same_bytes(file_format: str) -> None:
    item = _figure(file_format)
    assert draw_figure(item, LATIN_FAMILY, 0).content == draw_figure(item, LATIN_FAMILY, 0).content


def test_the_seed_changes_pictures_but_not_plots() -> None:
    mixed = _figure("png")
    plot_only = mixed.model_copy(update={"panels": mixed.panels[:1]})
    assert (
        draw_figure(mixed, LATIN_FAMILY, 0).content != draw_figure(mixed, LATIN_FAMILY, 1).content
    )
    same = [draw_figure(plot_only, LATIN_FAMILY, seed).content for seed in (0, 1)]
    assert same[0] == same[1]


def test_a_pdf_figure_holds_its_axis_label_as_text() -> None:
    pdf = draw_figure(_figure("pdf"), LATIN_FAMILY, 0).content
    assert "time" in pymupdf.open(stream=pdf)[0].get_text()


def test_panel_boxes_are_fractions_side_by_side() -> None:
    boxes = draw_figure(_figure("png"), LATIN_FAMILY, 0).panel_boxes
    assert list(boxes) == ["a", "b"]
    assert boxes["a"][2] <= boxes["b"][0] + 0.02
    for x0, y0, x1, y1 in boxes.values():
        assert -0.01 <= x0 < x1 <= 1.01
        assert -0.01 <= y0 < y1 <= 1.01


def test_a_copy_has_other_bytes_and_fewer_pixels() -> None:
    original = draw_figure(_figure("png"), LATIN_FAMILY, 0).content
    copy = copy_figure(original, CopyOf(stem="x", label="y", scale=0.5, quality=70))
    with Image.open(io.BytesIO(original)) as large, Image.open(io.BytesIO(copy)) as small:
        assert small.format == "JPEG"
        assert small.width == round(large.width * 0.5)


def test_data_that_a_log_axis_shows_are_its_ticks() -> None:
    panel = Panel(plot="lines", x=(30, 300), series={"s": (1, 2)}, log_x=True)
    item = _figure("pdf").model_copy(update={"panels": (panel,)})
    text = pymupdf.open(stream=draw_figure(item, LATIN_FAMILY, 0).content)[0].get_text().split()
    assert {"30", "300"} <= set(text)
