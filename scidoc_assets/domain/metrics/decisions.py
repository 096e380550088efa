"""Judge labels taken apart into single decisions, the units that agreement is counted on.

A decision is one atom, one evidence or one claim of one response. Null labels (failed, abstained)
are no decisions: they are left out here and counted by the metrics.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scidoc_assets.schemas.labels import ATOMS, CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.metrics import AuditRating, AuditUnit

# model, setting, task_id, repeat, unit, item_id
DecisionKey = tuple[str, str, str, int, AuditUnit, str | None]
ResponseKey = tuple[str, str, str, int]
UNITS: tuple[AuditUnit, ...] = (
    "gives_final_conclusion",
    "matches_gold_final_claim",
    "preserves_direction",
    "no_conflicting_conclusion",
    "evidence",
    "claim",
)


def judge_decisions(
    correctness: Iterable[CorrectnessLabel], coverage: Iterable[CoverageLabel], judge: str
) -> dict[DecisionKey, str]:
    """Every decision of one judge: `yes`, `no` or `n/a`."""
    found: dict[DecisionKey, str] = {}
    for label in correctness:
        if label.judge == judge:
            found.update(_atoms(label))
    for label in coverage:
        if label.judge == judge:
            found.update(_nodes(label))
    return found


def response_key(row: CorrectnessLabel | CoverageLabel | AuditRating) -> ResponseKey:
    """The response that a label or rating is about."""
    return row.model, row.setting, row.task_id, row.repeat


def _atoms(label: CorrectnessLabel) -> Iterator[tuple[DecisionKey, str]]:
    for name in ATOMS:
        value = getattr(label, name)
        if value is not None:
            yield (*response_key(label), name, None), value


def _nodes(label: CoverageLabel) -> Iterator[tuple[DecisionKey, str]]:
    units: tuple[tuple[AuditUnit, list], ...] = (
        ("evidence", label.evidence),
        ("claim", label.claims),
    )
    for unit, nodes in units:
        for node in nodes:
            if node.is_covered is not None:
                yield (*response_key(label), unit, node.node_id), "yes" if node.is_covered else "no"
