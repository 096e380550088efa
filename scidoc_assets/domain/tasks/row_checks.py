"""Checks over stored tasks that an asset runs: each returns the ids that break its truth.

Source: issue of the graph stage (checks). They look at rows as stored, so a row changed by hand or
by an import is judged too.
"""

from __future__ import annotations

from collections.abc import Iterable

from scidoc_assets.domain.tasks.aliases import alias_by_evidence
from scidoc_assets.domain.tasks.answers import answer_faults
from scidoc_assets.domain.tasks.checks import leaks, named_anchors, stem_context_of
from scidoc_assets.domain.tasks.sampling import subgraph_of
from scidoc_assets.schemas.task_words import without_papers_own
from scidoc_assets.schemas.tasks import ReasoningTask


def leaking(tasks: Iterable[ReasoningTask]) -> list[str]:
    """Accepted tasks whose stem gives a claim or a direction away."""
    return [t.task_id for t in tasks if t.is_accepted and leaks(t.question, stem_context_of(t))]


def off_trajectory(tasks: Iterable[ReasoningTask]) -> list[str]:
    """Accepted tasks whose reference answer does not name exactly the trajectory's nodes, in
    order, with their attributions, ending in the root claim."""
    broken = []
    for task in tasks:
        subgraph = subgraph_of(task)
        aliases = alias_by_evidence(subgraph, task.images)
        if task.is_accepted and answer_faults(task.gold_answer, subgraph, aliases):
            broken.append(task.task_id)
    return broken


def with_odd_aliases(tasks: Iterable[ReasoningTask]) -> list[str]:
    """Tasks whose aliases do not count from 1 per kind, repeat, or whose stem, regions or
    observations name another alias."""
    broken = []
    for task in tasks:
        aliases = [image.alias for image in task.images]
        wanted = [
            f"{kind.capitalize()} {number}"
            for kind in ("figure", "table")
            for number in range(1, sum(i.kind == kind for i in task.images) + 1)
        ]
        named = {r.image for r in task.regions} | {o.image for o in task.observations}
        named |= set(named_anchors(task.question))
        if aliases != wanted or not named <= set(aliases):
            broken.append(task.task_id)
    return broken


def with_foreign_names(tasks: Iterable[ReasoningTask]) -> list[str]:
    """Tasks that name a figure or table by another number than their aliases have, unless as the
    paper's own: in statements, captions, answer and questions."""
    broken = []
    for task in tasks:
        texts = [n.label for n in task.nodes] + [n.visual_evidence_text or "" for n in task.nodes]
        texts += [task.gold_answer, task.question, *(i.caption or "" for i in task.images)]
        texts += [q for o in task.observations for q in o.questions]
        texts += [*task.paper_captions, *(b.question for b in task.bridges)]
        aliases = {image.alias for image in task.images}
        if any(set(named_anchors(without_papers_own(text))) - aliases for text in texts):
            broken.append(task.task_id)
    return broken


def with_unboxed_evidence(tasks: Iterable[ReasoningTask]) -> list[str]:
    """Accepted tasks with an evidence that no region holds, or a region of unknown evidence."""
    return [
        t.task_id
        for t in tasks
        if t.is_accepted and {e for r in t.regions for e in r.evidence} != set(t.evidence_ids)
    ]
