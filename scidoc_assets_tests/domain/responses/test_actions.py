from __future__ import annotations

import pytest

from scidoc_assets.domain.responses.actions import (
    TOOLS,
    CropAction,
    FinishAction,
    InvalidAction,
    read_action,
)
from scidoc_assets.schemas.calls import ModelReply

CROP = '{"action": "crop_image", "image_name": "figure1", "bbox": [0, 0.5, 1, 1]}'


def read(text: str):
    return read_action(ModelReply(text=text), "json_actions")


def test_a_json_action_is_read_plain_fenced_or_after_thinking() -> None:
    for text in (CROP, f"```json\n{CROP}\n```", f"<think>maybe {CROP}</think>{CROP}"):
        action = read(text)
        assert isinstance(action, CropAction)
        assert action.bbox == [0.0, 0.5, 1.0, 1.0]


def test_finish_carries_the_answer() -> None:
    action = read('{"action": "finish", "text": "A.", "reasoning": "seen"}')
    assert action == FinishAction(text="A.", reasoning="seen")


@pytest.mark.parametrize(
    "text",
    [
        "I will crop the legend.",
        '{"action": "search"}',
        '{"action": "crop_image", "image_name": "figure1", "bbox": [0, 0, 1]}',
        '{"action": "crop_image", "image_name": "figure1", "bbox": ["0", "0", "1", "1"]}',
        '{"action": "finish"}',
        '{"action": "finish", "text": ""}',
        f'{CROP} {{"action": "finish", "text": "A."}}',
    ],
)
def test_anything_else_is_no_action(text: str) -> None:
    with pytest.raises(InvalidAction):
        read(text)


def test_both_tools_are_described_with_all_their_arguments() -> None:
    required = {tool.name: tool.parameters["required"] for tool in TOOLS}
    assert required == {
        "crop_image": ["image_name", "bbox", "reasoning"],
        "finish": ["text", "reasoning"],
    }
