"""Re-rendering: the box is replaced, and every pixel outside it stays what it was."""

from __future__ import annotations

import numpy as np
import pytest

from scidoc_assets.domain.training.rerendering import (
    box_px,
    draw_marks,
    put_picture,
    text_picture,
)
from scidoc_assets.schemas.training import MarkedBox
from scidoc_assets_tests.domain.training.conftest import make_page_image


def test_everything_outside_the_box_is_identical_to_the_pixel() -> None:
    page = make_page_image()
    before = page.copy()
    box = box_px((100.2, 50.4, 300.7, 200.1), page, 600, 800)
    picture = np.zeros((box[3] - box[1], box[2] - box[0], 3), np.uint8)
    changed = put_picture(page, box, picture)
    x0, y0, x1, y1 = box
    assert not changed[y0:y1, x0:x1].any()
    outside = np.ones(page.shape[:2], bool)
    outside[y0:y1, x0:x1] = False
    assert np.array_equal(changed[outside], before[outside])
    assert np.array_equal(page, before)


def test_boxes_are_rounded_to_the_pages_own_pixels() -> None:
    assert box_px((100, 100, 200, 300), make_page_image(), 600, 800) == (150, 150, 300, 450)


@pytest.mark.parametrize(
    "bbox", [(-5.0, 0.0, 10.0, 10.0), (0.0, 0.0, 601.0, 10.0), (5.0, 5.0, 5.1, 9.0)]
)
def test_a_box_that_leaves_the_page_or_is_empty_is_refused(bbox: tuple) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        box_px(bbox, make_page_image(), 600, 800)


def test_a_picture_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fill"):
        put_picture(make_page_image(), (0, 0, 10, 10), np.zeros((10, 11, 3), np.uint8))


def test_text_fills_its_box_on_the_pages_paper_colour() -> None:
    page = np.full((200, 400, 3), (250, 240, 230), np.uint8)
    picture = text_picture("Figure 1: words " * 6, page, (20, 20, 320, 80), 1.5)
    assert picture.shape == (60, 300, 3)
    assert tuple(picture[-1, -1]) == (250, 240, 230)
    assert (picture < 100).any()


def test_marks_are_drawn_around_the_box_and_leave_its_inside() -> None:
    page = make_page_image()
    marked = draw_marks(page, [MarkedBox(label="A", bbox_pt=(100, 100, 200, 300))], 600, 800)
    assert np.array_equal(marked[150:450, 150:300], page[150:450, 150:300])
    assert not np.array_equal(marked[150:450, 145:150], page[150:450, 145:150])


def test_a_tag_stands_where_it_hides_the_least() -> None:
    page = np.full((800, 600, 3), 255, np.uint8)
    page[:, :100] = 0  # a column of text left of the box
    marked = draw_marks(page, [MarkedBox(label="FIGURE", bbox_pt=(100, 100, 300, 300))], 600, 800)
    assert np.array_equal(marked[:, :90], page[:, :90])
    free = np.full((800, 600, 3), 255, np.uint8)
    marked = draw_marks(free, [MarkedBox(label="A", bbox_pt=(100, 100, 300, 300))], 600, 800)
    assert (marked[100:110, 70:97] != 255).any()
