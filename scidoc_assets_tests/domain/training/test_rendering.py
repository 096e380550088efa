"""Pictures of a sample come from its recipes alone, the same bytes each time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from scidoc_assets.domain.training.generation import GenerationOptions, generate
from scidoc_assets.domain.training.rendering import (
    page_view,
    render_input,
    render_sample,
    with_insertion,
)
from scidoc_assets.domain.training.rerendering import box_px
from scidoc_assets.schemas.training import TrainingInput, TrainingSample
from scidoc_assets_tests.domain.training.conftest import make_layout, make_page_image


def _typeset(page: Any) -> np.ndarray:
    return np.full((20, 20, 3), len(page.items), np.uint8)


def _first(subtask: Any) -> TrainingSample:
    options = GenerationOptions(per_paper=6, synthetic=6)
    return next(s for s in generate(subtask, [make_layout()], 0, options) if s.accepted)


@pytest.mark.parametrize(
    "subtask", ["chart_point", "block_role", "notation_extraction", "table_logic"]
)
def test_equal_recipes_give_equal_bytes(subtask: str) -> None:
    sample = _first(subtask)
    first = render_sample(sample, make_page_image, _typeset)
    assert first == render_sample(sample, make_page_image, _typeset)
    assert len(first) == sum(item.kind != "text" for item in sample.inputs)
    assert all(data.startswith(b"\x89PNG") for _, data in first)


def test_a_chart_on_a_page_changes_its_two_boxes_only() -> None:
    options = GenerationOptions(per_paper=6, synthetic=0)
    drawn = [s for s in generate("chart_series", [make_layout()], 1, options) if s.accepted]
    item = drawn[0].inputs[0]
    assert item.insertion is not None
    page = make_page_image()
    changed = with_insertion(page, item.insertion, 600, 800)
    outside = np.ones(page.shape[:2], bool)
    for bbox in (item.insertion.bbox_pt, item.insertion.text_bbox_pt):
        assert bbox is not None
        x0, y0, x1, y1 = box_px(bbox, page, 600, 800)
        assert not np.array_equal(changed[y0:y1, x0:x1], page[y0:y1, x0:x1])
        outside[y0:y1, x0:x1] = False
    assert np.array_equal(changed[outside], page[outside])


def test_a_page_without_marks_or_change_is_the_page() -> None:
    item = TrainingInput(kind="page", paper_id="p", page_index=0, width_pt=600, height_pt=800)
    assert np.array_equal(page_view(item, make_page_image), make_page_image())


@pytest.mark.parametrize("item", [TrainingInput(kind="page"), TrainingInput(kind="chart")])
def test_an_incomplete_recipe_is_refused(item: TrainingInput) -> None:
    with pytest.raises(ValueError):
        render_input(item, make_page_image, _typeset)


def test_text_has_no_picture() -> None:
    assert render_input(TrainingInput(kind="text", text="x"), make_page_image, _typeset) is None
