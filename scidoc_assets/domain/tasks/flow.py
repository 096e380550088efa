"""The task flow table: how many candidates enter and leave each step.

Source: spec argument-graphs.md (Flow table), seed 000 Table 3. Every line has entered = kept +
removed; terminal reasons follow one another, rewrite events overlap and remove nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scidoc_assets.schemas.tasks import ReasoningTask, TaskFlowStep, TaskQuality, TaskReason

_STRUCTURE: tuple[TaskReason, ...] = (
    "no_claim_target",
    "depth_below_minimum",
    "anchor_unresolved",
    "figure_not_curated",
    "evidence_not_observable",
    "answer_not_resolved",
)
_STEM: tuple[TaskReason, ...] = (
    "exam_phrasing",
    "procedure_exposed",
    "answer_shaping",
    "over_generic",
    "leaks_claim",
    "anchor_outside_selection",
)
_LAST: tuple[TaskReason, ...] = (
    "not_assessed",
    "rubric_below_threshold",
    "weak_setting_solves",
    "single_observation",
    "beyond_paper_quota",
    "rejected_by_reviewers",
)
ORDER: tuple[TaskReason, ...] = (*_STRUCTURE, *_STEM, *_LAST)


def first_reason(reasons: Iterable[TaskReason]) -> TaskReason | None:
    """Return the reason that comes first in the flow (the terminal disposition)."""
    held = set(reasons)
    return next((reason for reason in ORDER if reason in held), None)


def flow_table(
    tasks: Sequence[ReasoningTask], qualities: Sequence[TaskQuality] = ()
) -> list[TaskFlowStep]:
    """Return the flow of all candidates: one line per reason that removed some, then acceptance,
    then the overlapping events (`event: ...`, removed 0)."""
    terminal = [first_reason(t.reasons) if not t.is_accepted else None for t in tasks]
    left = len(tasks)
    lines = [_line("candidates", left, 0, None)]
    for step, group in (("structure", _STRUCTURE), ("stem_checks", _STEM), ("selection", _LAST)):
        for reason in group:
            removed = terminal.count(reason)
            if removed:
                lines.append(_line(step, left, removed, reason))
                left -= removed
    accepted = sum(t.is_accepted for t in tasks)
    lines.append(_line("accepted", left, left - accepted, None))
    return [*lines, *_events(qualities)]


def _line(step: str, entered: int, removed: int, reason: str | None) -> TaskFlowStep:
    return TaskFlowStep(
        step=step, entered=entered, kept=entered - removed, removed=removed, reason=reason
    )


def _events(qualities: Sequence[TaskQuality]) -> list[TaskFlowStep]:
    """Rewrite events overlap: one task may count in each."""
    flagged = {q.task_id for q in qualities if q.decision == "rewrite"}
    below = {q.task_id for q in qualities if q.decision == "rewrite" and not q.hits}
    rewritten = {q.task_id for q in qualities if q.version > 1}
    passed = {q.task_id for q in qualities if q.version > 1 and q.decision == "pass"}
    named = [
        ("event: rewrite_flagged", flagged),
        ("event: below_threshold_flagged", below),
        ("event: rewritten", rewritten),
        ("event: rewrite_passed", passed),
    ]
    return [_line(name, len(ids), 0, None) for name, ids in named]
