from __future__ import annotations

from scidoc_assets.domain.labels.agreement import measure_lexical_judge
from scidoc_assets.domain.labels.held_out_pairs import HELD_OUT_PAIRS
from scidoc_assets.domain.labels.labelled_pairs import LABELLED_PAIRS


def test_no_pair_and_no_statement_is_in_both_sets() -> None:
    seen = {statement for statement, *_ in LABELLED_PAIRS}
    assert not seen & {statement for statement, *_ in HELD_OUT_PAIRS}
    assert len({(s, a) for s, a, _, _ in HELD_OUT_PAIRS}) == len(HELD_OUT_PAIRS)


def test_it_holds_the_kinds_of_the_other_set_and_both_answers() -> None:
    kinds = {kind for *_, kind in LABELLED_PAIRS}
    assert {kind for *_, kind in HELD_OUT_PAIRS} == kinds
    assert {covered for *_, covered, _ in HELD_OUT_PAIRS} == {True, False}


def test_the_judge_stays_useful_on_pairs_that_no_rule_was_made_for() -> None:
    rows = measure_lexical_judge(HELD_OUT_PAIRS, "held_out_pairs")
    (found,) = (r for r in rows if (r.unit, r.statistic) == ("all", "agreement_abstained_as_no"))
    assert found.value is not None
    assert found.value >= 0.85
