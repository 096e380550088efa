"""Finding, turning and reading lines, with models that only look at shapes."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image

from scidoc_assets.gateways.ocr.interface import OcrError
from scidoc_assets.gateways.ocr.reading import PADDING_PX, BgrImage, Quad, read_picture

RED, GREEN = (255, 0, 0), (0, 255, 0)


def box(x0: float, y0: float, x1: float, y1: float) -> Quad:
    """A box of the picture, in pixels of the padded picture that the models see."""
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], dtype=np.float32)
    return corners + np.float32(PADDING_PX)


class ShapeModels:
    """Finds the given quads; reads a line as its size, sure when its left end is red."""

    def __init__(self, *quads: Quad, confidence: float = 0.9) -> None:
        self.quads = quads
        self.confidence = confidence
        self.seen: list[tuple[int, int]] = []
        self.picture: BgrImage | None = None

    def detect(self, picture: BgrImage) -> Sequence[Quad]:
        self.picture = picture
        return self.quads

    def recognise(self, lines: Sequence[BgrImage]) -> Sequence[tuple[str, float]]:
        self.seen += [(line.shape[1], line.shape[0]) for line in lines]
        return [
            (f"{line.shape[1]}x{line.shape[0]}", self.confidence if is_red(line) else 0.6)
            for line in lines
        ]


def is_red(line: BgrImage) -> bool:
    return tuple(line[line.shape[0] // 2, 1]) == RED[::-1]


def picture(
    size: tuple[int, int] = (400, 300), red: tuple[int, int, int, int] | None = None
) -> bytes:
    image = Image.new("RGB", size, GREEN)
    if red:
        image.paste(RED, red)
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def test_boxes_come_back_in_pixels_of_the_whole_picture() -> None:
    (line,) = read_picture(ShapeModels(box(10, 20, 60, 40)), picture((800, 600)), 400)
    assert line.bbox_px == (20, 40, 120, 80)
    assert line.text == "50x20"


def test_models_see_blue_green_red_at_the_size_asked_for() -> None:
    models = ShapeModels()
    assert read_picture(models, picture((800, 600), red=(0, 0, 800, 600)), 400) == []
    assert models.picture is not None
    assert models.picture.shape == (300 + 2 * PADDING_PX, 400 + 2 * PADDING_PX, 3)
    assert tuple(models.picture[0, 0]) == (0, 0, 255)


def test_an_axis_label_turned_by_a_quarter_is_read_in_the_surer_direction() -> None:
    """Text that runs upwards starts at the lower end: turned clockwise that end is left."""
    models = ShapeModels(box(50, 50, 70, 200))
    (line,) = read_picture(models, picture(red=(50, 180, 70, 200)), 400)
    assert (line.text, line.confidence) == ("150x20", 0.9)
    assert models.seen == [(150, 20), (150, 20)]
    assert line.bbox_px == (50, 50, 70, 200)


def test_a_narrow_letter_is_also_read_upright() -> None:
    models = ShapeModels(box(50, 50, 60, 70))
    (line,) = read_picture(models, picture(red=(50, 50, 60, 70)), 400)
    assert line.text == "10x20"
    assert len(models.seen) == 3


def test_upright_lines_are_read_once() -> None:
    models = ShapeModels(box(0, 0, 90, 20), box(0, 50, 90, 70))
    read_picture(models, picture(), 400)
    assert len(models.seen) == 2


def test_unsure_readings_and_empty_texts_are_left_out() -> None:
    assert (
        read_picture(
            ShapeModels(box(0, 0, 90, 20), confidence=0.2), picture(red=(0, 0, 9, 30)), 400
        )
        == []
    )


def test_lines_come_in_rows_from_the_left() -> None:
    quads = [box(200, 103, 260, 123), box(10, 200, 70, 220), box(10, 100, 70, 120)]
    lines = read_picture(ShapeModels(*quads), picture(), 400)
    assert [line.bbox_px[:2] for line in lines] == [(10, 100), (200, 103), (10, 200)]


def test_specks_that_are_no_line_are_not_read() -> None:
    models = ShapeModels(box(5, 5, 6, 20))
    assert read_picture(models, picture(), 400) == []
    assert models.seen == []


def test_an_unreadable_picture_is_a_named_fault() -> None:
    with pytest.raises(OcrError) as caught:
        read_picture(ShapeModels(), b"broken", 400)
    assert caught.value.fault == "picture_unreadable"
