"""An item that could never be scored is named before any model is asked."""

from __future__ import annotations

from typing import Any

import pytest

from scidoc_assets.domain.workflow.item_faults import item_fault, picture_names
from scidoc_assets_tests.domain.workflow.conftest import make_item

CASES = {
    "evaluator": "code_cases",
    "evaluator_params_json": '{"function": "f", "arguments": [[1], [2]]}',
}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"evaluator": "number", "reference_json": "3.5"},
        {"evaluator": "judge", "reference_json": '"free text"'},
        {**CASES, "reference_json": "[1, 2]"},
    ],
)
def test_a_sound_item_has_no_fault(changes: dict[str, Any]) -> None:
    assert item_fault(make_item(**changes)) is None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"evaluator_params_json": '{"tolerance": 1}'}, "tolerance"),
        ({"evaluator": "number", "reference_json": '"many"'}, "not a number"),
        ({"reference_json": "no json"}, "not JSON"),
        ({"reference_zh_json": "{"}, "not JSON"),
        ({"group": "A"}, "not of group A"),
        ({**CASES, "reference_json": "[1]"}, "one value per argument list"),
    ],
)
def test_a_fault_names_the_item_and_what_is_wrong(changes: dict[str, Any], said: str) -> None:
    fault = item_fault(make_item(**changes))
    assert fault is not None
    assert "q1" in fault
    assert said in fault


def test_pictures_are_needed_by_image_items_only() -> None:
    reference = '{"image": "gold.png"}'
    assert picture_names(make_item(evaluator="image", reference_json=reference)) == ["gold.png"]
    assert picture_names(make_item(evaluator="json_fields", reference_json=reference)) == []
