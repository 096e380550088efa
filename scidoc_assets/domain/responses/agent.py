"""The crop agent as a pure state machine (spec evaluation.md, Settings; seed 000 G.2).

`start_agent` makes a state, `next_request` says what to ask, `advance` takes the call's record and
gives the next state; a loop over a gateway is all that is left. One action per turn; an invalid
action costs a turn and is answered with what was wrong; the last turn asks for `finish`.
A budget that ends on an empty, cut-off or declining reply is called that, not `tool_budget`.
Refuses to advance a state that is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import Template

from pydantic import JsonValue

from scidoc_assets.domain.responses.actions import (
    ACTION_SCHEMA,
    FINISH_SCHEMA,
    TOOLS,
    CropAction,
    FinishAction,
    InvalidAction,
    Protocol,
    read_action,
)
from scidoc_assets.domain.responses.cropping import (
    InvalidCrop,
    check_box,
    cut_image,
    find_image,
    lines_inside,
)
from scidoc_assets.domain.responses.prompts import (
    Sees,
    TaskImage,
    image_parts,
    image_text_block,
    prompt_ref,
    split_roles,
)
from scidoc_assets.prompts import load_prompt
from scidoc_assets.schemas.calls import (
    CallRecord,
    ImagePart,
    Message,
    ModelReply,
    ModelRequest,
    Part,
    TextPart,
    image_part,
    text_message,
)
from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.responses import ResponseStatus, Turn, TurnFault
from scidoc_assets.schemas.tasks import ReasoningTask

_RESULT = "## Result of the turn\n"  # a heading, so that text models tell it from image text
# An empty or cut-off reply is an action that could not be read: it costs a turn.
_TURN_STATUSES = frozenset({"answered", "truncated", "empty"})
_WHY = {
    "empty": "the reply has no text",
    "refused": "the reply declines to answer",
    "truncated": "the reply stops at the token limit",
}
# What the last turn, which asks for `finish`, got in its place; anything else is `tool_budget`.
_STATUS_OF_LAST: dict[TurnFault, ResponseStatus] = {
    "empty_reply": "empty",
    "empty_answer": "empty",
    "truncated_reply": "truncated",
    "refusal": "refused",
}
LAST_TURN = "This is the last turn: finish now with your final answer."


@dataclass(frozen=True)
class AgentState:
    """Where an agent stands. `status` is None while it runs; `crops` are the pictures it made."""

    request: ModelRequest
    images: tuple[TaskImage, ...]
    sees: Sees
    protocol: Protocol
    turn_budget: int
    max_images: int | None = None
    turns: tuple[Turn, ...] = ()
    records: tuple[CallRecord, ...] = ()
    crops: tuple[ImagePart, ...] = ()
    status: ResponseStatus | None = None
    status_detail: str | None = None
    text: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to ask."""
        return self.status is not None


def start_agent(
    task: ReasoningTask,
    model_id: str,
    sees: Sees,
    protocol: Protocol,
    images: Sequence[TaskImage],
    turn_budget: int,
    repeat: int = 0,
    is_constrained: bool = False,
    max_images: int | None = None,
) -> AgentState:
    """The first state. Raises ValueError on a budget below one turn.

    `is_constrained` holds a model of the JSON protocol to the action schema, for servers that can
    (a small model writes no JSON of itself); on the last turn only `finish` is left. `max_images`
    is how many images the provider takes in one request: a crop beyond them is an invalid action.
    """
    if turn_budget < 1:
        raise ValueError(f"agent_turns must be at least 1, got {turn_budget}")
    kind = "native" if protocol == "native_tools" else "json"
    prompt = load_prompt(f"responses/agentic_{kind}")
    system, user = split_roles(prompt)
    listing = "\n".join(f"- {i.name} ({i.alias}, {i.width_px} x {i.height_px} px)" for i in images)
    text = Template(user).substitute(question=task.question, images=listing, turns=turn_budget)
    if turn_budget == 1:
        text = f"{text}\n{LAST_TURN}"
    parts = (TextPart(text=text), *image_parts(images, sees))
    request = ModelRequest(
        model_id=model_id,
        messages=(text_message("system", system), Message(role="user", parts=parts)),
        tools=TOOLS if protocol == "native_tools" else (),
        tool_choice="required" if protocol == "native_tools" else None,
        response_schema=_schema(turn_budget) if is_constrained and kind == "json" else None,
        repeat=repeat,
        prompt=prompt_ref(prompt),
    )
    return AgentState(request, tuple(images), sees, protocol, turn_budget, max_images)


def next_request(state: AgentState) -> ModelRequest:
    """What to ask now. Raises ValueError when the agent is over."""
    if state.is_over:
        raise ValueError(f"the agent is over ({state.status}): there is no next request")
    return state.request


