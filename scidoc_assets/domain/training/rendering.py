"""From a sample's recipes to its pictures: pages with charts and boxes, charts, formula pages.

Pages and typeset pages come from callables, so that this stays free of PDF libraries. Equal recipes
and equal pages give equal pixels. Refuses a recipe that lacks its source.
"""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scidoc_assets.domain.training.chart_drawing import draw_chart
from scidoc_assets.domain.training.chart_specs import ChartSpec
from scidoc_assets.domain.training.formula_pages import FormulaPage
from scidoc_assets.domain.training.rerendering import (
    box_px,
    draw_marks,
    put_picture,
    text_picture,
)
from scidoc_assets.schemas.training import Insertion, TrainingInput, TrainingSample

Pixels = NDArray[np.uint8]
PageImage = Callable[[str, int], Pixels]  # paper id, page index -> RGB of the whole displayed page
TypesetPage = Callable[[FormulaPage], Pixels]
CHART_PIXELS_PER_PT = 150.0 / 72.0


def render_input(item: TrainingInput, page_image: PageImage, typeset: TypesetPage) -> Pixels | None:
    """The picture of one input, RGB; None for text. Raises ValueError for an incomplete recipe."""
    if item.kind == "text":
        return None
    if item.kind == "page":
        return page_view(item, page_image)
    if item.source is None:
        raise ValueError(f"input of kind {item.kind} has no source")
    if item.kind == "chart":
        spec = ChartSpec.model_validate_json(item.source)
        width, height = (round(v * CHART_PIXELS_PER_PT) for v in (spec.width_pt, spec.height_pt))
        return draw_chart(spec, width, height)
    return typeset(FormulaPage.model_validate_json(item.source))


def page_view(item: TrainingInput, page_image: PageImage) -> Pixels:
    """A page input as the learner sees it: the insertion first, then the labelled boxes."""
    if item.paper_id is None or item.page_index is None:
        raise ValueError("page input without paper or page")
    if item.width_pt is None or item.height_pt is None:
        raise ValueError(f"page input of {item.paper_id} without its size")
    page = page_image(item.paper_id, item.page_index)
    if item.insertion is not None:
        page = with_insertion(page, item.insertion, item.width_pt, item.height_pt)
    return draw_marks(page, item.marks, item.width_pt, item.height_pt) if item.marks else page


def with_insertion(page: Pixels, change: Insertion, width_pt: float, height_pt: float) -> Pixels:
    """The page with the chart in its box and the new text in its own; nothing else changes."""
    box = box_px(change.bbox_pt, page, width_pt, height_pt)
    spec = ChartSpec.model_validate_json(change.chart_json)
    changed = put_picture(page, box, draw_chart(spec, box[2] - box[0], box[3] - box[1]))
    if change.text_bbox_pt is None or change.text_after is None:
        return changed
    text_box = box_px(change.text_bbox_pt, page, width_pt, height_pt)
    scale = page.shape[1] / width_pt
    return put_picture(changed, text_box, text_picture(change.text_after, page, text_box, scale))


def render_sample(
    sample: TrainingSample, page_image: PageImage, typeset: TypesetPage
) -> list[tuple[str, bytes]]:
    """Pictures of a sample in input order as (file name, PNG bytes)."""
    pictures: list[tuple[str, bytes]] = []
    for item in sample.inputs:
        pixels = render_input(item, page_image, typeset)
        if pixels is not None:
            pictures.append((f"{sample.sample_id}-{len(pictures)}.png", png_bytes(pixels)))
    return pictures


def png_bytes(pixels: Pixels) -> bytes:
    """RGB pixels as PNG; equal pixels give equal bytes."""
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, format="PNG", compress_level=6)
    return out.getvalue()


def smaller_png(png: bytes, side_px: int) -> bytes:
    """A PNG no longer than `side_px` on its long side, for previews."""
    with Image.open(io.BytesIO(png)) as image:
        image.thumbnail((side_px, side_px), Image.Resampling.LANCZOS)
        return png_bytes(np.asarray(image.convert("RGB")))
