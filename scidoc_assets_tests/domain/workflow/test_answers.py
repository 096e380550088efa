"""Answers come out of responses with thinking, markers, boxes and fences, or with a reason."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.workflow.answers import (
    code_answer,
    final_answer,
    graded,
    json_answer,
    unusable,
)


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        ("<think>maybe 3</think>Answer: 4", "4"),
        ("Answer: 3? No.\nFinal answer: 4", "4"),
        ("so \\boxed{\\frac{1}{2}} holds", "\\frac{1}{2}"),
        ("答案：乙", "乙"),
        ("最终答案是：7", "7"),
        ("I think the answer is B.", "B."),
        ("An unanswered question: 3", "An unanswered question: 3"),
        ("just this", "just this"),
        ("The answer: ", "The answer:"),
    ],
)
def test_the_final_answer_is_what_the_response_settles_on(response: str, answer: str) -> None:
    assert final_answer(response) == answer


@pytest.mark.parametrize(
    ("response", "cause"),
    [
        (None, "no_response"),
        ("  \n", "empty"),
        ("<think>never closed", "truncated"),
        ("I'm sorry, but I can't help with that.", "refused"),
    ],
)
def test_a_response_without_an_answer_scores_0_with_its_cause(
    response: str | None, cause: str
) -> None:
    verdict = unusable(response)
    assert verdict is not None
    assert (verdict.score, verdict.cause) == (0.0, cause)


def test_a_plain_answer_is_usable() -> None:
    assert unusable("I cannot tell from the caption, but 4") is None


@pytest.mark.parametrize(
    ("response", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('Here:\n```json\n{"a": 1,}\n```', {"a": 1}),
        ("```json\n[1, 2]\n```", [1, 2]),
        ("I get [1, 2, 3] in total", [1, 2, 3]),
        ("<think>{}</think>42", 42),
        ('first {"a": 1} then {"a": 2}', {"a": 2}),
    ],
)
def test_json_is_read_strictly_then_from_fences_then_repaired(response: str, value: object) -> None:
    assert json_answer(response).value == value


@pytest.mark.parametrize("response", ["no json here", '{"a": ', "NaN", "[1, 2", '{"a": NaN}'])
def test_unreadable_json_is_null_with_a_reason(response: str) -> None:
    answer = json_answer(response)
    assert answer.value is None
    assert answer.reason


def test_code_comes_from_the_longest_fence() -> None:
    assert code_answer("```\nx\n```\n```python\nprint(1)\nprint(2)\n```") == "print(1)\nprint(2)\n"
    assert code_answer("<think>hm</think>print(1)") == "print(1)"


def test_a_score_outside_0_to_1_is_a_bug_and_raises() -> None:
    with pytest.raises(ValueError, match=r"1\.5"):
        graded(1.5)
