"""Requests keep the parts in order and name their prompt; outcomes become statuses."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from scidoc_assets.domain.workflow.matched_settings import expand_item
from scidoc_assets.domain.workflow.requests import (
    is_worth_asking_again,
    response_row,
    workflow_request,
)
from scidoc_assets.schemas.calls import CallRecord, ImagePart, ModelReply, image_part
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.workflow import ContentPart, WorkflowInstance, WorkflowItem


def _picture(part: ContentPart) -> ImagePart:
    out = io.BytesIO()
    Image.new("RGB", (4, 4), (part.page_index or 0, 0, 0)).save(out, format="PNG")
    return image_part(out.getvalue(), name=f"page {part.page_index}")


@pytest.fixture
def instances(item: WorkflowItem, layout: ParsedLayout) -> list[WorkflowInstance]:
    return expand_item(item, {"p1": layout})


def _record(text: str | None, **changes: Any) -> CallRecord:
    reply = None if text is None else ModelReply(text=text)
    values: dict[str, Any] = {
        "request_hash": "h", "repeat": 0, "model_id": "m", "status": "answered", "reply": reply,
        "started_at": "2026-01-01T00:00:00Z",
    }  # fmt: skip
    return CallRecord(**{**values, **changes})


def test_parts_keep_their_order_and_the_prompt_its_language(
    instances: list[WorkflowInstance],
) -> None:
    first = workflow_request(instances[0], "m", _picture)
    kinds = [part.kind for part in first.messages[1].parts]
    assert kinds == ["image", "image", "text", "text"]
    names = {(workflow_request(i, "m", _picture).prompt or first.prompt).name for i in instances}  # type: ignore
    assert names == {"workflow/answer", "workflow/answer_zh"}


@pytest.mark.parametrize(
    ("record", "status", "text"),
    [
        (_record("<think>x</think>B"), "answered", "B"),
        (_record("<think>x</think>"), "empty", None),
        (_record("I cannot help with that."), "refused", "I cannot help with that."),
        (_record(None, status="provider_error", cause="timeout"), "provider_error", None),
        (_record("half", status="truncated"), "truncated", "half"),
    ],
)
def test_outcomes_become_statuses(
    instances: list[WorkflowInstance], record: CallRecord, status: str, text: str | None
) -> None:
    row = response_row(instances[0], record, is_baseline=False)
    assert (row.status, row.text) == (status, text)
    assert (row.item_id, row.setting, row.model) == ("q1", "en_images_first", "m")


@pytest.mark.parametrize(
    ("status", "cause", "is_worth"),
    [
        ("provider_error", "timeout", True),
        ("budget_stopped", "budget_usd", True),
        ("provider_error", "images_not_seen", False),
        ("provider_error", "context_length", False),
        ("truncated", None, False),
    ],
)
def test_only_passing_failures_are_asked_again(
    instances: list[WorkflowInstance], status: str, cause: str | None, is_worth: bool
) -> None:
    record = _record(None, status=status, cause=cause, detail="why")
    row = response_row(instances[0], record, is_baseline=False)
    assert is_worth_asking_again(row) == is_worth
