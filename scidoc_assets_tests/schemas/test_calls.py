"""Requests, images and the request hash."""

import io

import pytest
from PIL import Image
from pydantic import ValidationError

from scidoc_assets.schemas.calls import (
    Message,
    ModelRequest,
    PromptRef,
    ProviderIdentity,
    SamplingParams,
    TextPart,
    ToolSpec,
    image_part,
    request_hash,
    text_message,
)

IDENTITY = ProviderIdentity(provider="litellm", served_as="openai/m")
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}


def picture(pixel: tuple[int, int, int] = (0, 0, 0), kind: str = "PNG") -> bytes:
    image = Image.new("RGB", (8, 6), "white")
    image.putpixel((3, 3), pixel)
    buffer = io.BytesIO()
    image.save(buffer, kind)
    return buffer.getvalue()


def request(**changes: object) -> ModelRequest:
    parts = (TextPart(text="What is shown?"), image_part(picture()))
    base = ModelRequest(
        model_id="m",
        messages=(text_message("system", "Answer."), Message(role="user", parts=parts)),
        sampling=SamplingParams(temperature=0.0, seed=1),
    )
    return base.model_copy(update=changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"messages": (text_message("system", "Reply."), request().messages[1])},
        {
            "messages": (
                request().messages[0],
                Message(
                    role="user",
                    parts=(TextPart(text="What is shown?"), image_part(picture((1, 0, 0)))),
                ),
            )
        },
        {"sampling": SamplingParams(temperature=0.0, seed=2)},
        {"sampling": SamplingParams(temperature=0.1, seed=1)},
        {"sampling": SamplingParams(temperature=0.0, seed=1, extra={"reasoning_effort": "low"})},
        {"sampling": SamplingParams(temperature=0.0, seed=1, stop=("\n",))},
        {"response_schema": SCHEMA},
        {"tools": (ToolSpec(name="finish", description="End.", parameters=SCHEMA),)},
        {"tool_choice": "required"},
        {"model_id": "m2"},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_any_change_of_what_is_sent_is_a_new_call(changes: dict[str, object]) -> None:
    assert request_hash(request(**changes), IDENTITY) != request_hash(request(), IDENTITY)


@pytest.mark.parametrize(
    "identity",
    [
        ProviderIdentity(provider="litellm", served_as="openai/other"),
        ProviderIdentity(provider="litellm", served_as="openai/m", base_url="http://h/v1"),
        ProviderIdentity(provider="embedded", served_as="openai/m"),
    ],
)
def test_a_repointed_model_id_is_a_new_call(identity: ProviderIdentity) -> None:
    assert request_hash(request(), identity) != request_hash(request(), IDENTITY)


def test_repeat_and_prompt_reference_do_not_change_the_hash() -> None:
    prompt = PromptRef(name="direct", version="v1", hash="ab")
    other = request(repeat=3, prompt=prompt)
    assert request_hash(other, IDENTITY) == request_hash(request(), IDENTITY)


def test_the_order_of_schema_properties_is_part_of_the_hash() -> None:
    one = request(response_schema={"properties": {"a": {}, "b": {}}})
    two = request(response_schema={"properties": {"b": {}, "a": {}}})
    assert request_hash(one, IDENTITY) != request_hash(two, IDENTITY)


def test_image_bytes_never_leave_through_a_dump_or_a_repr() -> None:
    data = picture()
    part = image_part(data, name="image_1")
    assert set(part.model_dump()) == {"kind", "sha256", "media_type", "name", "ocr_text"}
    assert "data=" not in repr(part)
    assert part.sha256 in request().model_dump_json()


@pytest.mark.parametrize(
    ("kind", "media_type"),
    [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("WEBP", "image/webp"), ("GIF", "image/gif")],
)
def test_the_media_type_is_told_by_the_bytes(kind: str, media_type: str) -> None:
    assert image_part(picture(kind=kind)).media_type == media_type


def test_bytes_that_are_no_known_image_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="image_7: bytes are not PNG"):
        image_part(b"%PDF-1.7", name="image_7")


def test_lone_surrogates_are_refused_before_they_reach_a_hash() -> None:
    with pytest.raises(ValidationError):
        TextPart(text="\ud83d")
