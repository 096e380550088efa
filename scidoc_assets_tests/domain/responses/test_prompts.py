from __future__ import annotations

import pytest

from scidoc_assets.domain.responses.prompts import (
    build_request,
    evidence_hints,
    image_name,
    task_images,
)
from scidoc_assets.schemas.calls import ImagePart, ModelRequest, TextPart
from scidoc_assets_tests.domain.responses.factory import a_task, the_images

GOLD = ("90 %", "40 %", "keeps its activity.", "Catalyst A is stable")


def user_text(request: ModelRequest) -> str:
    (user,) = [m for m in request.messages if m.role == "user"]
    return "\n".join(p.text for p in user.parts if isinstance(p, TextPart))


def pictures(request: ModelRequest) -> list[ImagePart]:
    return [p for m in request.messages for p in m.parts if isinstance(p, ImagePart)]


def ask(setting: str, sees: str = "pixels") -> ModelRequest:
    return build_request(a_task(), setting, "model", sees, the_images())


def test_caption_only_shows_all_captions_of_the_paper_and_no_pixels_or_hints() -> None:
    request = ask("caption_only")
    text = user_text(request)
    assert "## Captions\n- Figure 3. Activity over cycles.\n- Table 2. Surface area." in text
    assert pictures(request) == []
    assert not any(gold in text for gold in GOLD)


def test_question_only_shows_the_question_and_nothing_else() -> None:
    text = user_text(ask("question_only"))
    assert text.endswith("## Question\nWhich catalyst keeps its activity?")
    assert "Surface area" not in text


def test_direct_shows_the_images_under_their_aliases_and_no_gold() -> None:
    request = ask("direct")
    assert [p.name for p in pictures(request)] == ["figure1", "table1"]
    assert "Figure 1 (image name: figure1):" in user_text(request)
    assert not any(gold in user_text(request) for gold in GOLD)


def test_evidence_hint_adds_statements_with_their_sources_to_direct() -> None:
    request = ask("evidence_hint")
    text = user_text(request)
    assert "- Evidence e1 (Figure 1): Activity of A stays at 90 %." in text
    assert "- Evidence e2 (given figures and tables): Activity of B falls to 40 %." in text
    assert "verify each" in text
    assert len(pictures(request)) == 2


def test_hints_use_the_observable_statement_not_the_papers_wording() -> None:
    assert "In the paper's words" not in evidence_hints(a_task())


def test_a_model_that_sees_ocr_text_gets_the_lines_with_normalised_boxes_in_place_of_pixels() -> (
    None
):
    request = ask("direct", sees="ocr_text")
    assert pictures(request) == []
    text = user_text(request)
    assert "## Image text\n### figure1\n[0.100, 0.100, 0.300, 0.200] cycle number" in text
    assert "### table1\n(no text)" in text


def test_the_prompt_file_and_its_hash_travel_with_the_request() -> None:
    request = ask("direct")
    assert request.prompt is not None
    assert (request.prompt.name, request.prompt.version) == ("responses/direct", "v1")
    assert len(request.prompt.hash) == 64


def test_a_dollar_sign_in_a_question_is_text() -> None:
    task = a_task().model_copy(update={"question": "Does it cost $captions or 5 $?"})
    request = build_request(task, "caption_only", "model", "pixels")
    assert "Does it cost $captions or 5 $?" in user_text(request)


def test_a_missing_crop_is_named() -> None:
    with pytest.raises(KeyError, match="task-1: no crop for figure tab-b"):
        task_images(a_task(), {"fig-a": b"x"}, {})


def test_the_agent_is_no_single_request() -> None:
    with pytest.raises(ValueError, match="start_agent"):
        ask("agentic")


def test_aliases_become_names_a_model_can_write() -> None:
    assert [image_name(a) for a in ("Figure 1", "Extended Data Figure 2", "表 1")] == [
        "figure1",
        "extendeddatafigure2",
        "1",
    ]
