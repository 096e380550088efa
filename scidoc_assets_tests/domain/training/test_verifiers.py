"""Rewards: 1 for the locked answer alone, partial where declared, 0 for another question's answer."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.training.verifiers import (
    chart_error_reward,
    chart_point_reward,
    chart_series_reward,
    label_reward,
    name_set_reward,
    sequence_reward,
    statement_repair_reward,
)

POINT = {"series": "Arbek", "x": "2019", "value": 50.0, "unit": "%"}
SERIES = {"series": "Arbek", "x": ["a", "b", "c", "d"], "values": [1.0, 2.0, 3.0, 4.0], "unit": "%"}
ERROR = {
    "entity": "Arbek",
    "condition": "2019",
    "correct_value": 50.0,
    "visual_value": 70.0,
    "unit": "%",
}


def test_labels_are_all_or_nothing() -> None:
    assert label_reward("text", "Text", {}) == 1.0
    assert label_reward('{"role": "Critique"}', {"role": "Critique"}, {}) == 1.0
    assert label_reward("Title or Text", "Text", {}) == 0.0


@pytest.mark.parametrize(
    ("answer", "reward"),
    [("A>B>C", 1.0), ("a -> b -> c", 1.0), ("C>B>A", 0.0), ("A>B", 0.0), ("A>B>B", 0.0), ("A>B>C>D", 0.0)],
)  # fmt: skip
def test_sequences_need_every_label_once(answer: str, reward: float) -> None:
    assert sequence_reward(answer, "A>B>C", {}) == reward


def test_a_sequence_better_than_chance_earns_something() -> None:
    assert 0.0 < sequence_reward("B>A>C", "A>B>C", {}) < 0.5


def test_a_repair_counts_only_with_its_letter() -> None:
    gold = {"choice": "B", "repair": "Arbek reaches 5 in F1."}
    assert (
        statement_repair_reward({"choice": "b", "repair": "arbek reaches 5 in F1"}, gold, {}) == 1.0
    )
    assert statement_repair_reward({"choice": "B", "repair": "no"}, gold, {}) == 0.5
    assert statement_repair_reward({**gold, "choice": "A"}, gold, {}) == 0.0


def test_a_point_is_right_within_tolerance_and_for_its_series_only() -> None:
    params = {"tolerance": 2.5}
    assert chart_point_reward({**POINT, "value": 52.5}, POINT, params) == 1.0
    assert chart_point_reward({**POINT, "value": 52.6}, POINT, params) == 0.0
    assert chart_point_reward({**POINT, "unit": "ms"}, POINT, params) == 0.8
    assert chart_point_reward({**POINT, "series": "Other"}, POINT, params) == 0.0


def test_a_series_earns_by_point_and_padding_costs() -> None:
    params = {"tolerance": 0.1}
    assert chart_series_reward(SERIES, SERIES, params) == 1.0
    half = {**SERIES, "values": [1, 2, 9, 9]}
    assert chart_series_reward(half, SERIES, params) == pytest.approx(0.45)
    turned = {**SERIES, "x": ["d", "c", "b", "a"], "values": [4, 3, 2, 1]}
    assert chart_series_reward(turned, SERIES, params) == pytest.approx(0.9)
    padded = {**SERIES, "x": list("abcdefgh"), "values": [1, 2, 3, 4, 5, 6, 7, 8]}
    assert chart_series_reward(padded, SERIES, params) == pytest.approx(0.45)


def test_a_moved_mark_must_be_named_before_its_values_count() -> None:
    params = {"tolerance": 2.5}
    assert chart_error_reward(ERROR, ERROR, params) == 1.0
    assert chart_error_reward({**ERROR, "visual_value": 60}, ERROR, params) == 0.75
    assert chart_error_reward({**ERROR, "correct_value": 51}, ERROR, params) == 0.75
    assert chart_error_reward({**ERROR, "condition": "2020"}, ERROR, params) == 0.0
    assert chart_error_reward({**ERROR, "unit": "ms"}, ERROR, params) < 1.0


def test_names_count_once_by_any_alias() -> None:
    params = {"aliases": {"CIFAR10": "CIFAR-10", "CIFAR-10": "CIFAR-10"}, "names": []}
    gold = {"intersection": ["CIFAR-10"]}
    assert name_set_reward({"intersection": ["CIFAR10"]}, gold, params) == 1.0
    assert name_set_reward({"intersection": ["CIFAR10", "CIFAR-10"]}, gold, params) < 1.0
    assert name_set_reward({"intersection": ["CIFAR-100"]}, gold, params) == 0.0
    assert name_set_reward({"intersection": []}, {"intersection": []}, params) == 1.0
    assert name_set_reward({"intersection": ["QM9"]}, {"intersection": []}, params) == 0.0


def test_every_smallest_repair_counts_and_none_that_is_false() -> None:
    gold = {"choice": "B", "repair": "Arbek reaches 5 in F1."}
    params = {"repairs": ["Belcast reaches 7 in F1."]}
    answer = {"choice": "B", "repair": "Belcast reaches 7 in F1"}
    assert statement_repair_reward(answer, gold, params) == 1.0
    assert (
        statement_repair_reward({**answer, "repair": "Corda reaches 7 in F1."}, gold, params) == 0.5
    )