def advance(state: AgentState, record: CallRecord) -> AgentState:
    """The state after a call. A call that failed ends the agent with the call's status."""
    if state.is_over:
        raise ValueError(f"the agent is over ({state.status}): it cannot advance")
    state = replace(state, records=(*state.records, record))
    if record.reply is None or record.status not in _TURN_STATUSES:
        return replace(state, status=record.status, status_detail=why_unanswered(record))
    reply = record.reply
    try:
        action = read_action(reply, state.protocol)
        if isinstance(action, FinishAction):
            return _finish(state, action, record)
        return _crop(state, action, record, reply)
    except (InvalidAction, InvalidCrop) as error:
        # A tool call that was cut off comes as answered: only its finish reason tells.
        is_cut = record.status == "truncated" or reply.finish_reason == "length"
        fault: TurnFault = "truncated_reply" if is_cut else error.fault
        said = _said(reply)
        turn = _turn(state, record, "invalid", error=str(error), text=said, fault=fault)
        return _follow_up(state, turn, reply, f"Invalid action: {error}.")


def why_unanswered(record: CallRecord) -> str | None:
    """Why a call gave no answer, in words; None for an answer."""
    return record.detail or record.cause or _WHY.get(record.status)


def _finish(state: AgentState, action: FinishAction, record: CallRecord) -> AgentState:
    turn = _turn(state, record, "finish", text=action.reasoning)
    return replace(state, turns=(*state.turns, turn), status="answered", text=action.text)


def _crop(
    state: AgentState, action: CropAction, record: CallRecord, reply: ModelReply
) -> AgentState:
    _check_room(state)
    image = find_image(action.image_name, state.images)
    box = check_box(action.bbox)
    number = 1 + sum(t.action == "crop_image" and t.image == image.alias for t in state.turns)
    name = f"{image.name}_crop{number}"
    picture = image_part(cut_image(image, box.bbox), name=name)
    turn = _turn(
        state,
        record,
        "crop_image",
        image=image.alias,
        bbox=box.bbox,
        crop_sha256=picture.sha256,
        error=box.note,
        text=action.reasoning,
    )
    note = f"{name} is the region {_spoken(box.bbox)} of {image.name}."
    if box.note:
        note += f" Your {box.note}."
    shown: tuple[Part, ...] = (picture,)
    if state.sees == "ocr_text":
        shown = (TextPart(text=image_text_block(name, lines_inside(image.ocr, box.bbox))),)
    state = replace(state, crops=(*state.crops, picture))
    return _follow_up(state, turn, reply, note, shown)


def _check_room(state: AgentState) -> None:
    """Raises InvalidAction when the provider would take no further image."""
    messages = state.request.messages
    shown = sum(isinstance(part, ImagePart) for message in messages for part in message.parts)
    if state.max_images is not None and shown >= state.max_images:
        raise InvalidAction(
            "too_many_images",
            f"{shown} images are shown and no more can be; finish with what can be seen",
        )


def _follow_up(
    state: AgentState,
    turn: Turn,
    reply: ModelReply,
    note: str,
    shown: tuple[Part, ...] = (),
) -> AgentState:
    """The state with the turn counted and the next message written, or over for want of turns."""
    turns = (*state.turns, turn)
    left = state.turn_budget - len(turns)
    if left <= 0:
        return _spent(replace(state, turns=turns))
    call_text = LAST_TURN if left == 1 else f"{left} turns are left."
    answer = Message(
        role="assistant",
        parts=() if reply.tool_calls and not reply.text else (TextPart(text=_said(reply)),),
        tool_calls=reply.tool_calls,
    )
    # Every tool call needs its result, and tool results cannot carry images everywhere.
    results = [
        Message(role="tool", parts=(TextPart(text=_RESULT + note),), tool_call_id=call.call_id)
        for call in reply.tool_calls
    ]
    spoken = _RESULT + (call_text if results else f"{note}\n{call_text}")
    user = Message(role="user", parts=(*shown, TextPart(text=spoken)))
    changes: dict[str, object] = {"messages": (*state.request.messages, answer, *results, user)}
    if state.request.response_schema is not None:
        changes["response_schema"] = _schema(left)
    return replace(state, turns=turns, request=state.request.model_copy(update=changes))


def _spent(state: AgentState) -> AgentState:
    """The state over for want of turns: the status by its last turn, the detail by all of them."""
    last = state.turns[-1].fault
    counts = Counter(turn.fault or turn.action for turn in state.turns)
    got = ", ".join(f"{count} x {name}" for name, count in counts.items())
    return replace(
        state,
        status=_STATUS_OF_LAST.get(last, "tool_budget") if last else "tool_budget",
        status_detail=f"no finish within {state.turn_budget} turns: {got}",
    )


def _schema(turns_left: int) -> dict[str, JsonValue]:
    return FINISH_SCHEMA if turns_left == 1 else ACTION_SCHEMA


def _turn(state: AgentState, record: CallRecord, action, **fields) -> Turn:
    return Turn(
        turn_index=len(state.turns), action=action, request_hash=record.request_hash, **fields
    )


def _said(reply: ModelReply) -> str:
    """What the model wrote; never empty, as some providers refuse an empty assistant message."""
    calls = " ".join(f"{c.name}({c.arguments_json})" for c in reply.tool_calls)
    return reply.text or calls or "(empty reply)"


def _spoken(bbox: BBox) -> str:
    return f"[{', '.join(f'{v:g}' for v in bbox)}]"
