"""Chart questions: answers from the known series, charts in the figure's own box."""

from __future__ import annotations

from typing import Any

import pytest

from scidoc_assets.domain.training.chart_specs import ChartSpec
from scidoc_assets.domain.training.chart_tasks import chart_drafts, synthetic_chart
from scidoc_assets.domain.training.layout_sources import LayoutView
from scidoc_assets.schemas.training import TrainingSubtask
from scidoc_assets_tests.domain.training.conftest import make_layout

CHARTS: tuple[TrainingSubtask, ...] = ("chart_point", "chart_series", "chart_visual_consistency")


def _spec(source: str | None) -> ChartSpec:
    return ChartSpec.model_validate_json(source or "")


def test_points_and_series_are_the_charts_own_values() -> None:
    for index in range(20):
        point = synthetic_chart("chart_point", index, 0)
        spec, answer = _spec(point.inputs[0].source), point.answer
        assert isinstance(answer, dict)
        assert spec.value(str(answer["series"]), str(answer["x"])) == answer["value"]
        series = synthetic_chart("chart_series", index, 0)
        spec, held = _spec(series.inputs[0].source), series.answer
        assert isinstance(held, dict)
        assert held["values"] == next(s.values for s in spec.series if s.name == held["series"])


def test_the_moved_mark_is_the_answer_and_its_right_value_is_printed() -> None:
    for index in range(20):
        draft = synthetic_chart("chart_visual_consistency", index, 0)
        if draft.rejection is None:
            answer: Any = draft.answer
            spec = _spec(draft.inputs[0].source)
            assert spec.shows_values
            assert spec.moved is not None
            assert answer["correct_value"] == spec.value(answer["entity"], answer["condition"])
            assert answer["visual_value"] == spec.drawn(answer["entity"], answer["condition"])


@pytest.mark.parametrize("subtask", CHARTS)
def test_a_chart_on_a_page_fills_the_recorded_box_and_renews_the_caption(
    view: LayoutView, subtask: TrainingSubtask
) -> None:
    (draft,) = chart_drafts(view, subtask, 5, 0)
    change = draft.inputs[0].insertion
    assert change is not None
    figure = view.by_id[change.block_id]
    assert figure.category == "figure"
    assert change.bbox_pt == figure.bbox_pt
    spec = _spec(change.chart_json)
    assert (spec.width_pt, spec.height_pt) == (240.0, 140.0)
    assert (change.text_after or "").startswith("Figure 1: ")
    assert change.text_before == "Figure 1: The rise of things over many years."


def test_a_caption_box_that_is_too_small_keeps_its_text() -> None:
    layout = make_layout()
    blocks = [
        b.model_copy(update={"bbox_pt": (310.0, 345.0, 330.0, 352.0)}) if b.label == "Figure 1" and b.category == "caption" else b
        for b in layout.blocks
    ]  # fmt: skip
    (draft,) = chart_drafts(
        LayoutView(layout.model_copy(update={"blocks": blocks})), "chart_point", 5, 0
    )
    assert draft.inputs[0].insertion is not None
    assert draft.inputs[0].insertion.text_after is None
