"""From a locked construction to a sample: wording, verification, acceptance or a reason.

Holds the draft, the template wording and `finish`. Refuses to accept what its own verifier does
not score 1.0, or a perturbed answer that it does.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from scidoc_assets.domain.training.perturbations import perturbed
from scidoc_assets.domain.training.splits import common_split, split_of_paper
from scidoc_assets.domain.training.verifiers import VERIFIERS
from scidoc_assets.prompts import fill, load_prompt
from scidoc_assets.schemas.training import (
    RejectReason,
    TrainingInput,
    TrainingLanguage,
    TrainingSample,
    TrainingSubtask,
    VerifierName,
)

_VARIANT = "\n---\n"
LANGUAGES: tuple[TrainingLanguage, ...] = ("en", "zh")


class Rejected(Exception):
    """A candidate that must not become a sample; `reason` is from the closed list."""

    def __init__(self, reason: RejectReason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason: RejectReason = reason
        self.detail = detail


@dataclass
class Draft:
    """A construction: everything of a sample but its wording and its scores.

    `slots` fill the template; `locked` are texts that any wording must keep; `key` names the
    construction within subtask and papers, so that equal keys mean the same sample.
    """

    subtask: TrainingSubtask
    language: TrainingLanguage
    key: str
    paper_ids: list[str]
    answer: JsonValue
    verifier: VerifierName
    params: Mapping[str, Any]
    answer_schema: str
    inputs: list[TrainingInput] = field(default_factory=list)
    slots: Mapping[str, str] = field(default_factory=dict)
    locked: list[str] = field(default_factory=list)
    construction: Mapping[str, Any] = field(default_factory=dict)
    is_synthetic: bool = False
    rejection: Rejected | None = None


def rng_for(seed: int, *names: object) -> random.Random:
    """A generator that depends on the seed and the names alone, not on the order of calls."""
    return random.Random("|".join(str(part) for part in (seed, *names)))


def language_for(rng: random.Random) -> TrainingLanguage:
    """English or Chinese, evenly."""
    return rng.choice(LANGUAGES)


def wording(
    subtask: str, language: TrainingLanguage, slots: Mapping[str, str], rng: random.Random
) -> str:
    """One of the template's variants with its slots filled once, left to right.

    Raises KeyError naming a slot that the template uses and the draft lacks.
    """
    variants = load_prompt(f"training/{subtask}_{language}").text.strip().split(_VARIANT)
    return fill(rng.choice(variants).strip(), slots)


def finish(draft: Draft, seed: int) -> TrainingSample:
    """Word, verify and decide a draft; the sample says why where it is not accepted."""
    answer_json = dumps(draft.answer)
    params_json = dumps(draft.params)
    rng = rng_for(seed, draft.subtask, *draft.paper_ids, draft.key, "wording")
    slots = {"answer_schema": draft.answer_schema, **draft.slots}
    instruction = wording(draft.subtask, draft.language, slots, rng)
    rejection = draft.rejection or _objection(draft, instruction, answer_json)
    self_score = perturbed_score = 0.0
    perturbed_json = "null"
    if rejection is None:
        reward = VERIFIERS[draft.verifier]
        wrong = perturbed(draft.verifier, answer_json, params_json)
        self_score = reward(json.loads(answer_json), draft.answer, draft.params)
        perturbed_score = reward(wrong, draft.answer, draft.params)
        perturbed_json = dumps(wrong)
        rejection = _score_objection(self_score, perturbed_score)
    return TrainingSample(
        sample_id=_sample_id(draft, instruction, answer_json),
        subtask=draft.subtask,
        language=draft.language,
        split=common_split(draft.paper_ids) or split_of_paper(draft.paper_ids[0]),
        paper_ids=draft.paper_ids,
        seed=seed,
        instruction=instruction,
        inputs=draft.inputs,
        answer_json=answer_json,
        answer_schema=draft.answer_schema,
        verifier=draft.verifier,
        verifier_params_json=params_json,
        locked=draft.locked,
        construction_json=dumps(draft.construction),
        is_synthetic=draft.is_synthetic,
        self_score=self_score,
        perturbed_answer_json=perturbed_json,
        perturbed_score=perturbed_score,
        accepted=rejection is None,
        reject_reason=rejection.reason if rejection else None,
        reject_detail=rejection.detail[:300] if rejection else None,
    )


def dumps(value: Any) -> str:
    """JSON with sorted keys: equal values give equal bytes."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False)


def _objection(draft: Draft, instruction: str, answer_json: str) -> Rejected | None:
    if common_split(draft.paper_ids) is None:
        return Rejected("papers_in_two_splits", ", ".join(draft.paper_ids))
    # Labels are chosen from a list that the instruction shows.
    is_listed = draft.verifier == "label"
    if not is_listed and len(answer_json) >= 12 and answer_json.strip('"') in instruction:
        return Rejected("answer_leaked", "the instruction holds the answer")
    shown = "\n".join([instruction, *(_shown(item) for item in draft.inputs)])
    lost = [text for text in draft.locked if text not in shown]
    return Rejected("locked_field_changed", f"not shown: {lost[0]}") if lost else None


def _shown(item: TrainingInput) -> str:
    """Everything an input shows as text, drawn or written."""
    inserted = item.insertion
    held = [item.text, item.source, *(mark.label for mark in item.marks)]
    held += [inserted.chart_json, inserted.text_after] if inserted else []
    return "\n".join(text for text in held if text)


def _score_objection(self_score: float, perturbed_score: float) -> Rejected | None:
    if self_score != 1.0:
        return Rejected("self_score_below_1", f"{self_score}")
    if perturbed_score >= 1.0:
        return Rejected("perturbed_score_is_1", f"{perturbed_score}")
    return None


def _sample_id(draft: Draft, instruction: str, answer_json: str) -> str:
    inputs = [item.model_dump(mode="json") for item in draft.inputs]
    held = [draft.paper_ids, draft.key, draft.language, instruction, answer_json, inputs]
    digest = hashlib.sha256(dumps(held).encode("utf-8", "surrogatepass")).hexdigest()
    return f"{draft.subtask}-{digest[:20]}"
