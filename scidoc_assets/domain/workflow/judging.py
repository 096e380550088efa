"""The reference-based judge: what it is shown and what it may reply (a score in [0, 1]).

Refuses null, text and out-of-range scores: they are `judge_failed` and null, never 0 and never
clipped (bug log B19). The response is shown as quoted material, not as instructions.
"""

from __future__ import annotations

import json

from pydantic import BaseModel, ConfigDict, Field

from scidoc_assets.domain.workflow.answers import Verdict, final_answer, graded
from scidoc_assets.domain.workflow.scalars import TextSpanParams, grade_text_span
from scidoc_assets.prompts import Prompt, fill, load_prompt
from scidoc_assets.schemas.calls import ModelRequest, PromptRef, text_message
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.replies import parse_reply, split_thinking
from scidoc_assets.schemas.workflow import WorkflowItem

JUDGE_PROMPT = "workflow/judge"


class JudgeParams(Row):
    """`rubric`: what earns credit beyond agreement with the reference."""

    rubric: str | None = None


class JudgeReply(BaseModel):
    """The contract of a judge's reply; further keys are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    score: float = Field(ge=0.0, le=1.0, allow_inf_nan=False)
    rationale: str = ""


def judge_prompt() -> Prompt:
    """The judge's prompt file with its hash."""
    return load_prompt(JUDGE_PROMPT)


def judge_request(item: WorkflowItem, response: str, params: JudgeParams) -> str:
    """The judge's user text. The model's name, setting and thinking are not in it.

    Values enter as JSON strings, so a response cannot close its own field.
    """
    fields = {
        "question": item.question_en or item.question_zh or "",
        "output_format": item.output_format_en or item.output_format_zh or "",
        "reference": item.reference_json,
        "rubric": params.rubric or "Agreement with the reference decides.",
        "response": split_thinking(response)[0],
    }
    quoted = {name: json.dumps(value, ensure_ascii=False) for name, value in fields.items()}
    return fill(judge_prompt().text, quoted)


def judge_call(
    item: WorkflowItem, response: str, params: JudgeParams, model_id: str
) -> ModelRequest:
    """The model call behind `judged`; `item` as its setting asks it (matched_settings.item_in)."""
    prompt = judge_prompt()
    return ModelRequest(
        model_id=model_id,
        messages=(text_message("user", judge_request(item, response, params)),),
        prompt=PromptRef(name=prompt.name, version=prompt.version, hash=prompt.sha256),
    )


def lexically_judged(item: WorkflowItem, response: str | None) -> Verdict:
    """The baseline judge, for projects without a model judge: shared words with the reference.

    `item` as its setting asks it. Blind to meaning: it is shown under its own judge id.
    """
    reference = json.loads(item.reference_json)
    gold = reference if isinstance(reference, str) else json.dumps(reference, ensure_ascii=False)
    return grade_text_span(final_answer(response or ""), gold, TextSpanParams())


def judged(reply: str | None) -> Verdict:
    """The verdict of a judge's reply; None (no reply) and bad replies are `judge_failed`."""
    if reply is None:
        return Verdict(None, "judge_failed", "no reply")
    parsed = parse_reply(reply, JudgeReply)
    if parsed.value is None:
        return Verdict(None, "judge_failed", f"{parsed.reason}: {parsed.detail or ''}".strip(": "))
    return graded(parsed.value.score, parsed.value.rationale[:500] or None)
