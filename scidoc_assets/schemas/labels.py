"""Judge labels (spec evaluation.md, Judging; seed 000 G.3). A failed judge is a row, never a `no`."""

from __future__ import annotations

from typing import Literal

from scidoc_assets.schemas.geometry import Row

Atom = Literal["yes", "no", "n/a"]
YesNo = Literal["yes", "no"]
LabelStatus = Literal["labelled", "judge_failed", "no_answer", "abstained", "imported"]
JudgeReason = Literal[
    "unparseable",
    "out_of_range",
    "ids_missing",
    "ids_unknown",
    "ids_repeated",
    "refused",
    "provider_error",
    "budget_stopped",
    "empty_answer",
    "abstained",
    "missing_key",
]


class NodeLabel(Row):
    """Whether an answer states one evidence or one intermediate claim; null when not judged."""

    node_id: str
    is_covered: bool | None
    reason: str | None = None


class LabelKeys(Row):
    """Keys and provenance shared by both label tables."""

    benchmark: str
    task_id: str
    model: str
    setting: str
    repeat: int
    judge: str
    is_baseline: bool
    status: LabelStatus
    reason: JudgeReason | None
    raw_text: str | None
    request_hash: str | None
    prompt_name: str | None
    prompt_version: str | None
    prompt_hash: str | None
    source_digest: str | None
    reason_detail: str | None = None
    extra_json: str | None = None


class CorrectnessLabel(LabelKeys):
    """Four atoms; correct only when every applicable atom is yes; null when not judged."""

    gives_final_conclusion: Atom | None
    matches_gold_final_claim: Atom | None
    preserves_direction: Atom | None
    no_conflicting_conclusion: Atom | None
    is_correct: bool | None


class CoverageLabel(LabelKeys):
    """One label per required evidence and per intermediate claim of the task."""

    evidence: list[NodeLabel]
    claims: list[NodeLabel]
    evidence_coverage: float | None
    claim_coverage: float | None


ATOMS = (
    "gives_final_conclusion",
    "matches_gold_final_claim",
    "preserves_direction",
    "no_conflicting_conclusion",
)


def every_applicable_atom_is_yes(atoms: dict[str, Atom]) -> bool | None:
    """Correctness from the four atoms (seed 000 C.2): `n/a` does not count, one `no` decides.

    None when no atom applies. Raises KeyError when an atom is missing.
    """
    applicable = [atoms[name] for name in ATOMS if atoms[name] != "n/a"]
    return all(value == "yes" for value in applicable) if applicable else None


def covered_share(labels: list[NodeLabel]) -> float | None:
    """Share of required nodes that are covered, in [0, 1]; None when nothing is required.

    A node without a judgement counts as not covered (missing counts against).
    """
    return sum(bool(node.is_covered) for node in labels) / len(labels) if labels else None
