"""Packets show people no model and no score; a bad line refuses its whole file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scidoc_assets.domain.workflow.audit_ratings import (
    audit_id,
    audit_packet,
    common_ratings,
    read_ratings,
)
from scidoc_assets.schemas.workflow import WorkflowResponse
from scidoc_assets_tests.domain.workflow.conftest import make_item


def a_response(item_id: str, **changes: Any) -> WorkflowResponse:
    empty = dict.fromkeys(
        (
            *("status_detail", "prompt_name", "prompt_version", "prompt_hash", "request_hash"),
            *("usage_json", "cost_usd", "latency_s"),
        )
    )
    values: dict[str, Any] = {
        **empty,
        "benchmark": "b",
        "model": "lab/secret-model",
        "setting": "zh_images_first",
        "item_id": item_id,
        "repeat": 0,
        "status": "answered",
        "text": f"answer to {item_id}",
        "is_baseline": False,
    }
    return WorkflowResponse(**{**values, **changes})


PAIRS = [(make_item(item_id=i), a_response(i)) for i in ("q1", "q2", "q3")]
IDS = [audit_id(response) for _, response in PAIRS]


def filled(*scores: Any) -> str:
    lines = [{"audit_id": i, "score": s} for i, s in zip(IDS, scores, strict=False)]
    return "\n".join(json.dumps(line) for line in lines)


def test_a_packet_shows_the_question_as_asked_and_nothing_of_the_model() -> None:
    text = audit_packet(PAIRS)
    first = json.loads(text.splitlines()[0])
    assert first["question"] == "哪个数值更大？"
    assert first["response"] == "answer to q1"
    assert first["score"] is None
    assert "secret-model" not in text
    assert "images_first" not in text


def test_ratings_come_back_in_the_order_of_the_sample() -> None:
    lines = filled(1.0, 0.5, None).splitlines()
    people, refused = read_ratings({"ann.jsonl": "\n".join(reversed(lines))}, PAIRS)
    assert people == {"ann": [1.0, 0.5, None]}
    assert refused == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (filled(1.0, 1.5), "line 2, field score"),
        (filled("yes"), "line 1, field score"),
        ('{"audit_id": "x"}', "line 1, field score"),
        ("{", "line 1, field (line)"),
        (filled(1.0) + "\n" + filled(0.0), "rated twice"),
    ],
)
def test_a_bad_line_refuses_the_file_by_line_and_field(text: str, said: str) -> None:
    people, refused = read_ratings({"bob.jsonl": text, "ann.jsonl": filled(1.0)}, PAIRS)
    assert said in refused["bob.jsonl"]
    assert list(people) == ["ann"]


def test_only_rows_that_every_rater_rated_are_compared() -> None:
    raters = {"judge": [1.0, 0.0, 0.5], "ann": [1.0, None, 0.0], "nobody": [None, None, None]}
    assert common_ratings(raters) == {"judge": [1.0, 0.5], "ann": [1.0, 0.0]}
