"""Our rows as interchange lines that `parse_bundle` reads back (spec interchange.md, Out).

The inverse of `rows.py`: unknown keys of an earlier import return to their places, and a judge that
failed is said so, never left out. Refuses half a label: the caller passes both of its rows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from scidoc_assets.schemas.labels import (
    ATOMS,
    CorrectnessLabel,
    CoverageLabel,
    LabelKeys,
    NodeLabel,
)
from scidoc_assets.schemas.responses import ReasoningResponse, Turn
from scidoc_assets.schemas.tasks import EvaluationNode, EvaluationTask

_INDEXED = re.compile(r"([a-z_]+)\.(\d+)\.(.+)", re.DOTALL)
_NESTED = re.compile(r"([a-z_]+)\.(.+)", re.DOTALL)
_ROW_KEYS = ("task_id", "model", "setting", "repeat")
_PROVENANCE = (
    "status_detail",
    "thinking",
    "finish_reason",
    "protocol",
    "sees",
    "attempts",
    "request_hash",
    "prompt_name",
    "prompt_version",
    "prompt_hash",
    "served_model",
    "created_at",
)
_LABEL_PROVENANCE = ("raw_text", "request_hash", "prompt_name", "prompt_version", "prompt_hash")


def task_line(task: EvaluationTask, more: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A line of tasks.jsonl; `more` are further keys (`images`, `graph`, ...) of a built task."""
    line = {
        "task_id": task.task_id,
        "paper_id": task.paper_id,
        "discipline": task.discipline,
        "domain": task.domain,
        "difficulty": task.difficulty,
        "question": task.question,
        "gold_answer": task.gold_answer,
        "evidence": [_node(node) for node in task.evidence],
        "intermediate_claims": [_node(node) for node in task.intermediate_claims],
        "regions": [region.model_dump(mode="json") for region in task.regions],
        **(more or {}),
    }
    return _with_extra(line, task.extra_json)


def response_line(row: ReasoningResponse) -> dict[str, Any]:
    """A line of responses.jsonl, with where it came from beside it."""
    line: dict[str, Any] = {name: getattr(row, name) for name in _ROW_KEYS}
    line |= {"status": row.status, "text": row.text, "turns": [_turn(turn) for turn in row.turns]}
    line |= _said(usage=_usage(row), cost_usd=row.cost_usd, latency_s=row.latency_s)
    line |= _baseline(row.is_baseline)
    if row.protocol != "imported":
        line |= _said(**{name: getattr(row, name) for name in _PROVENANCE})
    return _with_extra(line, row.extra_json)


def label_line(right: CorrectnessLabel, covered: CoverageLabel) -> dict[str, Any]:
    """A line of labels.jsonl out of both rows of one judge on one response.

    Raises ValueError when the two are not of one response and judge.
    """
    if _key(right) != _key(covered):
        raise ValueError(f"labels of two responses or judges: {_key(right)} and {_key(covered)}")
    line: dict[str, Any] = {name: getattr(right, name) for name in _ROW_KEYS}
    line["judge"] = right.judge
    if right.gives_final_conclusion is None:
        line["correctness_failure"] = right.reason
    else:
        line["atoms"] = {name: getattr(right, name) for name in ATOMS}
    if _is_unjudged(covered):
        line["coverage_failure"] = covered.reason
    else:
        line["evidence"] = _judged(covered.evidence, covered.reason)
        line["claims"] = _judged(covered.claims, covered.reason)
    line |= _baseline(right.is_baseline or covered.is_baseline)
    for name, row in (("correctness_call", right), ("coverage_call", covered)):
        line |= _said(**{name: _said(**{n: getattr(row, n) for n in _LABEL_PROVENANCE}) or None})
    return _with_extra(line, right.extra_json)


def _key(row: LabelKeys) -> tuple[object, ...]:
    return (*(getattr(row, name) for name in _ROW_KEYS), row.judge)


def _is_unjudged(row: CoverageLabel) -> bool:
    has_judged = any(node.is_covered is not None for node in (*row.evidence, *row.claims))
    return row.reason is not None and not has_judged


def _judged(nodes: Sequence[NodeLabel], failure: str | None) -> dict[str, str]:
    """Verdicts by node. A null is an abstention in a label that holds, else a node left out."""
    said = {True: "yes", False: "no"} | ({None: "abstained"} if failure is None else {})
    return {n.node_id: said[n.is_covered] for n in nodes if n.is_covered in said}


def _baseline(is_baseline: bool) -> dict[str, bool]:
    return {"is_baseline": True} if is_baseline else {}


def _node(node: EvaluationNode) -> dict[str, Any]:
    return {
        "node_id": node.node_id,
        "label": node.label,
        **_said(visual_evidence_text=node.visual_evidence_text, citation=node.citation),
        "source_attributions": [a.model_dump(mode="json") for a in node.source_attributions],
    }


def _turn(turn: Turn) -> dict[str, Any]:
    bbox = list(turn.bbox) if turn.bbox else None
    return {
        "action": turn.action,
        **_said(image=turn.image, bbox=bbox, text=turn.text),
        **_said(error=turn.error, crop_sha256=turn.crop_sha256, request_hash=turn.request_hash),
    }


def _usage(row: ReasoningResponse) -> dict[str, Any] | None:
    """What an answer used as one object: ours keep what the provider said of each call as a list,
    which goes below `calls`, beside the sums."""
    said = json.loads(row.usage_json) if row.usage_json is not None else None
    if isinstance(said, dict):
        return said
    counts = _said(prompt_tokens=row.prompt_tokens, completion_tokens=row.completion_tokens)
    return {**counts, **_said(calls=said)} or None


def _said(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _with_extra(line: dict[str, Any], extra_json: str | None) -> dict[str, Any]:
    """Unknown keys put back by their dotted paths (`evidence.0.note`), where such a place is."""
    for path, value in json.loads(extra_json or "{}").items():
        _put(line, path, value)
    return line


def _put(target: dict[str, Any], path: str, value: Any) -> None:
    indexed = _INDEXED.fullmatch(path)
    if indexed:
        name, index, rest = indexed.groups()
        parts = target.get(name)
        if isinstance(parts, list) and int(index) < len(parts):
            _put(parts[int(index)], rest, value)
            return
    nested = _NESTED.fullmatch(path)
    if nested and isinstance(target.get(nested[1]), dict):
        _put(target[nested[1]], nested[2], value)
        return
    target[path] = value
