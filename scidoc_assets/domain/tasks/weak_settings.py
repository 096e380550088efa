"""The leakage gate: tasks that a weak setting solves (question only, captions only).

Source: spec argument-graphs.md (Leakage gate). Two probes: what a model answered in a weak
setting, by its labels, and a lexical probe that needs no model: does a caption already state the
final claim? Refuses to call a task safe on missing labels; those are not judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scidoc_assets.domain.tasks.checks import claim_coverage
from scidoc_assets.schemas.responses import Setting
from scidoc_assets.schemas.tasks import ReasoningTask

WEAK_SETTINGS: tuple[Setting, ...] = ("question_only", "caption_only")
MAX_CAPTION_COVERAGE = 0.85


def stated_by_captions(task: ReasoningTask) -> bool:
    """Say whether one caption of the paper says nearly all content words of the final claim."""
    claim = next(n.label for n in task.nodes if n.node_id == task.root_id)
    captions = [*task.paper_captions, *(i.caption or "" for i in task.images)]
    return any(claim_coverage(caption, claim) >= MAX_CAPTION_COVERAGE for caption in captions)


def solved_lexically(tasks: Iterable[ReasoningTask]) -> frozenset[str]:
    """Return the ids of tasks whose final claim a caption gives away."""
    return frozenset(t.task_id for t in tasks if stated_by_captions(t))


def solved_by_models(labels: Mapping[tuple[str, str], Sequence[bool | None]]) -> frozenset[str]:
    """Return the ids of tasks that some model solved in a weak setting.

    `labels` maps (task id, setting) to correctness labels of its probes; None is a probe that was
    not judged. A task counts as solved when at least half of its judged probes of one weak setting
    are correct; settings other than the weak ones are left out.
    """
    solved = set()
    for (task_id, setting), marks in labels.items():
        judged = [mark for mark in marks if mark is not None]
        if setting in WEAK_SETTINGS and judged and 2 * sum(judged) >= len(judged):
            solved.add(task_id)
    return frozenset(solved)
