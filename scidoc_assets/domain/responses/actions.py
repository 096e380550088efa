"""Reading one action out of a model's reply: native tool calls or the JSON action protocol.

Exactly one action a turn. Refuses (InvalidAction, with a message for the model) replies with no or
several actions, unknown tools, missing or wrongly typed arguments, and an empty final answer.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from scidoc_assets.schemas.calls import ModelReply, ToolSpec
from scidoc_assets.schemas.replies import (
    ParsedReply,
    ParseReason,
    is_refusal,
    parse_reply,
    split_thinking,
)
from scidoc_assets.schemas.responses import TurnFault

Protocol = Literal["native_tools", "json_actions"]


class InvalidAction(ValueError):
    """A reply that is no action; `fault` says of what kind, the message is for the model."""

    def __init__(self, fault: TurnFault, message: str) -> None:
        self.fault: TurnFault = fault
        super().__init__(message)


class CropAction(BaseModel):
    """`crop_image(image_name, bbox, reasoning)`."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    image_name: str = Field(min_length=1)
    bbox: list[float] = Field(min_length=4, max_length=4)
    reasoning: str | None = None


class FinishAction(BaseModel):
    """`finish(text, reasoning)`."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    text: str
    reasoning: str | None = None


class _Named(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")
    action: str


Action = CropAction | FinishAction
_BY_NAME: dict[str, type[CropAction] | type[FinishAction]] = {
    "crop_image": CropAction,
    "finish": FinishAction,
}
_FAULT_OF: dict[ParseReason, TurnFault] = {
    "empty": "no_action",
    "no_json": "no_action",
    "ambiguous": "several_actions",
}
_REASONING: dict[str, JsonValue] = {
    "type": "string",
    "description": "why this step helps to answer the question",
}
_CROP_ARGUMENTS: dict[str, JsonValue] = {
    "image_name": {"type": "string", "description": "name of an original image"},
    "bbox": {
        "type": "array",
        "items": {"type": "number"},
        "minItems": 4,
        "maxItems": 4,
        "description": "[x0, y0, x1, y1] in [0, 1], top-left origin",
    },
    "reasoning": _REASONING,
}
_FINISH_ARGUMENTS: dict[str, JsonValue] = {"text": {"type": "string"}, "reasoning": _REASONING}


def _object_schema(properties: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return {"type": "object", "properties": properties, "required": list(properties)}


TOOLS = (
    ToolSpec(
        name="crop_image",
        description="Look closer at a region of an original image; the crop comes back as an image.",
        parameters=_object_schema(_CROP_ARGUMENTS),
    ),
    ToolSpec(
        name="finish",
        description="Give the final answer.",
        parameters=_object_schema(_FINISH_ARGUMENTS),
    ),
)
# For servers that can hold a model to a schema: an action of the JSON protocol, and the last one.
FINISH_SCHEMA = _object_schema({"action": {"const": "finish"}, **_FINISH_ARGUMENTS})
_CROP_SCHEMA = _object_schema({"action": {"const": "crop_image"}, **_CROP_ARGUMENTS})
ACTION_SCHEMA: dict[str, JsonValue] = {"anyOf": [_CROP_SCHEMA, FINISH_SCHEMA]}


def read_action(reply: ModelReply, protocol: Protocol) -> Action:
    """The one action of a reply. Raises InvalidAction."""
    text, _ = split_thinking(reply.text or "")
    if not reply.tool_calls:
        _check_text(text)
    action = _native(reply) if protocol == "native_tools" else _json(text)
    if isinstance(action, FinishAction) and not action.text.strip():
        raise InvalidAction("empty_answer", "finish needs a non-empty `text` with the final answer")
    return action


def _check_text(text: str) -> None:
    """Raises InvalidAction on a reply that is nothing but words, or nothing at all."""
    if not text.strip():
        raise InvalidAction("empty_reply", "the reply is empty; one action is needed")
    if is_refusal(text):
        raise InvalidAction("refusal", "the reply declines to answer; one action is needed")


def _native(reply: ModelReply) -> Action:
    if not reply.tool_calls:
        raise InvalidAction(
            "no_action", "no tool was called; call exactly one of crop_image and finish"
        )
    call, *more = reply.tool_calls
    if more:
        raise InvalidAction(
            "several_actions", f"{len(more) + 1} tools were called; call exactly one a turn"
        )
    return _value(parse_reply(call.arguments_json, _contract(call.name), several="ambiguous"))


def _json(text: str) -> Action:
    named = _value(parse_reply(text, _Named, several="ambiguous"))
    return _value(parse_reply(text, _contract(named.action), several="ambiguous"))


def _contract(name: str) -> type[CropAction] | type[FinishAction]:
    """What an action of that name must hold. Raises InvalidAction."""
    if name not in _BY_NAME:
        raise InvalidAction(
            "unknown_action", f"no tool named {name!r}; the tools are crop_image and finish"
        )
    return _BY_NAME[name]


def _value(parsed: ParsedReply):
    if parsed.value is None:
        detail = f": {parsed.detail}" if parsed.detail else ""
        fault = _FAULT_OF.get(parsed.reason, "unreadable_action") if parsed.reason else "no_action"
        raise InvalidAction(fault, f"the action could not be read ({parsed.reason}{detail})")
    return parsed.value
