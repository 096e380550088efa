from __future__ import annotations

import pytest

from scidoc_assets.domain.labels.statements import read_statement, split_sentences


def numbers(text: str) -> list[tuple[float, bool]]:
    return [(n.value, n.is_percent) for n in read_statement(text).numbers]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1,204 patients", [(1204.0, False)]),
        ("1,5 grams", [(1.5, False)]),  # a comma before one digit is decimal
        ("five of ten", [(5.0, False), (10.0, False)]),
        ("nine tenths of it", [(90.0, True)]),
        ("84.1% of cases", [(84.1, True)]),
        ("half of it", [(50.0, True)]),
        ("Mmp13 and top-1", []),  # digits inside names are no numbers
        ("Figure 3 and Table 2 show 7 dots", [(7.0, False)]),  # labels are renumbered by tasks
    ],
)
def test_numbers_are_read_as_quantities(text: str, found: list) -> None:
    assert numbers(text) == found


def test_directions_carry_their_sign_and_a_negated_one_is_a_null_effect() -> None:
    assert [s for s, *_ in read_statement("Yield rose while loss fell.").directions] == [1, -1]
    negated = read_statement("Yield did not increase.")
    assert (negated.directions, len(negated.nulls)) == ((), 1)


def test_unchanged_and_no_effect_are_null_effects() -> None:
    for text in ("It was unaffected.", "There was no difference.", "It did not change."):
        assert read_statement(text).nulls, text


def test_a_comparative_without_a_listed_sign_is_still_a_comparison() -> None:
    assert read_statement("The oxide is harder than glass.").directions


def test_names_keep_their_form_and_are_marked() -> None:
    marks = {
        t.stem: t.is_name for t in read_statement("Expression of Mmp13 in the AMPK group").tokens
    }
    assert marks["mmp13"] is True
    assert marks["ampk"] is True
    assert marks["group"] is False


def test_sentences_end_at_stops_line_ends_and_semicolons_but_not_at_decimals() -> None:
    text = "It rose to 1.5 g. Then it fell; later it rose.\n- A list item\n温度升高。速率提高。"
    assert split_sentences(text) == [
        "It rose to 1.5 g.",
        "Then it fell",
        "later it rose.",
        "A list item",
        "温度升高。",
        "速率提高。",
    ]


def test_scripts_are_told_by_the_weight_of_their_letters() -> None:
    assert read_statement("催化剂A保持活性。").is_cjk
    assert not read_statement("The catalyst (催化剂) kept its activity.").is_cjk


def test_broken_words_are_read_whole() -> None:
    assert any(t.stem == "classifier" for t in read_statement("the classi\u00adfier works").tokens)


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("It swims more slowly.", [-1]),
        ("It decays less rapidly.", [-1]),
        ("It spreads more widely.", [1]),
        ("It is outperformed by the other.", [-1]),
        ("It halves the dose.", [-1]),
    ],
)
def test_degrees_passives_and_inflected_verbs_have_their_sign(text: str, signs: list[int]) -> None:
    assert [sign for sign, *_ in read_statement(text).directions] == signs


def test_no_loss_and_independence_are_null_effects_and_a_count_excludes_nothing() -> None:
    assert read_statement("No loss of activity was seen.").nulls
    assert read_statement("Weight was independent of season.").nulls
    assert not read_statement("Only 3 patients relapsed.").has_soft_negator
    assert read_statement("Only males were used.").has_soft_negator
