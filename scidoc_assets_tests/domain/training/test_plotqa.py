"""PlotQA records become charts of the same series; bad ones are named, illegible ones left out."""

from __future__ import annotations

from typing import Any

import pytest

from scidoc_assets.domain.training.generation import GenerationOptions, generate
from scidoc_assets.domain.training.plotqa import PlotQAError, plotqa_charts

NONE = GenerationOptions(per_paper=0, synthetic=0)


def _record(**changes: Any) -> dict[str, Any]:
    record = {
        "image_index": 7,
        "type": "vbar_categorical",
        "models": [{"name": "Ghana", "x": ["1990", "1991", "1992"], "y": [30.0, 55.5, 80.0]}],
        "general_figure_info": {
            "x_axis": {"label": {"text": "Year"}},
            "y_axis": {"label": {"text": "Share of pupils (in %)"}},
        },
    }
    return {**record, **changes}


def test_series_title_and_unit_carry_over() -> None:
    charts, left_out = plotqa_charts([_record()])
    spec = charts["plotqa-7"]
    assert left_out == 0
    assert (spec.kind, spec.y_title, spec.unit) == ("bar", "Share of pupils", "%")
    assert spec.value("Ghana", "1991") == 55.5


def test_horizontal_bars_are_turned() -> None:
    record = _record(
        type="hbar_categorical",
        models=[{"name": "Ghana", "y": ["1990", "1991"], "x": [30.0, 55.5]}],
        general_figure_info={
            "x_axis": {"label": {"text": "Rate (per 1,000)"}},
            "y_axis": {"label": {"text": "Year"}},
        },
    )
    spec = plotqa_charts([record])[0]["plotqa-7"]
    assert (spec.x_title, spec.y_title, spec.unit) == ("Year", "Rate", "per 1,000")
    assert spec.value("Ghana", "1990") == 30.0


@pytest.mark.parametrize(
    "change",
    [{"type": "pie"}, {"models": []}, {"general_figure_info": {}}, {"image_index": None}],
)
def test_a_malformed_record_is_named_by_its_number(change: dict[str, Any]) -> None:
    with pytest.raises(PlotQAError, match="record 1"):
        plotqa_charts([_record(), _record(**change)])


@pytest.mark.parametrize(
    "models",
    [
        [{"name": "A", "x": ["1", "2"], "y": [-1.0, 2.0]}],
        [{"name": "A", "x": ["1", "1"], "y": [1.0, 2.0]}],
        [{"name": "A" * 99, "x": ["1", "2"], "y": [1.0, 2.0]}],
        [{"name": "A", "x": ["1", "2"], "y": [1, 2]}, {"name": "B", "x": ["1", "3"], "y": [1, 2]}],
    ],
)
def test_what_our_charts_cannot_show_is_left_out(models: list[dict[str, Any]]) -> None:
    assert plotqa_charts([_record(models=models)]) == ({}, 1)


@pytest.mark.parametrize("subtask", ["chart_point", "chart_series", "chart_visual_consistency"])
def test_the_users_charts_are_asked_about(subtask: Any) -> None:
    charts, _ = plotqa_charts([_record()])
    (sample,) = generate(subtask, [], 0, NONE, charts=charts)
    assert sample.accepted
    assert sample.paper_ids == ["plotqa-7"]
    assert not sample.is_synthetic
