from __future__ import annotations

from scidoc_assets.domain.responses.agent import advance, start_agent
from scidoc_assets.domain.responses.agent_plan import further_requests
from scidoc_assets.schemas.calls import ImagePart, ModelRequest
from scidoc_assets_tests.domain.responses.factory import a_task, called, the_images

CROP = {"image_name": "figure1", "bbox": [0.25, 0.5, 0.75, 1.0], "reasoning": "r"}
FINISH = {"text": "Catalyst A.", "reasoning": "seen"}


def start(turns: int = 3):
    return start_agent(a_task(), "model", "pixels", "native_tools", the_images(), turns)


def n_images(request: ModelRequest) -> int:
    return sum(isinstance(p, ImagePart) for m in request.messages for p in m.parts)


def test_a_fresh_agent_may_use_all_its_turns_with_one_more_crop_each() -> None:
    assert [n_images(r) for r in further_requests(start(), 100)] == [2, 3, 4]


def test_a_turn_that_was_made_is_not_planned_again() -> None:
    state = advance(start(), called(("crop_image", CROP)))
    assert [n_images(r) for r in further_requests(state, 100)] == [3, 4]


def test_an_agent_that_is_over_asks_nothing() -> None:
    state = advance(start(), called(("finish", FINISH)))
    assert further_requests(state, 100) == []


def test_later_turns_carry_what_the_model_may_have_written() -> None:
    first, second, _ = further_requests(start(), 100)
    assert len(second.model_dump_json()) - len(first.model_dump_json()) >= 250
