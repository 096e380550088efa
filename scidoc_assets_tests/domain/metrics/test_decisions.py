from __future__ import annotations

from scidoc_assets.domain.metrics.decisions import judge_decisions
from scidoc_assets_tests.domain.metrics.factory import correct, covered


def test_atoms_and_nodes_are_decisions_of_their_response() -> None:
    found = judge_decisions([correct(False)], [covered(True, False)], "j")
    key = ("m", "direct", "t1", 0)
    assert found[(*key, "matches_gold_final_claim", None)] == "no"
    assert found[(*key, "preserves_direction", None)] == "n/a"
    assert found[(*key, "evidence", "e2")] == "no"
    assert len(found) == 6


def test_a_label_that_failed_is_no_decision() -> None:
    assert judge_decisions([correct(None)], [covered(None, None)], "j") == {}


def test_other_judges_are_left_out() -> None:
    assert judge_decisions([correct(True, judge="other")], [], "j") == {}
