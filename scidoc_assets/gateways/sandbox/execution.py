"""The execution evaluators: run a response's code, then compare what it made outside.

Scores `image`, `data` and `code_cases` items. Refuses to score where no sandbox runs (null with
`not_executed`) and never lets a reference into the sandbox that runs the model's code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from pydantic import JsonValue

from scidoc_assets.domain.workflow.answers import Verdict, code_answer, graded, unusable
from scidoc_assets.domain.workflow.evaluation import (
    BadItemError,
    CodeCasesParams,
    evaluator_params,
)
from scidoc_assets.domain.workflow.pictures import ImageParams, Pixels, grade_picture
from scidoc_assets.domain.workflow.series import DataParams, grade_data, read_data
from scidoc_assets.domain.workflow.structures import JsonFieldsParams, grade_json_fields
from scidoc_assets.gateways.sandbox.drivers import CALL_CASES, DECODE, DRAW
from scidoc_assets.gateways.sandbox.interface import (
    DEFAULT_LIMITS,
    Isolation,
    Sandbox,
    SandboxLimits,
    SandboxResult,
)
from scidoc_assets.schemas.workflow import ScoreCause, WorkflowItem

_CAUSES: dict[str, ScoreCause] = {
    "failed": "execution_failed",
    "killed": "execution_failed",
    "time_limit": "time_limit",
    "memory_limit": "memory_limit",
    "output_limit": "output_limit",
    "bad_output": "bad_output",
}
_PICTURES = (".png", ".jpg", ".jpeg")
_DATA = (".json", ".csv", ".tsv")


@dataclass(frozen=True)
class ExecutionScore:
    """A verdict and what held the code in."""

    verdict: Verdict
    isolation: Isolation = "none"


def score_execution(
    sandbox: Sandbox,
    item: WorkflowItem,
    response: str | None,
    reference_files: Mapping[str, bytes] | None = None,
    limits: SandboxLimits = DEFAULT_LIMITS,
) -> ExecutionScore:
    """Score one response of an execution item.

    References: `image` items hold `{"image": name, "data"?: series}` with the picture's bytes in
    `reference_files`; `data` items the series; `code_cases` items the list of expected values.
    Raises `BadItemError` for an item that cannot be used.
    """
    params = evaluator_params(item)
    nothing = unusable(response)
    if nothing is not None or response is None:
        return ExecutionScore(nothing or Verdict(0.0, "no_response"))
    code = code_answer(response)
    reference = json.loads(item.reference_json)
    if isinstance(params, CodeCasesParams):
        return _score_cases(sandbox, item, code, reference, params, limits)
    result = sandbox.run_python(DRAW, {"candidate.py": _encoded(code)}, limits)
    failure = _failure(result)
    if failure is not None:
        return ExecutionScore(failure, result.isolation)
    if isinstance(params, DataParams):
        verdict = _score_data(result, reference, params)
    elif isinstance(params, ImageParams):
        verdict = _score_image(sandbox, item, result, reference, reference_files or {}, params)
    else:
        raise BadItemError(f"item {item.item_id}: {item.evaluator} does not run code")
    return ExecutionScore(verdict, result.isolation)


def decode_picture(sandbox: Sandbox, data: bytes) -> tuple[Pixels | None, Verdict | None]:
    """Untrusted PNG or JPEG bytes to RGB (at most 1024 px a side), decoded in the sandbox."""
    result = sandbox.run_python(DECODE, {"picture": data})
    if result.status != "ok":
        failure = _failure(result)
        is_unrun = failure is not None and failure.score is None
        return None, failure if is_unrun else Verdict(0.0, "bad_output", result.detail)
    width, height = json.loads(result.outputs["size.json"])
    pixels = np.frombuffer(result.outputs["pixels"], np.uint8)
    if pixels.size != width * height * 3:
        return None, Verdict(0.0, "bad_output", "decoded picture has another size than it says")
    return pixels.reshape(height, width, 3), None


def _failure(result: SandboxResult) -> Verdict | None:
    if result.status == "ok":
        return None
    if result.status == "not_executed":
        score = 0.0 if result.reason == "bad_input" else None
        cause: ScoreCause = "bad_output" if result.reason == "bad_input" else "not_executed"
        return Verdict(score, cause, f"{result.reason}: {result.detail}")
    return Verdict(0.0, _CAUSES[result.status], result.detail)


def _encoded(code: str) -> bytes:
    return code.encode("utf-8", "surrogatepass")


def _score_data(result: SandboxResult, reference: JsonValue, params: DataParams) -> Verdict:
    """Data files beat printed JSON; several files are joined."""
    texts = {name: data for name, data in result.outputs.items() if name.endswith(_DATA)}
    if not texts and result.stdout.strip():
        texts = {"stdout.json": result.stdout.encode()}
    if not texts:
        return Verdict(0.0, "no_output", "the program left no .json, .csv or .tsv and printed none")
    try:
        values = [read_data(name, data, params) for name, data in sorted(texts.items())]
    except ValueError as error:
        return Verdict(0.0, "unparseable", str(error))
    if len(values) == 1:
        return grade_data(values[0], reference, params)
    merged = {k: v for value in values if isinstance(value, dict) for k, v in value.items()}
    return grade_data(merged, reference, params)


def _score_image(
    sandbox: Sandbox,
    item: WorkflowItem,
    result: SandboxResult,
    reference: JsonValue,
    reference_files: Mapping[str, bytes],
    params: ImageParams,
) -> Verdict:
    name = reference.get("image") if isinstance(reference, dict) else None
    if not isinstance(reference, dict) or name not in reference_files:
        raise BadItemError(f"item {item.item_id}: reference picture {name!r} is not given")
    pictures = sorted(n for n in result.outputs if n.lower().endswith(_PICTURES))
    if not pictures:
        return Verdict(0.0, "no_output", "the program left no .png or .jpg")
    candidate, failure = decode_picture(sandbox, result.outputs[pictures[0]])
    if candidate is None:
        return failure or Verdict(0.0, "bad_output")
    gold, gold_failure = decode_picture(sandbox, reference_files[str(name)])
    if gold is None:
        raise BadItemError(f"item {item.item_id}: reference picture: {gold_failure}")
    drawn = grade_picture(candidate, gold, params)
    if reference.get("data") is None or drawn.cause == "blank_image":
        return drawn
    data = _score_data(result, reference["data"], params.data)
    weight = params.data_weight
    score = (1 - weight) * (drawn.score or 0.0) + weight * (data.score or 0.0)
    return graded(score, f"picture {drawn.score}, data {data.score}")


def _score_cases(
    sandbox: Sandbox,
    item: WorkflowItem,
    code: str,
    reference: JsonValue,
    params: CodeCasesParams,
    limits: SandboxLimits,
) -> ExecutionScore:
    if not isinstance(reference, list) or len(reference) != len(params.arguments):
        raise BadItemError(f"item {item.item_id}: reference needs one value per argument list")
    request = {"function": params.function, "arguments": params.arguments}
    files = {name: text.encode() for name, text in params.files.items()}
    files |= {"candidate.py": _encoded(code), "request.json": json.dumps(request).encode()}
    result = sandbox.run_python(CALL_CASES, files, limits)
    failure = _failure(result)
    if failure is not None:
        return ExecutionScore(failure, result.isolation)
    try:
        outcomes = json.loads(result.outputs.get("results.json", b""))
        passed = [
            "value" in outcome and _case_passes(outcome["value"], gold, params.data)
            for outcome, gold in zip(outcomes, reference, strict=True)
        ]
    except (ValueError, TypeError, RecursionError) as error:
        return ExecutionScore(Verdict(0.0, "bad_output", str(error)), result.isolation)
    failed = [str(index) for index, passes in enumerate(passed) if not passes]
    score = graded(1.0 - len(failed) / len(passed), f"failed cases: {', '.join(failed)}")
    return ExecutionScore(score, result.isolation)


def _case_passes(value: JsonValue, gold: JsonValue, params: DataParams) -> bool:
    is_number = isinstance(gold, int | float) and not isinstance(gold, bool)
    is_numbers = isinstance(gold, list) and all(isinstance(g, int | float) for g in gold)
    if is_number or (is_numbers and gold):
        is_same_kind = isinstance(value, list) == isinstance(gold, list)
        return (
            is_same_kind
            and grade_data(
                [value] if is_number else value, [gold] if is_number else gold, params
            ).score
            == 1.0
        )
    if isinstance(gold, dict):
        return grade_json_fields(value, gold, JsonFieldsParams()).score == 1.0
    return value == gold
