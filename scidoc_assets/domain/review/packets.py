"""Review packets: every object of every task with what a reviewer must see beside it.

Source: spec argument-graphs.md (Expert review). Two reviewers get the same objects and not each
other's decisions; the adjudicator gets only what they disagree on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scidoc_assets.domain.review.consensus import Decisions, consensus_of, latest_by_role
from scidoc_assets.domain.review.objects import objects_of_task
from scidoc_assets.schemas.argument_order import ANCHOR_TYPES
from scidoc_assets.schemas.review import (
    ReviewObject,
    ReviewPacket,
    ReviewRole,
    ShownFigure,
)
from scidoc_assets.schemas.tasks import ReasoningTask, ReferenceImage


def packets_of(tasks: Iterable[ReasoningTask]) -> list[ReviewPacket]:
    """Return one packet per object, in task order; an object that several tasks use comes once and
    names them all."""
    found: dict[str, ReviewPacket] = {}
    for task in tasks:
        for item in objects_of_task(task):
            known = found.get(item.object_id)
            if known is None:
                found[item.object_id] = _packet(item, task)
            else:
                ids = [*known.task_ids, task.task_id]
                found[item.object_id] = known.model_copy(update={"task_ids": ids})
    return list(found.values())


def _packet(item: ReviewObject, task: ReasoningTask) -> ReviewPacket:
    image = _image_of(item, task)
    node = next((n for n in task.nodes if n.node_id == item.part), None)
    sources = [a.source_excerpt for a in node.source_attributions] if node else []
    return ReviewPacket(
        **item.model_dump(),
        task_ids=[task.task_id],
        paper_id=task.paper_id,
        discipline=task.discipline,
        question=task.question,
        image_sha256=image.crop_sha256 if image else None,
        image_alias=_name_of(image) if image else None,
        width_px=image.width_px if image else None,
        height_px=image.height_px if image else None,
        caption=image.caption if image else None,
        figures=[
            ShownFigure(alias=_name_of(i), image_sha256=i.crop_sha256, caption=i.caption)
            for i in task.images
        ],
        excerpts=sources,
    )


def _name_of(image: ReferenceImage) -> str:
    """The alias, and what the paper prints: excerpts and the graph's statements name the print."""
    return f"{image.alias} (printed: {image.printed_label})" if image.printed_label else image.alias


def _image_of(item: ReviewObject, task: ReasoningTask) -> ReferenceImage | None:
    """The object's own figure; of an edge, the figure at its end; else the task's first image."""
    end = (item.part or "").split("->")[-1]
    anchor = next((n for n in task.nodes if n.node_id == end and n.type in ANCHOR_TYPES), None)
    wanted = item.figure_id or (anchor.resolved_figure_id if anchor else None)
    own = [i for i in task.images if i.figure_id == wanted]
    return (own or [*task.images, None])[0]


def open_for(
    role: ReviewRole, packets: Sequence[ReviewPacket], decisions: Decisions
) -> list[ReviewPacket]:
    """Return the packets that this role has yet to decide on, in packet order.

    The adjudicator's are those on which two decisions differ.
    """
    waiting = []
    for packet in packets:
        made = decisions.get((packet.object_id, packet.object_digest), [])
        if role == "adjudicator":
            is_open = bool(made) and consensus_of(made).outcome == "disputed"
        else:
            is_open = role not in latest_by_role(made)
        if is_open:
            waiting.append(packet)
    return waiting
