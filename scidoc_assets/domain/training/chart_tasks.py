"""Subtasks 8 to 10: reading one point, reading a series, finding the one moved mark.

The series are known before the chart is drawn. On a paper's page the chart stands exactly in a
figure's box, with the caption rewritten in its own box. Refuses illegible charts.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from scidoc_assets.domain.training.chart_specs import (
    CHART_KINDS,
    ChartKind,
    ChartSpec,
    kinds_for,
    random_chart,
    refuse_illegible,
    with_moved_mark,
)
from scidoc_assets.domain.training.drafts import Draft, Rejected, language_for, rng_for
from scidoc_assets.domain.training.layout_sources import (
    LayoutView,
    page_input,
    picked,
    refuse_unusable,
)
from scidoc_assets.schemas.layouts import Block
from scidoc_assets.schemas.training import Insertion, TrainingInput, VerifierName
from scidoc_assets.schemas.training import TrainingSubtask as Subtask

MIN_WIDTH_PT, MIN_HEIGHT_PT = 190.0, 120.0
MAX_ASPECT = 2.6
ERROR_SUBTASK: Subtask = "chart_visual_consistency"
LEGIBLE_PT, LETTER_WIDTH = 6.5, 0.6
POINT_SCHEMA = '{"series": "<name>", "x": "<condition>", "value": <number>, "unit": "<unit>"}'
SERIES_SCHEMA = '{"series": "<name>", "x": ["..."], "values": [<numbers>], "unit": "<unit>"}'
ERROR_SCHEMA = (
    '{"entity": "<series>", "condition": "<x label>", "correct_value": <number>, '
    '"visual_value": <number>, "unit": "<unit>"}'
)


@dataclass
class _Question:
    """What a chart subtask asks: its answer, slots and verifier."""

    answer: dict[str, Any]
    verifier: VerifierName
    schema: str
    slots: dict[str, str] = field(default_factory=dict)


def chart_drafts(view: LayoutView, subtask: Subtask, count: int, seed: int) -> Iterator[Draft]:
    """Up to `count` charts put into figure boxes of a paper."""
    rng = rng_for(seed, subtask, view.paper_id)
    places = _places(view)
    for index, (figure, caption) in enumerate(picked(places, count, rng)):
        x0, y0, x1, y1 = figure.bbox_pt
        size = {"width_pt": x1 - x0, "height_pt": y1 - y0}
        kinds = kinds_for(size["width_pt"], size["height_pt"])
        spec = _chart_for(subtask, rng, kinds).model_copy(update=size)
        draft = _chart_draft(subtask, view.paper_id, f"{figure.block_id}|{index}", rng, spec)
        spec = ChartSpec.model_validate_json(str(draft.inputs[0].source))
        draft.inputs = [_page_with_chart(view, figure, caption, spec)]
        draft.is_synthetic = False
        try:
            refuse_unusable(view, figure)
        except Rejected as rejection:
            draft.rejection = draft.rejection or rejection
        yield draft


def synthetic_chart(subtask: Subtask, index: int, seed: int) -> Draft:
    """A chart on its own."""
    paper_id = f"synthetic-{subtask.replace('_', '-')}-{index}"
    rng = rng_for(seed, paper_id)
    return _chart_draft(subtask, paper_id, str(index), rng, _chart_for(subtask, rng))


def imported_chart(subtask: Subtask, chart_id: str, spec: ChartSpec, seed: int) -> Draft:
    """A chart of a user's record (plotqa.py), which counts as a paper of its own."""
    rng = rng_for(seed, subtask, chart_id)
    shown = spec.model_copy(update={"shows_values": subtask == ERROR_SUBTASK})
    draft = _chart_draft(subtask, chart_id, chart_id, rng, shown)
    draft.is_synthetic = False
    return draft


def _chart_for(
    subtask: Subtask, rng: random.Random, kinds: Sequence[ChartKind] = CHART_KINDS
) -> ChartSpec:
    is_error = subtask == ERROR_SUBTASK
    return random_chart(rng, 2 if is_error else 3, is_error, kinds)


