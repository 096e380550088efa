"""Observations, tasks, responses and labels in short, for the tests of this folder."""

from __future__ import annotations

from scidoc_assets.schemas.geometry import BBox
from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel, NodeLabel
from scidoc_assets.schemas.observations import Crop, Observation
from scidoc_assets.schemas.responses import ReasoningResponse, Turn
from scidoc_assets.schemas.tasks import EvaluationNode, EvaluationTask, KeyRegion


def made(image: str, bbox: BBox) -> Crop:
    return Crop(image=image, bbox=bbox)


def seen(task_id: str = "t1", setting: str = "direct", **fields) -> Observation:
    values = {
        "benchmark": "b",
        "judge": "j",
        "model": "m",
        "setting": setting,
        "task_id": task_id,
        "repeat": 0,
        "paper_id": f"paper-{task_id}",
        "difficulty": "easy",
        "discipline": "physics",
        "domain": "optics",
        "is_correct": True,
        "evidence": 1.0,
        "claims": None,
        "required_evidence": 2,
        "required_claims": 0,
        "is_baseline": False,
    }
    return Observation(**{**values, **fields})


def a_task(task_id: str = "t1", **fields) -> EvaluationTask:
    values = {
        "benchmark": "b",
        "task_id": task_id,
        "paper_id": f"paper-{task_id}",
        "discipline": None,
        "domain": None,
        "difficulty": "easy",
        "question": "Why?",
        "gold_answer": "Because.",
        "evidence": [
            EvaluationNode(node_id="e1", label="One."),
            EvaluationNode(node_id="e2", label="Two."),
        ],
        "intermediate_claims": [],
        "regions": [],
    }
    return EvaluationTask(**{**values, **fields})


def region(name: str, bbox: tuple[float, float, float, float], image: str = "figure1") -> KeyRegion:
    return KeyRegion(region_id=name, image=image, bbox=bbox, evidence=[])


def a_response(task_id: str = "t1", setting: str = "direct", **fields) -> ReasoningResponse:
    values = {
        "benchmark": "b",
        "model": "m",
        "setting": setting,
        "task_id": task_id,
        "repeat": 0,
        "status": "answered",
        "status_detail": None,
        "text": "An answer.",
        "thinking": None,
        "finish_reason": None,
        "turns": [],
        "protocol": "single",
        "sees": "pixels",
        "is_baseline": False,
        "usage_json": None,
        "prompt_tokens": None,
        "completion_tokens": None,
        "cost_usd": None,
        "latency_s": None,
        "attempts": 1,
        "request_hash": None,
        "prompt_name": None,
        "prompt_version": None,
        "prompt_hash": None,
        "served_model": None,
        "created_at": None,
        "source_digest": None,
    }
    return ReasoningResponse(**{**values, **fields})


def crop(image: str, bbox: tuple[float, float, float, float]) -> Turn:
    return Turn(turn_index=0, action="crop_image", image=image, bbox=bbox)


def _keys(task_id: str, setting: str, judge: str, **fields) -> dict:
    values = {
        "benchmark": "b",
        "task_id": task_id,
        "model": "m",
        "setting": setting,
        "repeat": 0,
        "judge": judge,
        "is_baseline": False,
        "status": "labelled",
        "reason": None,
        "raw_text": None,
        "request_hash": None,
        "prompt_name": None,
        "prompt_version": None,
        "prompt_hash": None,
        "source_digest": None,
    }
    return {**values, **fields}


def correct(
    is_correct: bool | None,
    task_id: str = "t1",
    setting: str = "direct",
    judge: str = "j",
    **fields,
) -> CorrectnessLabel:
    atom = None if is_correct is None else ("yes" if is_correct else "no")
    return CorrectnessLabel(
        **_keys(task_id, setting, judge, **fields),
        gives_final_conclusion=None if atom is None else "yes",
        matches_gold_final_claim=atom,
        preserves_direction=None if atom is None else "n/a",
        no_conflicting_conclusion=None if atom is None else "yes",
        is_correct=is_correct,
    )


def covered(
    *nodes: bool | None, task_id: str = "t1", setting: str = "direct", judge: str = "j", **fields
) -> CoverageLabel:
    labels = [NodeLabel(node_id=f"e{i}", is_covered=n) for i, n in enumerate(nodes, start=1)]
    share = None if None in nodes else sum(map(bool, nodes)) / len(nodes)
    return CoverageLabel(
        **_keys(task_id, setting, judge, **fields),
        evidence=labels,
        claims=[],
        evidence_coverage=share,
        claim_coverage=None,
    )
