"""The judge audit's packets for people, and the ratings that come back.

One JSON object a line; a person fills `score` (0 to 1). Refuses a whole file at its first bad line,
with line, field and reason; a score outside [0, 1] is never clipped.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scidoc_assets.domain.workflow.matched_settings import item_in
from scidoc_assets.schemas.workflow import WorkflowItem, WorkflowResponse

Pair = tuple[WorkflowItem, WorkflowResponse]


class _Rating(BaseModel):
    """What is read of a filled line; a null score is a line not rated yet."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    audit_id: str
    score: float | None = Field(ge=0.0, le=1.0, allow_inf_nan=False)


def audit_id(response: WorkflowResponse) -> str:
    """Names an audited answer without naming its model."""
    r = response
    key = (r.benchmark, r.model, r.setting, r.item_id, str(r.repeat))
    return hashlib.sha256("|".join(key).encode()).hexdigest()[:16]


def audit_packet(pairs: Sequence[Pair]) -> str:
    """Lines to rate: question, asked form, reference and answer; no model, setting or score."""
    lines = []
    for item, response in pairs:
        asked = item_in(item, response.setting)
        line = {
            "audit_id": audit_id(response),
            "question": asked.question_en or asked.question_zh,
            "output_format": asked.output_format_en or asked.output_format_zh,
            "reference": json.loads(asked.reference_json),
            "response": response.text,
            "score": None,
        }
        lines.append(json.dumps(line, ensure_ascii=False))
    return "".join(f"{line}\n" for line in lines)


def read_ratings(
    files: Mapping[str, str], pairs: Sequence[Pair]
) -> tuple[dict[str, list[float | None]], dict[str, str]]:
    """(scores in the order of `pairs` by file name, why other files were refused).

    Lines of answers that are not in the sample are passed over.
    """
    people: dict[str, list[float | None]] = {}
    refused: dict[str, str] = {}
    for name, text in files.items():
        try:
            scores = _scores(text)
        except ValueError as error:
            refused[name] = str(error)
            continue
        rated = [scores.get(audit_id(response)) for _, response in pairs]
        if any(score is not None for score in rated):
            people[name.removesuffix(".jsonl")] = rated
    return people, refused


def common_ratings(raters: Mapping[str, Sequence[float | None]]) -> dict[str, list[float]]:
    """Scores of the rows that every rater rated; a rater who rated nothing is left out."""
    active = {name: scores for name, scores in raters.items() if any(s is not None for s in scores)}
    columns = list(zip(*active.values(), strict=True))
    kept = [place for place, row in enumerate(columns) if all(score is not None for score in row)]
    return {
        name: [score for place in kept if (score := scores[place]) is not None]
        for name, scores in active.items()
    }


def _scores(text: str) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            rating = _Rating.model_validate_json(line)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(str(part) for part in first["loc"]) or "(line)"
            raise ValueError(f"line {number}, field {field}: {first['msg']}") from error
        if rating.audit_id in found:
            raise ValueError(f"line {number}, field audit_id: {rating.audit_id} is rated twice")
        found[rating.audit_id] = rating.score
    return found
