from __future__ import annotations

import pytest
from pydantic import ValidationError

from scidoc_assets.domain.imports.lines import LabelLine, TaskLine, collect_extra
from scidoc_assets_tests.domain.imports.factory import LABEL, TASK

# Boxes are tuples here: only JSON text may give them as arrays.
REGION = {**TASK["regions"][0], "bbox": (0.1, 0.1, 0.5, 0.5)}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"evidence": [TASK["evidence"][0]] * 2}, "evidence: id used twice: e1"),
        ({"intermediate_claims": TASK["intermediate_claims"] * 2}, "id used twice: c1"),
        ({"regions": [{**REGION, "evidence": ["e7"]}]}, "unknown to the task: e7"),
        ({"regions": [{**REGION, "bbox": (0.5, 0.1, 0.2, 0.5)}]}, "swapped"),
        ({"regions": [{**REGION, "bbox": (0.1, 0.1, 1.2, 0.5)}]}, "leaves"),
        ({"question": ""}, "at least 1 character"),
        ({"question": " \n"}, "should match pattern"),
        ({"task_id": " t1"}, "pattern"),
    ],
)
def test_a_task_that_contradicts_itself_is_refused(change: dict, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        TaskLine.model_validate({**TASK, "regions": [REGION], **change})


@pytest.mark.parametrize("value", ["Yes", True, None, 1, "maybe"])
def test_labels_take_the_named_values_only(value: object) -> None:
    with pytest.raises(ValidationError):
        LabelLine.model_validate({**LABEL, "evidence": {"e1": value}})


def test_extra_keys_have_their_path() -> None:
    line = LabelLine.model_validate({**LABEL, "who": "us", "atoms": {**LABEL["atoms"], "why": "x"}})
    assert collect_extra(line) == {"who": "us", "atoms.why": "x"}


@pytest.mark.parametrize(
    "changes",
    [
        {"atoms": None},
        {"evidence": None},
        {"correctness_failure": "unparseable"},
        {"coverage_failure": "unparseable"},
        {"evidence": None, "coverage_failure": "unparseable"},
        {"atoms": None, "correctness_failure": "bad mood"},
    ],
)
def test_a_label_has_a_verdict_or_a_known_reason_for_none(changes: dict) -> None:
    with pytest.raises(ValidationError):
        LabelLine.model_validate({**LABEL, **changes})
