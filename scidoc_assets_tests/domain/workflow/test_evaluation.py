"""One door for every evaluator: parameters are checked, failures score 0 with a cause."""

from __future__ import annotations

from typing import get_args

import pytest

from scidoc_assets.domain.workflow.evaluation import (
    EVALUATORS,
    BadItemError,
    evaluator_params,
    score_response,
)
from scidoc_assets.schemas.workflow import EXECUTED, EvaluatorName
from scidoc_assets_tests.domain.workflow.conftest import make_item


def test_every_evaluator_of_the_schema_is_registered() -> None:
    assert set(EVALUATORS) == set(get_args(EvaluatorName))
    outside = {name for name, evaluator in EVALUATORS.items() if evaluator.grade is None}
    assert outside == EXECUTED | {"judge"}


@pytest.mark.parametrize(
    ("evaluator", "params", "reference", "response"),
    [
        ("label", '{"labels": ["A", "B"]}', '"B"', "<think>A?</think>I choose B."),
        ("label", "{}", '"B"', '```json\n{"answer": "B"}\n```'),
        ("number", '{"relative": 0.01}', "100", "Answer: 100.5"),
        ("text_span", "{}", '"mean value"', "Mean  value"),
        ("ordered_list", "{}", '["A", "B"]', "A > B"),
        ("ordered_list", "{}", '["A", "B"]', '["A", "B"]'),
        ("unordered_set", "{}", '["A", "B"]', '{"items": ["B", "A"]}'),
        ("json_fields", "{}", '{"a": 1}', 'Sure: {"a": 1}'),
        ("table", "{}", '{"columns": ["k", "v"], "rows": [["a", 1]]}',
         '{"rows": [["a", 1]], "columns": ["k", "v"]}'),
        ("graph_edges", "{}", '[["a", "b"]]', '[["A", "B"]]'),
        ("latex", "{}", '"a/b"', "$\\\\frac{a}{b}$".replace("\\\\", "\\")),
    ],
)  # fmt: skip
def test_a_right_answer_scores_1(
    evaluator: EvaluatorName, params: str, reference: str, response: str
) -> None:
    item = make_item(evaluator=evaluator, evaluator_params_json=params, reference_json=reference)
    assert score_response(item, response).score == 1.0


@pytest.mark.parametrize("evaluator", sorted(set(get_args(EvaluatorName)) - EXECUTED - {"judge"}))
@pytest.mark.parametrize("response", [None, "", "<think>x", "I cannot help with that.", "\ufffd{"])
def test_nothing_usable_scores_0_with_a_cause_and_never_crashes(
    evaluator: EvaluatorName, response: str | None
) -> None:
    references = {"number": "1", "table": '{"columns": ["k", "v"], "rows": [["a", 1]]}'}
    references |= {"graph_edges": '[["a", "b"]]', "json_fields": '{"a": 1}'}
    item = make_item(evaluator=evaluator, reference_json=references.get(evaluator, '"x"'))
    verdict = score_response(item, response)
    assert verdict.score == 0.0
    assert verdict.cause is not None


def test_unknown_parameters_name_item_and_field() -> None:
    item = make_item(evaluator="number", evaluator_params_json='{"tolerence": 1}')
    with pytest.raises(BadItemError, match="item q1: number parameter tolerence"):
        evaluator_params(item)
    with pytest.raises(BadItemError, match="q1"):
        score_response(make_item(evaluator="number", reference_json='"n/a"'), "5")


def test_judge_and_execution_are_not_scored_by_rule() -> None:
    with pytest.raises(ValueError, match="not rule-based"):
        score_response(make_item(evaluator="judge"), "text")
