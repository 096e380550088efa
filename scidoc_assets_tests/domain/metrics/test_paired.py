from __future__ import annotations

import pytest
from scipy.stats import binomtest

from scidoc_assets.domain.metrics.paired import pair_settings
from scidoc_assets_tests.domain.metrics.factory import seen


def pairs(*outcomes: tuple[bool | None, bool | None], **fields) -> list:
    rows = []
    for number, (before, after) in enumerate(outcomes):
        rows.append(seen(f"t{number}", "direct", is_correct=before, **fields))
        rows.append(seen(f"t{number}", "agentic", is_correct=after, **fields))
    return rows


def test_rescues_and_losses_are_counted_and_tested_exactly() -> None:
    outcomes = [(False, True)] * 7 + [(True, False)] * 2 + [(True, True)] * 3 + [(False, False)]
    row, pooled = pair_settings(pairs(*outcomes), resamples=200)
    assert (row.rescues, row.losses, row.net, row.both_right, row.both_wrong) == (7, 2, 5, 3, 1)
    assert (row.n, row.accuracy_difference) == (13, 5 / 13)
    assert row.mcnemar_p == pytest.approx(binomtest(2, 9).pvalue)
    assert (pooled.model, pooled.rescues) == ("pooled", 7)


def test_a_missing_label_is_wrong_on_its_side() -> None:
    row, _ = pair_settings(pairs((None, True), (True, None)), resamples=50)
    assert (row.rescues, row.losses) == (1, 1)


def test_without_any_change_there_is_nothing_to_test() -> None:
    row, _ = pair_settings(pairs((True, True), (False, False)), resamples=50)
    assert (row.mcnemar_p, row.reason) == (None, "no_variation")


def test_rows_planned_in_one_setting_only_are_not_paired() -> None:
    rows = [*pairs((True, True), (False, True)), seen("alone", "direct")]
    assert {r.n for r in pair_settings(rows, resamples=50)} == {2}


def test_models_are_not_paired_with_one_another() -> None:
    rows = [seen("t1", "direct", model="a"), seen("t1", "agentic", model="b")]
    assert pair_settings(rows, resamples=50) == []
