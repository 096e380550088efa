"""Objects and decisions by hand for the review tests, on the hand-made task."""

from __future__ import annotations

from typing import Any

from scidoc_assets.domain.review.packets import packets_of
from scidoc_assets.schemas.review import ReviewDecision, ReviewPacket
from scidoc_assets_tests.domain.tasks.hand_task import root_task

BOX = (0.0, 0.0, 0.5, 0.5)
_plain = root_task()
TASK = _plain.model_copy(
    update={
        "nodes": [
            n.model_copy(update={"key_region": BOX, "key_region_source": "whole"})
            if n.type == "evidence"
            else n
            for n in _plain.nodes
        ]
    }
)
PACKETS = packets_of([TASK])


def packet(kind: str, part: str | None = None) -> ReviewPacket:
    return next(p for p in PACKETS if p.kind == kind and part in (None, p.part))


def decision(item: ReviewPacket, role: str, verdict: str = "accept", **more: Any) -> ReviewDecision:
    """A decision of the person in that role on the object as it stands."""
    values = {
        "object_id": item.object_id,
        "object_digest": item.object_digest,
        "role": role,
        "reviewer": f"the {role}",
        "verdict": verdict,
        "kind": item.kind,
        "owner_id": item.owner_id,
        "part": item.part,
        "paper_id": item.paper_id,
        "shown_statement": item.statement,
        "shown_bbox": item.bbox,
        "source": "jsonl",
        "decision_id": f"{item.object_id}-{role}-{verdict}-{sorted(more.items())}",
        **more,
    }
    return ReviewDecision.model_validate(values)


def both(item: ReviewPacket, verdict: str, **more: Any) -> list[ReviewDecision]:
    return [decision(item, role, verdict, **more) for role in ("first", "second")]
