"""The register of evaluators and the one function that scores a response.

Refuses unknown evaluators and unknown or badly typed parameters, naming the item and the field.
Execution (`image`, `data`, `code_cases`) and the judge need an outcome from outside: the gateway
runs the code or calls the model and comes back with a value.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field, JsonValue, ValidationError

from scidoc_assets.domain.workflow.answers import (
    Verdict,
    final_answer,
    json_answer,
    unparseable,
    unusable,
)
from scidoc_assets.domain.workflow.judging import JudgeParams
from scidoc_assets.domain.workflow.latex import LatexParams, grade_latex
from scidoc_assets.domain.workflow.lists import (
    ListParams,
    grade_ordered_list,
    grade_unordered_set,
)
from scidoc_assets.domain.workflow.pictures import ImageParams
from scidoc_assets.domain.workflow.scalars import (
    LabelParams,
    NumberParams,
    TextSpanParams,
    grade_label,
    grade_number,
    grade_text_span,
)
from scidoc_assets.domain.workflow.series import DataParams
from scidoc_assets.domain.workflow.structures import (
    GraphParams,
    JsonFieldsParams,
    TableParams,
    grade_graph_edges,
    grade_json_fields,
    grade_table,
)
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.workflow import EvaluatorName, WorkflowItem

Grade = Callable[[Any, JsonValue, Any], Verdict]
Form = Literal["text", "json", "text_or_json"]


class CodeCasesParams(Row):
    """A function and the arguments it is called with; results are compared like `data`."""

    function: str
    arguments: list[list[JsonValue]] = Field(min_length=1)
    files: dict[str, str] = {}
    data: DataParams = DataParams()


@dataclass(frozen=True)
class Evaluator:
    """One registered evaluator: its parameters, the form of answer it reads, its function.

    `grade` is None where the outcome comes from outside (judge, execution).
    """

    params: type[Row]
    form: Form
    grade: Grade | None


EVALUATORS: dict[EvaluatorName, Evaluator] = {
    "label": Evaluator(LabelParams, "text", grade_label),
    "number": Evaluator(NumberParams, "text", grade_number),
    "text_span": Evaluator(TextSpanParams, "text", grade_text_span),
    "ordered_list": Evaluator(ListParams, "text_or_json", grade_ordered_list),
    "unordered_set": Evaluator(ListParams, "text_or_json", grade_unordered_set),
    "json_fields": Evaluator(JsonFieldsParams, "json", grade_json_fields),
    "table": Evaluator(TableParams, "json", grade_table),
    "graph_edges": Evaluator(GraphParams, "json", grade_graph_edges),
    "latex": Evaluator(LatexParams, "text", grade_latex),
    "judge": Evaluator(JudgeParams, "text", None),
    "image": Evaluator(ImageParams, "text", None),
    "data": Evaluator(DataParams, "text", None),
    "code_cases": Evaluator(CodeCasesParams, "text", None),
}


class BadItemError(ValueError):
    """An item's evaluator, parameters or reference cannot be used; the message names it."""


def evaluator_params(item: WorkflowItem) -> Any:
    """The item's checked parameters. Raises `BadItemError` with item, field and reason."""
    model = EVALUATORS[item.evaluator].params
    try:
        return model.model_validate_json(item.evaluator_params_json)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "(parameters)"
        raise BadItemError(
            f"item {item.item_id}: {item.evaluator} parameter {field}: {first['msg']}"
        ) from error


def score_response(item: WorkflowItem, response: str | None) -> Verdict:
    """Score one response by a rule-based evaluator.

    Raises `BadItemError` for a broken item and ValueError for judge and execution items, which
    are scored from their outcome (judging.py, gateways/sandbox/execution.py).
    """
    evaluator = EVALUATORS[item.evaluator]
    if evaluator.grade is None:
        raise ValueError(f"item {item.item_id}: {item.evaluator} is not rule-based")
    params = evaluator_params(item)
    reference = json.loads(item.reference_json)
    nothing = unusable(response)
    if nothing is not None or response is None:
        return nothing or Verdict(0.0, "no_response")
    value, reason = answer_value(response, evaluator.form)
    if reason is not None:
        return unparseable(reason)
    try:
        return evaluator.grade(value, reference, params)
    except ValueError as error:
        raise BadItemError(f"item {item.item_id}: {error}") from error


def answer_value(response: str, form: Form) -> tuple[JsonValue, str | None]:
    """The answer of a response in the form an evaluator reads, and why there is none.

    Free text that is a JSON object of one key stands for its value (`{"answer": "B"}`).
    """
    if form == "json":
        parsed = json_answer(response)
        return parsed.value, parsed.reason
    text = final_answer(response)
    if text.lstrip()[:1] in ("{", "[", "`"):
        parsed = json_answer(response)
        if isinstance(parsed.value, dict) and len(parsed.value) == 1:
            return next(iter(parsed.value.values())), None
        if isinstance(parsed.value, list) and form == "text_or_json":
            return parsed.value, None
    return text, None