def _chart_draft(
    subtask: Subtask, paper_id: str, key: str, rng: random.Random, spec: ChartSpec
) -> Draft:
    rejection: Rejected | None = None
    is_error = subtask == ERROR_SUBTASK
    try:
        spec = with_moved_mark(spec, rng) if is_error else spec
        refuse_illegible(spec)
    except Rejected as refused:
        rejection = refused
    question = _question(subtask, spec, rng)
    return Draft(
        subtask=subtask,
        language=language_for(rng),
        key=key,
        paper_ids=[paper_id],
        answer=question.answer,
        verifier=question.verifier,
        params={"tolerance": spec.tolerance},
        answer_schema=question.schema,
        inputs=[TrainingInput(kind="chart", source=spec.model_dump_json())],
        slots={"tolerance": f"{spec.tolerance:g} {spec.unit}", "unit": spec.unit, **question.slots},
        locked=[*(s.name for s in spec.series), *spec.x],
        construction={"chart": spec.model_dump(mode="json"), "subtask_log": question.answer},
        is_synthetic=True,
        rejection=rejection,
    )


def _question(subtask: Subtask, spec: ChartSpec, rng: random.Random) -> _Question:
    series = rng.choice(spec.series)
    if subtask == "chart_point":
        index = rng.randrange(len(spec.x))
        answer = {"series": series.name, "x": spec.x[index], "value": series.values[index]}
        slots = {"series": series.name, "x": spec.x[index]}
        return _Question({**answer, "unit": spec.unit}, "chart_point", POINT_SCHEMA, slots)
    if subtask == "chart_series":
        held = {"series": series.name, "x": spec.x, "values": series.values, "unit": spec.unit}
        return _Question(held, "chart_series", SERIES_SCHEMA, {"series": series.name})
    moved = spec.moved
    if moved is None:  # the draft is rejected already; the answer only fills its row
        return _Question({}, "chart_error", ERROR_SCHEMA)
    answer = {
        "entity": moved.series,
        "condition": moved.x,
        "correct_value": spec.value(moved.series, moved.x),
        "visual_value": moved.drawn_value,
        "unit": spec.unit,
    }
    return _Question(answer, "chart_error", ERROR_SCHEMA)


def _places(view: LayoutView) -> list[tuple[Block, Block]]:
    """Figures large enough for a legible chart, with their caption on the same page."""
    pairs = [
        (figure, caption) for caption, figure in view.captioned() if figure.category == "figure"
    ]
    fitting = []
    for figure, caption in pairs:
        x0, y0, x1, y1 = figure.bbox_pt
        width, height = x1 - x0, y1 - y0
        is_large = width >= MIN_WIDTH_PT and height >= MIN_HEIGHT_PT
        is_shaped = 1.0 <= width / max(height, 1.0) <= MAX_ASPECT
        if is_large and is_shaped and caption.page_index == figure.page_index:
            fitting.append((figure, caption))
    return fitting


def _page_with_chart(
    view: LayoutView, figure: Block, caption: Block, spec: ChartSpec
) -> TrainingInput:
    page = page_input(view, figure.page_index, [("FIGURE", figure)])
    text = _fitting_caption(figure, caption, spec)
    change = Insertion(
        block_id=figure.block_id, bbox_pt=figure.bbox_pt, chart_json=spec.model_dump_json()
    )
    if text is not None:
        change = change.model_copy(
            update={
                "text_block_id": caption.block_id,
                "text_bbox_pt": caption.bbox_pt,
                "text_before": caption.plain_text,
                "text_after": text,
            }
        )
    return page.model_copy(update={"insertion": change})


def _fitting_caption(figure: Block, caption: Block, spec: ChartSpec) -> str | None:
    """The longest of three captions that fits the caption's box legibly; None where none does."""
    label = figure.label or "Figure"
    names = " and ".join(s.name for s in spec.series)
    texts = (
        f"{label}: {spec.y_title} of {names} by {spec.x_title.lower()}.",
        f"{label}: {spec.y_title} by {spec.x_title.lower()}.",
        f"{label}: {spec.y_title}.",
    )
    x0, y0, x1, y1 = caption.bbox_pt
    for text in texts:
        lines = math.ceil(len(text) * LETTER_WIDTH * LEGIBLE_PT / max(x1 - x0, 1.0))
        if lines * 1.2 * LEGIBLE_PT <= y1 - y0:
            return text
    return None
