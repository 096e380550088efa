"""A small bundle, and how to change one line of it."""

from __future__ import annotations

import json
from typing import Any

TASK: dict[str, Any] = {
    "task_id": "t1",
    "paper_id": "p1",
    "discipline": "physics",
    "domain": "optics",
    "difficulty": "easy",
    "question": "Why?",
    "gold_answer": "Because.",
    "evidence": [{"node_id": "e1", "label": "One."}, {"node_id": "e2", "label": "Two."}],
    "intermediate_claims": [{"node_id": "c1", "label": "Claim."}],
    "regions": [
        {"region_id": "r1", "image": "figure1", "bbox": [0.1, 0.1, 0.5, 0.5], "evidence": ["e1"]}
    ],
}
RESPONSE: dict[str, Any] = {
    "task_id": "t1",
    "model": "lab/model",
    "setting": "agentic",
    "repeat": 0,
    "status": "answered",
    "text": "An answer.",
    "turns": [
        {"action": "crop_image", "image": "figure1", "bbox": [0, 0, 0.5, 0.5]},
        {"action": "finish"},
    ],
}
LABEL: dict[str, Any] = {
    "task_id": "t1",
    "model": "lab/model",
    "setting": "agentic",
    "repeat": 0,
    "judge": "people",
    "atoms": {
        "gives_final_conclusion": "yes",
        "matches_gold_final_claim": "yes",
        "preserves_direction": "n/a",
        "no_conflicting_conclusion": "yes",
    },
    "evidence": {"e2": "no", "e1": "yes"},
    "claims": {"c1": "yes"},
}


def lines(*objects: dict[str, Any]) -> bytes:
    return "".join(json.dumps(item) + "\n" for item in objects).encode()


def files(
    tasks: bytes = lines(TASK), responses: bytes = lines(RESPONSE), labels: bytes = lines(LABEL)
) -> dict[str, bytes]:
    return {"tasks.jsonl": tasks, "responses.jsonl": responses, "labels.jsonl": labels}
