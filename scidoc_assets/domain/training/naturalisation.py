"""What a model may do with a sample: reword its instruction, or check a citation's role.

The answer never passes through the model. Refuses a rewording that loses a locked text or a number,
or adds one, and a role on which model and rule disagree: the sample is then rejected.
"""

from __future__ import annotations

import json
import re
from collections import Counter

from pydantic import BaseModel, ConfigDict

from scidoc_assets.domain.training.contamination import rejected
from scidoc_assets.domain.training.drafts import Rejected
from scidoc_assets.prompts import Prompt, fill, load_prompt
from scidoc_assets.schemas.calls import ModelRequest, PromptRef, text_message
from scidoc_assets.schemas.replies import parse_reply
from scidoc_assets.schemas.training import TrainingSample

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
MAX_GROWTH = 3.0


class RewordReply(BaseModel):
    """`instruction`, or `reject` with a reason."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    instruction: str | None = None
    reject: str | None = None


class RoleReply(BaseModel):
    """`role`, or `reject` with a reason."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    role: str | None = None
    reject: str | None = None


def reword_prompt() -> Prompt:
    """The rewording prompt with its hash."""
    return load_prompt("training/naturalise")


def role_prompt() -> Prompt:
    """The prompt of the second opinion on citation roles, with its hash."""
    return load_prompt("training/citation_check")


def reword_request(sample: TrainingSample) -> str:
    """The user text that asks for a rewording; the answer is not in it."""
    held = {
        "instruction": json.dumps(sample.instruction, ensure_ascii=False),
        "locked": json.dumps(locked_in_instruction(sample), ensure_ascii=False),
    }
    return fill(reword_prompt().text, held)


def reword_call(sample: TrainingSample, model_id: str) -> ModelRequest:
    """The model call behind `reworded`."""
    return _call(reword_request(sample), model_id, reword_prompt())


def role_call(sample: TrainingSample, model_id: str) -> ModelRequest:
    """The model call behind `role_checked`; for citation samples only."""
    return _call(role_request(sample), model_id, role_prompt())


def locked_in_instruction(sample: TrainingSample) -> list[str]:
    """The locked texts that stand in the instruction, and the answer form."""
    locked = [*sample.locked, sample.answer_schema]
    return list(dict.fromkeys(text for text in locked if text in sample.instruction))


def reworded(sample: TrainingSample, reply: str | None, model: str) -> TrainingSample:
    """The sample with a model's wording, or rejected when a locked field came back changed.

    No reply and an unreadable reply leave the template's wording: nothing was changed.
    """
    if reply is None or not sample.accepted:
        return sample
    parsed = parse_reply(reply, RewordReply).value
    if parsed is None or (parsed.instruction is None and parsed.reject is None):
        return sample
    if parsed.instruction is None:
        return rejected(sample, Rejected("model_disagrees", str(parsed.reject)))
    lost = [t for t in locked_in_instruction(sample) if t not in parsed.instruction]
    if lost:
        return rejected(sample, Rejected("locked_field_changed", f"lost: {lost[0]}"))
    if _numbers(parsed.instruction) != _numbers(sample.instruction):
        return rejected(sample, Rejected("locked_field_changed", "numbers differ"))
    if len(parsed.instruction) > MAX_GROWTH * len(sample.instruction):
        return rejected(sample, Rejected("locked_field_changed", "three times as long"))
    answer = sample.answer_json.strip('"')
    if len(answer) >= 10 and answer in parsed.instruction:
        return rejected(sample, Rejected("answer_leaked", "the rewording holds the answer"))
    return sample.model_copy(update={"instruction": parsed.instruction, "rewritten_by": model})


def role_request(sample: TrainingSample) -> str:
    """The user text that asks a model for a citation's role, without the rule's."""
    construction = json.loads(sample.construction_json)
    sentence = next(item.text for item in sample.inputs if item.kind == "text")
    params = json.loads(sample.verifier_params_json)
    held = {
        "sentence": json.dumps(sentence, ensure_ascii=False),
        "cite": construction["citation"],
        "section": construction["section"] or "-",
        "roles": ", ".join(params["labels"]),
    }
    return fill(role_prompt().text, held)


def role_checked(sample: TrainingSample, reply: str | None) -> TrainingSample:
    """The sample, rejected when the model chose another role than the rule or saw two.

    Without a readable reply there is no second opinion and the rule stands.
    """
    parsed = parse_reply(reply, RoleReply).value if reply else None
    if parsed is None or not sample.accepted:
        return sample
    role = json.loads(sample.answer_json)["role"]
    if parsed.role == role:
        return sample
    return rejected(sample, Rejected("model_disagrees", parsed.role or str(parsed.reject)))


def _call(text: str, model_id: str, prompt: Prompt) -> ModelRequest:
    return ModelRequest(
        model_id=model_id,
        messages=(text_message("user", text),),
        prompt=PromptRef(name=prompt.name, version=prompt.version, hash=prompt.sha256),
    )


def _numbers(text: str) -> Counter[str]:
    return Counter(_NUMBER.findall(text))
