"""Asking a model by a prompt file and reading the reply by a contract, with one repair round.

The material is one JSON object in the user message; rules stand in the system message only. Holds
no rules of a stage: those come as a check on the parsed reply. Refuses to guess: a reply that
cannot be read, was refused or breaks the check is a `ReplyProblem` with its cause.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from string import Template
from typing import Any, Literal, TypeVar

from pydantic import BaseModel

from scidoc_assets.prompts import load_prompt
from scidoc_assets.schemas.calls import (
    CallRecord,
    ImagePart,
    Message,
    ModelRequest,
    PromptRef,
    TextPart,
    text_message,
)
from scidoc_assets.schemas.replies import is_refusal, parse_reply, split_thinking

ReplyT = TypeVar("ReplyT", bound=BaseModel)
ValueT = TypeVar("ValueT")
# A conversation without a network: it yields requests, is sent call records, returns its result.
# defs drives it over the gateway (async), tests over a stub.
Dialogue = Generator[ModelRequest, CallRecord, ValueT]
ProblemCause = Literal["refused", "unparseable", "breaks_rules", "call_failed"]
USER_MARK = "<!-- user -->"


class ReplyProblem(ValueError):
    """Why a reply cannot be used. `is_repairable`: asking the model to mend it makes sense."""

    def __init__(self, cause: ProblemCause, detail: str) -> None:
        self.cause: ProblemCause = cause
        self.detail = detail
        self.is_repairable = cause in {"unparseable", "breaks_rules"}
        super().__init__(f"{cause}: {detail}")


def ask(
    prompt_name: str,
    material: Mapping[str, Any],
    contract: type[BaseModel],
    model_id: str,
    *,
    images: Sequence[ImagePart] = (),
    fields: Mapping[str, str] | None = None,
) -> ModelRequest:
    """Return the request of one prompt; `fields` fill `$names` of the rules (the field profile).

    Raises FileNotFoundError for a prompt that is not there and KeyError for a missing field.
    """
    prompt = load_prompt(prompt_name)
    rules, _, user = prompt.text.partition(USER_MARK)
    text = Template(user.strip()).substitute(
        material=json.dumps(material, ensure_ascii=False, indent=1)
    )
    return ModelRequest(
        model_id=model_id,
        messages=(
            text_message("system", Template(rules.strip()).substitute(fields or {})),
            Message(role="user", parts=(TextPart(text=text), *images)),
        ),
        response_schema=contract.model_json_schema(),
        prompt=PromptRef(name=prompt.name, version=prompt.version, hash=prompt.sha256),
    )


def read_text(text: str, contract: type[ReplyT]) -> ReplyT:
    """Read a reply's text into its contract. Raises ReplyProblem (refused, unparseable)."""
    answer, _ = split_thinking(text)
    if is_refusal(answer):
        raise ReplyProblem("refused", answer.strip()[:200])
    parsed = parse_reply(answer, contract)
    if parsed.value is None:
        raise ReplyProblem("unparseable", f"{parsed.reason}: {parsed.detail or answer[:120]}")
    return parsed.value


def read(
    record: CallRecord, contract: type[ReplyT], find_fault: Callable[[ReplyT], str | None]
) -> ReplyT:
    """Read a call's reply and check it; `find_fault` names the rule it breaks or gives None.

    Raises ReplyProblem with its cause.
    """
    if record.status == "refused":
        raise ReplyProblem("refused", record.detail or "the provider reports a refusal")
    if record.status in {"empty", "truncated"}:
        raise ReplyProblem("unparseable", f"the reply is {record.status}")
    if record.status != "answered" or record.reply is None:
        raise ReplyProblem("call_failed", f"{record.status}: {record.detail or record.cause}")
    value = read_text(record.reply.text or "", contract)
    fault = find_fault(value)
    if fault is not None:
        raise ReplyProblem("breaks_rules", fault)
    return value


def repair_request(
    request: ModelRequest, record: CallRecord, problem: ReplyProblem
) -> ModelRequest:
    """Return the one request that shows the model its reply and what is wrong with it."""
    said = record.reply.text if record.reply and record.reply.text else "(empty reply)"
    text = Template(load_prompt("arguments/repair").text).substitute(problem=problem.detail)
    asked = (
        Message(role="assistant", parts=(TextPart(text=said),)),
        text_message("user", text.strip()),
    )
    return request.model_copy(update={"messages": (*request.messages, *asked)})


def profile_of(discipline: str | None) -> str:
    """Return the field profile (terms and examples only) of a discipline; `unknown` without one."""
    name = (discipline or "unknown").replace(" ", "_")
    return load_prompt(f"arguments/profile_{name}").text.strip()


def ask_with_repair(
    request: ModelRequest, read_reply: Callable[[CallRecord], ValueT]
) -> Dialogue[ValueT]:
    """Ask once, and once more with the fault named when the reply can be mended.

    Returns what `read_reply` makes of the usable reply; raises its ReplyProblem otherwise.
    """
    record = yield request
    try:
        return read_reply(record)
    except ReplyProblem as problem:
        if not problem.is_repairable:
            raise
        record = yield repair_request(request, record, problem)
    return read_reply(record)


def run_dialogue(dialogue: Dialogue[ValueT], call: Callable[[ModelRequest], CallRecord]) -> ValueT:
    """Drive a dialogue with a synchronous call and return its result."""
    try:
        request = next(dialogue)
        while True:
            request = dialogue.send(call(request))
    except StopIteration as stop:
        return stop.value
