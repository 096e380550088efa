"""The lines of an interchange bundle, as data (spec interchange.md, Reasoning benchmark bundle).

Keys we do not know are allowed and kept (`collect_extra`); wrong types, values outside the closed
lists, boxes outside [0, 1] and missing keys are refused by the models themselves.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    field_validator,
    model_validator,
)

from scidoc_assets.schemas.geometry import BBoxUnit
from scidoc_assets.schemas.labels import Atom, JudgeReason
from scidoc_assets.schemas.responses import POOLED, ResponseStatus, Setting
from scidoc_assets.schemas.tasks import Difficulty

NodeVerdict = Literal["yes", "no", "abstained"]
Identifier = Annotated[str, StringConstraints(min_length=1, max_length=300, pattern=r"^\S(.*\S)?$")]
Said = Annotated[str, StringConstraints(min_length=1, pattern=r"\S")]  # a text that says something


class Line(BaseModel):
    """A JSON object of the interchange form: strict types, unknown keys kept."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)


class AttributionLine(Line):
    """Where a statement stands in the paper."""

    section_title: str | None = None
    source_excerpt: str


class NodeLine(Line):
    """A required evidence or an intermediate claim."""

    node_id: Identifier
    label: Said
    visual_evidence_text: str | None = None
    citation: str | None = None
    source_attributions: list[AttributionLine] = []


class RegionLine(Line):
    """A gold region: normalised box on a reference image."""

    region_id: Identifier
    image: Identifier
    bbox: BBoxUnit
    evidence: list[Identifier]


class TaskLine(Line):
    """A line of tasks.jsonl. `images` and `graph` are kept as they are."""

    task_id: Identifier
    paper_id: Identifier
    discipline: str | None = None
    domain: str | None = None
    difficulty: Difficulty
    question: Said
    gold_answer: Said
    evidence: list[NodeLine]
    intermediate_claims: list[NodeLine] = []
    regions: list[RegionLine] = []
    images: JsonValue = None
    graph: JsonValue = None

    @model_validator(mode="after")
    def _ids_are_unique(self) -> TaskLine:
        evidence = [node.node_id for node in self.evidence]
        for name, ids in {
            "evidence": evidence,
            "intermediate_claims": [node.node_id for node in self.intermediate_claims],
            "regions": [region.region_id for region in self.regions],
        }.items():
            twice = sorted({i for i in ids if ids.count(i) > 1})
            if twice:
                raise ValueError(f"{name}: id used twice: {', '.join(twice)}")
        stray = sorted({i for r in self.regions for i in r.evidence} - set(evidence))
        if stray:
            raise ValueError(f"regions: evidence unknown to the task: {', '.join(stray)}")
        return self


class TurnLine(Line):
    """A turn; a crop names its image and box."""

    action: Literal["answer", "crop_image", "finish", "invalid"]
    image: Identifier | None = None
    bbox: BBoxUnit | None = None
    text: str | None = None

    @model_validator(mode="after")
    def _crop_has_a_box(self) -> TurnLine:
        if self.action == "crop_image" and (self.image is None or self.bbox is None):
            raise ValueError("crop_image needs `image` and `bbox`")
        return self


class ResponseLine(Line):
    """A line of responses.jsonl."""

    task_id: Identifier
    model: Identifier
    setting: Setting
    repeat: int = Field(ge=0, le=10_000)
    status: ResponseStatus
    text: str | None = None
    turns: list[TurnLine] = []
    usage: dict[str, JsonValue] | None = None
    cost_usd: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    latency_s: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    is_baseline: bool = False

    @field_validator("model")
    @classmethod
    def _model_is_one(cls, value: str) -> str:
        if value == POOLED:
            raise ValueError(f"{POOLED!r} stands for all models together in the metrics")
        return value

    @model_validator(mode="after")
    def _an_answer_has_text(self) -> ResponseLine:
        if self.status == "answered" and not (self.text or "").strip():
            raise ValueError("text: status `answered` needs a text (use `empty` for none)")
        return self


class AtomsLine(Line):
    """The four correctness atoms."""

    gives_final_conclusion: Atom
    matches_gold_final_claim: Atom
    preserves_direction: Atom
    no_conflicting_conclusion: Atom


class LabelLine(Line):
    """A line of labels.jsonl: one judge on one response.

    A judge that gave no verdict leaves `atoms`, or `evidence`, out and says why in its `*_failure`.
    """

    task_id: Identifier
    model: Identifier
    setting: Setting
    repeat: int = Field(ge=0, le=10_000)
    judge: Identifier
    atoms: AtomsLine | None = None
    evidence: dict[str, NodeVerdict] | None = None
    claims: dict[str, NodeVerdict] = {}
    correctness_failure: JudgeReason | None = None
    coverage_failure: JudgeReason | None = None
    is_baseline: bool = False

    @model_validator(mode="after")
    def _a_verdict_or_its_failure(self) -> LabelLine:
        for name, failure in (("atoms", "correctness_failure"), ("evidence", "coverage_failure")):
            if (getattr(self, name) is None) == (getattr(self, failure) is None):
                raise ValueError(f"a label needs `{name}`, or `{failure}` that says why, not both")
        if self.claims and self.coverage_failure is not None:
            raise ValueError("a label with `coverage_failure` has no `claims`")
        return self


def collect_extra(line: BaseModel, prefix: str = "") -> dict[str, Any]:
    """Unknown keys of a line and of what it holds, by dotted path (`evidence.0.note`)."""
    found = {prefix + key: value for key, value in (line.model_extra or {}).items()}
    for name in type(line).model_fields:
        value = getattr(line, name)
        parts = value if isinstance(value, list) else [value]
        for index, part in enumerate(parts):
            if isinstance(part, BaseModel):
                inner = f"{name}.{index}." if isinstance(value, list) else f"{name}."
                found.update(collect_extra(part, prefix + inner))
    return found
