"""Eight dimensions, weights of 100, a pass mark of 85 and three critical floors."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.tasks.checks import check_stem, stem_context_of
from scidoc_assets.domain.tasks.rubric import (
    WEIGHTS,
    decide,
    low_critical,
    rubric_total,
    rule_scores,
)
from scidoc_assets.schemas.tasks import CheckHit, RubricDimension
from scidoc_assets_tests.domain.tasks.hand_task import SETTINGS, root_task


def scores(**changes: float) -> dict[RubricDimension, float]:
    full: dict[RubricDimension, float] = dict.fromkeys(WEIGHTS, 1.0)
    return full | changes  # pyright: ignore


def test_the_weights_are_those_of_the_rubric_and_sum_to_a_hundred() -> None:
    assert list(WEIGHTS.values()) == [12, 8, 14, 14, 10, 22, 15, 5]
    assert rubric_total(scores()) == 100.0


def test_eighty_five_passes_and_less_does_not() -> None:
    at_mark = scores(stem_naturalness=1 - 15 / 22)
    assert rubric_total(at_mark) == pytest.approx(85.0)
    assert decide([], at_mark, SETTINGS) == "pass"
    assert decide([], scores(stem_naturalness=0.31), SETTINGS) == "rewrite"


@pytest.mark.parametrize("name", ["anchor_coverage", "reasoning_dependency", "non_leakage"])
def test_a_critical_dimension_below_one_half_triggers_a_rewrite(name: RubricDimension) -> None:
    low = scores(**{name: 0.49})
    assert rubric_total(low) > 85
    assert low_critical(low, SETTINGS) == [name]
    assert decide([], low, SETTINGS) == "rewrite"
    assert decide([], scores(**{name: 0.5}), SETTINGS) == "pass"


def test_a_hard_check_or_a_recommendation_triggers_a_rewrite_at_full_marks() -> None:
    hit = CheckHit(reason="exam_phrasing", rule="discuss", found="Discuss")
    assert decide([hit], scores(), SETTINGS) == "rewrite"
    assert decide([], scores(), SETTINGS, is_revision_recommended=True) == "rewrite"


def test_a_missing_or_impossible_score_is_refused() -> None:
    partial = scores()
    del partial["non_leakage"]
    with pytest.raises(ValueError, match="non_leakage"):
        rubric_total(partial)
    with pytest.raises(ValueError, match="answer_shaping"):
        rubric_total(scores(answer_shaping=1.2))


def test_rules_pass_a_good_template_and_fail_a_leaking_or_blind_one() -> None:
    task = root_task()
    good = rule_scores(task, check_stem(task.question, stem_context_of(task)))
    assert rubric_total(good) >= 85
    leaking = task.model_copy(update={"question": "Why is calcium lower in Figure 1?"})
    hits = check_stem(leaking.question, stem_context_of(leaking))
    assert rule_scores(leaking, hits)["non_leakage"] == 0.0
    blind = task.model_copy(update={"question": "What becomes of citrate and calcium?"})
    assert rule_scores(blind, [])["anchor_coverage"] == 0.0


def test_chinese_aliases_are_seen() -> None:
    task = root_task(
        question="在图1、图2和表1所记录的情形中，钙与柠檬酸之间是什么关系？", language="zh"
    )
    assert rule_scores(task, [])["anchor_coverage"] == 1.0
