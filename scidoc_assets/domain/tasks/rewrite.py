"""The bounded rewrite loop as a state machine; the model call itself happens elsewhere.

Source: spec argument-graphs.md (Tasks), seed 000 G.1 (conditional rewrite). Same anchors, same
answer contract; at most one earlier failed candidate is shown; every version is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from scidoc_assets.schemas.settings import TaskSettings
from scidoc_assets.schemas.tasks import ReasoningTask, TaskQuality

Step = Literal["accept", "rewrite", "reject"]


@dataclass(frozen=True)
class RewriteState:
    """A task with every assessed version of its question, oldest first."""

    task: ReasoningTask
    versions: tuple[TaskQuality, ...] = ()

    @property
    def rewrites(self) -> int:
        """How many rewrites were assessed so far."""
        return max(0, len(self.versions) - 1)


@dataclass(frozen=True)
class RewriteRequest:
    """What a rewrite prompt is given; `earlier_failed` is at most one older candidate."""

    question: str
    feedback: list[str]
    aliases: list[str]
    earlier_failed: str | None


def assessed(state: RewriteState, quality: TaskQuality) -> RewriteState:
    """Add the assessment of the present question.

    Raises ValueError when it belongs to another task or another version.
    """
    if (quality.task_id, quality.version) != (state.task.task_id, state.task.version):
        raise ValueError(
            f"assessment of {quality.task_id} v{quality.version} does not fit "
            f"{state.task.task_id} v{state.task.version}"
        )
    return replace(state, versions=(*state.versions, quality))


def next_step(state: RewriteState, settings: TaskSettings, *, has_model: bool) -> Step:
    """Return what follows: accept what passes, rewrite while rounds and a model are left."""
    if not state.versions:
        raise ValueError(f"task {state.task.task_id} has not been assessed yet")
    if state.versions[-1].decision == "pass":
        return "accept"
    can_rewrite = has_model and state.rewrites < settings.max_rewrites
    return "rewrite" if can_rewrite and state.versions[-1].decision == "rewrite" else "reject"


def rewrite_request(state: RewriteState) -> RewriteRequest:
    """Return the input of the next rewrite: present stem, focused feedback, one older failure."""
    last = state.versions[-1]
    feedback = [f"{h.reason} ({h.rule}): {h.found}" for h in last.hits]
    feedback += [f"{name} is below its floor" for name in last.low_critical]
    feedback += [last.advice] if last.advice else []
    older = state.versions[-2].question if len(state.versions) > 1 else None
    aliases = [image.alias for image in state.task.images]
    return RewriteRequest(last.question, feedback, aliases, older)


def rewritten(state: RewriteState, question: str) -> RewriteState:
    """Return the state with a new question as the next version; nothing else may change."""
    task = state.task.model_copy(
        update={
            "question": question,
            "question_source": "model",
            "version": state.task.version + 1,
        }
    )
    return replace(state, task=task)
