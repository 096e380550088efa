"""What makes an item unusable before any model is asked: its parameters or its reference.

Refuses nothing itself; it names the fault, and the import is refused.
"""

from __future__ import annotations

import json

from pydantic import JsonValue

from scidoc_assets.domain.workflow.evaluation import (
    EVALUATORS,
    BadItemError,
    CodeCasesParams,
    evaluator_params,
    score_response,
)
from scidoc_assets.schemas.workflow import WorkflowItem

_PROBE = '{"answer": "?"}'


def item_fault(item: WorkflowItem) -> str | None:
    """Why an item could never be scored, or None. Tries the evaluator on a wrong answer."""
    if item.subtask[0] != item.group:
        return f"item {item.item_id}: subtask {item.subtask} is not of group {item.group}"
    try:
        for text in (item.reference_json, item.reference_zh_json):
            if text is not None:
                _try(item.model_copy(update={"reference_json": text}), json.loads(text))
    except BadItemError as error:
        return str(error)
    except ValueError as error:
        return f"item {item.item_id}: reference is not JSON: {error}"
    return None


def _try(item: WorkflowItem, reference: JsonValue) -> None:
    """Raises `BadItemError` when parameters or reference do not fit the evaluator."""
    params = evaluator_params(item)
    if EVALUATORS[item.evaluator].grade is not None:
        score_response(item, _PROBE)
    if isinstance(params, CodeCasesParams):
        is_matched = isinstance(reference, list) and len(reference) == len(params.arguments)
        if not is_matched:
            raise BadItemError(f"item {item.item_id}: reference needs one value per argument list")


def picture_names(item: WorkflowItem) -> list[str]:
    """Names of reference pictures that scoring needs."""
    reference = json.loads(item.reference_json)
    is_picture = item.evaluator == "image" and isinstance(reference, dict)
    return [str(reference["image"])] if is_picture and "image" in reference else []
