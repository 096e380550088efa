from __future__ import annotations

from scidoc_assets.domain.labels.contrast import find_veto
from scidoc_assets.domain.labels.statements import read_statement


def veto(statement: str, window: str) -> str | None:
    return find_veto(read_statement(statement), read_statement(window))


def test_what_one_side_leaves_out_is_no_contradiction() -> None:
    assert veto("COMP was 312 in treated mice.", "COMP was low in treated mice.") is None
    assert veto("Doping raised the yield.", "Doping was tested for its yield.") is None


def test_a_comparison_may_be_turned_round_with_its_direction() -> None:
    statement = "The oxide has a higher energy than the sulfide."
    assert veto(statement, "The sulfide has a lower energy than the oxide.") is None
    assert veto(statement, "The sulfide has a higher energy than the oxide.") == "direction"
    assert veto(statement, "The oxide has a lower energy than the sulfide.") == "direction"


def test_two_directions_are_bound_to_their_own_words() -> None:
    statement = "The error falls as the data grows."
    assert veto(statement, "With more data the error goes down.") is None
    assert veto(statement, "The error rises as the data grows.") == "direction"


def test_swapped_numbers_are_found_by_the_words_beside_them() -> None:
    statement = "COMP was 312 in treated mice versus 498 in sham mice."
    assert veto(statement, "COMP was 498 in sham mice versus 312 in treated mice.") is None
    assert veto(statement, "COMP was 498 in treated mice versus 312 in sham mice.") == "number"
    assert veto("It fell from 92 to 61.", "It fell from 61 to 92.") in ("number", None)


def test_a_hard_negation_needs_a_counterpart() -> None:
    assert veto("The field stops the flow.", "The field does not stop the flow.") == "negation"
    assert veto("Cells without iron died.", "Cells died when iron was removed.") is None


def test_one_thing_in_the_place_of_another_is_an_entity_fault() -> None:
    statement = "Income was the strongest predictor of diet quality."
    assert veto(statement, "Education was the strongest predictor of diet quality.") == "entity"
    padded = "Education was the strongest predictor of diet quality, and so the authors went on."
    assert veto(statement, padded) == "entity"


def test_many_other_words_are_a_paraphrase_not_a_replacement() -> None:
    statement = "Income was the strongest predictor of diet quality."
    assert veto(statement, "How well people ate was best foretold by income.") is None


def test_what_is_said_to_be_gone_may_be_said_not_to_be_there() -> None:
    statement = "Knockdown of the receptor abolishes the calcium response."
    assert veto(statement, "After receptor knockdown no calcium response was seen.") is None
    assert veto(statement, "Knockdown does not abolish the calcium response.") == "negation"


def test_a_slow_thing_is_less_fast_than_a_quick_one() -> None:
    statement = "Mutants swim more slowly than wild types."
    assert veto(statement, "Wild types are faster swimmers than mutants.") is None
    assert veto(statement, "Wild types swim more slowly than mutants.") == "direction"


def test_the_object_of_a_comparing_verb_is_its_other_side() -> None:
    statement = "The graph model outperforms the plain model."
    assert veto(statement, "The plain model outperforms the graph model.") == "direction"
    assert veto(statement, "The plain model is outperformed by the graph model.") is None


def test_the_more_the_lower_says_the_same_as_falls_with() -> None:
    statement = "Conductivity drops as the void share increases."
    assert veto(statement, "The larger the void share, the lower the conductivity.") is None
    assert veto(statement, "The larger the void share, the higher the conductivity.") == "direction"


def test_without_on_both_sides_does_not_hide_a_dropped_failure() -> None:
    statement = "Worms without the gene fail to respond to odour."
    assert veto(statement, "Worms without the gene respond to odour.") == "negation"
    assert veto(statement, "Worms without the gene do not respond to odour.") is None
