"""Boxes go out in percent and come back; cancelled annotations are left out."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from scidoc_assets.domain.review.label_studio import (
    LABELLING_CONFIG,
    exported_decisions,
    image_file,
    labelling_tasks,
)
from scidoc_assets_tests.domain.review.hand_review import packet

REGION = packet("region", "e1")


def annotated(*results: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    (task,) = labelling_tasks([REGION], "second")
    annotation = {"completed_by": 7, "result": list(results), **more}
    return [{"data": task["data"], "annotations": [annotation]}]


def choice(name: str, value: str) -> dict[str, Any]:
    return {"from_name": name, "type": "choices", "value": {"choices": [value]}}


def test_every_field_that_the_configuration_shows_is_in_the_tasks() -> None:
    root = ElementTree.fromstring(LABELLING_CONFIG)
    shown = {
        v[1:] for e in root.iter() if (v := e.get("value", "")).startswith("$") and " " not in v
    }
    (task,) = labelling_tasks([REGION], "first")
    assert shown <= set(task["data"])
    names = {e.get("name") for e in root.iter() if e.get("name")}
    assert {e.get("toName") for e in root.iter() if e.get("toName")} <= names


def test_a_region_goes_out_as_a_prediction_in_percent_over_its_picture() -> None:
    (task,) = labelling_tasks([REGION], "first")
    value = task["predictions"][0]["result"][0]["value"]
    assert (value["x"], value["y"], value["width"], value["height"]) == (0.0, 0.0, 50.0, 50.0)
    assert task["data"]["image"].endswith(image_file(str(REGION.image_sha256)))


def test_a_question_is_shown_with_every_figure_of_its_task_and_captions_are_escaped() -> None:
    question = packet("question")
    figures = [f.model_copy(update={"caption": "a < b & <script>"}) for f in question.figures]
    (task,) = labelling_tasks([question.model_copy(update={"figures": figures})], "first")
    shown = task["data"]["figures"]
    assert shown.count("<img ") == len(question.figures) == 3
    assert "<script>" not in shown
    assert "a &lt; b &amp; &lt;script&gt;" in shown


def test_an_untouched_prediction_comes_back_as_the_same_box() -> None:
    (task,) = labelling_tasks([REGION], "first")
    drawn = task["predictions"][0]["result"][0]
    (found,) = exported_decisions(annotated(drawn, choice("verdict", "accept")))
    assert found["bbox"] == REGION.bbox
    assert (found["verdict"], found["reviewer"], found["role"]) == ("accept", "7", "second")


def test_rounding_is_cut_and_a_real_overhang_is_left_to_be_refused() -> None:
    (task,) = labelling_tasks([REGION], "first")
    drawn = task["predictions"][0]["result"][0]
    wide = {**drawn, "value": {**drawn["value"], "width": 100.00004}}
    (found,) = exported_decisions(annotated(wide))
    assert found["bbox"][2] == 1.0
    over = {**drawn, "value": {**drawn["value"], "width": 130.0}}
    (found,) = exported_decisions(annotated(over))
    assert found["bbox"][2] == pytest.approx(1.3)
    assert found["verdict"] is None


def test_cancelled_annotations_are_left_out_and_foreign_exports_raise() -> None:
    assert list(exported_decisions(annotated(was_cancelled=True))) == []
    with pytest.raises(KeyError):
        list(exported_decisions([{"data": {}}]))
