"""Tasks as they were written, accepted and reviewed; shared by tasks, graphs and the review itself.

People's decisions come from files. Refuses nothing here: what no consensus names stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scidoc_assets.defs.grouping import by_paper
from scidoc_assets.defs.papers import papers_by_shard
from scidoc_assets.defs.project import Project
from scidoc_assets.domain.review.application import rejects, reviewed_task
from scidoc_assets.domain.review.consensus import Decisions, by_version
from scidoc_assets.domain.tasks.aliases import alias_by_evidence
from scidoc_assets.domain.tasks.answers import answer_faults
from scidoc_assets.domain.tasks.building import accept_tasks
from scidoc_assets.domain.tasks.checks import check_stem, stem_context_of
from scidoc_assets.domain.tasks.sampling import subgraph_of
from scidoc_assets.domain.tasks.weak_settings import solved_lexically
from scidoc_assets.domain.tasks.writing import solved_when_weak, written_task
from scidoc_assets.schemas.review import ReviewDecision
from scidoc_assets.schemas.tasks import ReasoningTask, TaskQuality
from scidoc_assets.storage.review_files import digest_of, stored_decisions

Tasks = Sequence[ReasoningTask]
Qualities = Sequence[TaskQuality]


def decisions_of(project: Project) -> Decisions:
    """Every imported decision by the version it was made on. Raises StoreError."""
    return by_version(stored_decisions(project.paths.review))


def all_decisions(project: Project, key: str | None) -> str:
    """Freshness of what depends on every decision."""
    return digest_of(_decisions(project))


def _decisions(project: Project) -> Sequence[ReviewDecision]:
    return project.once("decisions", lambda: stored_decisions(project.paths.review))


def shard_decisions(project: Project, shard: str | None) -> str:
    """Freshness of a shard: decisions on its own papers only, so that an import touches few."""
    decisions = _decisions(project)
    if not decisions:
        # The same digest as for a shard of which nobody has decided anything.
        return digest_of([])
    papers = {p.paper_id for p in papers_by_shard(project).get(str(shard), [])}
    return digest_of([d for d in decisions if d.paper_id in papers])


def decide(project: Project, tasks: Tasks, qualities: Qualities) -> list[ReasoningTask]:
    """Candidates as they were written, accepted or not. A paper's own tasks and its tasks with
    another paper have a quota each."""
    assessed: dict[str, list[TaskQuality]] = {}
    for quality in qualities:
        assessed.setdefault(quality.task_id, []).append(quality)
    decided = []
    for own in by_paper([written_task(t, assessed.get(t.task_id, [])) for t in tasks]).values():
        alone = [t for t in own if not t.other_paper_ids]
        joined = [t for t in own if t.other_paper_ids]
        for group in (alone, joined):
            rows = [q for t in group for q in assessed.get(t.task_id, [])]
            solved = solved_lexically(group) | solved_when_weak(rows)
            decided += accept_tasks(group, rows, project.settings.tasks, solved)
    return decided


def reviewable(project: Project, tasks: Tasks, qualities: Qualities) -> list[ReasoningTask]:
    """Accepted tasks with the reviewers' wording, those that they rejected included."""
    decisions = decisions_of(project)
    return [reviewed_task(t, decisions) for t in decide(project, tasks, qualities) if t.is_accepted]


def review(project: Project, tasks: Tasks, qualities: Qualities) -> list[ReasoningTask]:
    """Every candidate with its final decision: rules first, then people."""
    decisions = decisions_of(project)
    found = []
    for task in decide(project, tasks, qualities):
        if task.is_accepted:
            task = reviewed_task(task, decisions)
            if rejects(task, decisions):
                out = {"is_accepted": False, "reasons": ["rejected_by_reviewers"]}
                task = task.model_copy(update=out)
        found.append(task)
    return found


def wording_faults(tasks: Tasks) -> Callable[[ReviewDecision], str | None]:
    """The rule that a reviewer's new question or answer breaks, for the import of decisions: a
    question that gives the claim away, an answer off the trajectory. None when it breaks none."""
    by_id = {t.task_id: t for t in tasks}

    def fault(decision: ReviewDecision) -> str | None:
        task = by_id.get(decision.owner_id)
        if decision.verdict != "revise" or task is None or decision.statement is None:
            return None
        if decision.kind == "question":
            hits = check_stem(decision.statement, stem_context_of(task))
            return "; ".join(f"{h.rule}: {h.found}" for h in hits) or None
        if decision.kind == "answer":
            subgraph = subgraph_of(task)
            aliases = alias_by_evidence(subgraph, task.images)
            return "; ".join(answer_faults(decision.statement, subgraph, aliases)) or None
        return None

    return fault
