"""A small task with two images, and call records, for the tests of this folder."""

from __future__ import annotations

import io
import json

from PIL import Image

from scidoc_assets.domain.responses.prompts import TaskImage, task_images
from scidoc_assets.schemas.arguments import GraphNode
from scidoc_assets.schemas.calls import CallRecord, ModelReply, ToolCall
from scidoc_assets.schemas.figures import OcrRegion
from scidoc_assets.schemas.tasks import KeyRegion, ReasoningTask, ReferenceImage


def png(width: int, height: int) -> bytes:
    """A picture whose pixel at (x, y) is (x, y, 0), so that a crop tells where it was cut."""
    image = Image.new("RGB", (width, height))
    image.putdata([(x, y, 0) for y in range(height) for x in range(width)])
    buffer = io.BytesIO()
    image.save(buffer, format="PNG")
    return buffer.getvalue()


def node(node_id: str, kind: str, label: str, seen: str | None = None) -> GraphNode:
    return GraphNode(node_id=node_id, type=kind, label=label, visual_evidence_text=seen)


def a_task() -> ReasoningTask:
    images = [
        ReferenceImage(
            alias=alias,
            figure_id=figure_id,
            kind=kind,
            crop_sha256="0" * 64,
            caption=f"Caption of {alias}.",
            width_px=200,
            height_px=100,
        )
        for alias, figure_id, kind in (
            ("Figure 1", "fig-a", "figure"),
            ("Table 1", "tab-b", "table"),
        )
    ]
    return ReasoningTask(
        task_id="task-1",
        version=1,
        paper_id="paper-1",
        graph_id="graph-1",
        benchmark="papers",
        discipline=None,
        domain=None,
        difficulty="easy",
        difficulty_score=1.0,
        question="Which catalyst keeps its activity?",
        question_source="template",
        bridge_mode="without",
        gold_answer="Catalyst A keeps its activity.",
        root_id="c0",
        nodes=[
            node("c0", "claim", "Catalyst A is stable."),
            node("e1", "evidence", "In the paper's words.", "Activity of A stays at 90 %."),
            node("e2", "evidence", "Catalyst B loses activity.", "Activity of B falls to 40 %."),
        ],
        edges=[],
        evidence_ids=["e1", "e2"],
        intermediate_claim_ids=[],
        images=images,
        regions=[
            KeyRegion(region_id="r1", image="Figure 1", bbox=(0.1, 0.1, 0.5, 0.5), evidence=["e1"])
        ],
        observations=[],
        bridges=[],
        paper_captions=["Figure 3. Activity\nover cycles.", "Table 2. Surface area."],
        depth=3,
        hops=4,
        panel_count=1,
        seed=0,
        is_accepted=True,
        reasons=[],
        language="en",
    )


def the_images() -> list[TaskImage]:
    ocr = {"fig-a": [OcrRegion(text="cycle number", confidence=0.9, bbox_px=(20, 10, 60, 20))]}
    crops = {"fig-a": png(200, 100), "tab-b": png(200, 100)}
    return task_images(a_task(), crops, ocr)


def record(reply: ModelReply | None, status: str = "answered", **fields) -> CallRecord:
    values = {
        "request_hash": "hash",
        "repeat": 0,
        "model_id": "model",
        "status": status,
        "reply": reply,
        "started_at": "2026-01-01T00:00:00Z",
        "cost_usd": 0.5,
        "latency_s": 1.0,
    }
    return CallRecord(**{**values, **fields})


def said(text: str, **fields) -> CallRecord:
    return record(ModelReply(text=text, usage={"prompt_tokens": 10}), **fields)


def called(*calls: tuple[str, dict], finish_reason: str = "tool_calls") -> CallRecord:
    tools = tuple(
        ToolCall(call_id=f"id{i}", name=name, arguments_json=json.dumps(arguments))
        for i, (name, arguments) in enumerate(calls)
    )
    return record(ModelReply(text=None, tool_calls=tools, finish_reason=finish_reason))
