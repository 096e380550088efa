"""Topic terms are noun-like phrases that captions say too, and tell no result."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.tasks.topics import stands_as_noun, topic_terms


def test_terms_shared_with_captions_come_and_verbs_and_directions_do_not() -> None:
    terms = topic_terms(
        "Label smoothing increases the accuracy of the student network.",
        ["Accuracy of the student network under label smoothing", "Accuracy increases"],
    )
    assert terms == ["accuracy", "Label smoothing", "student network"]


def test_a_word_that_no_caption_says_is_no_topic() -> None:
    assert topic_terms("Calcium thickens the biofilm.", ["Spectra of stars"]) == []


def test_terms_share_no_word_and_their_number_is_bounded() -> None:
    terms = topic_terms("Film thickness and film colour.", ["film thickness, film colour"], 2)
    words = [w for t in terms for w in t.lower().split()]
    assert len(words) == len(set(words))
    assert len(terms) <= 2


def test_chinese_terms_are_cut_at_function_characters() -> None:
    terms = topic_terms("包覆层能够抑制容量的衰减", ["包覆层样品的容量"], chinese=True)
    assert terms == ["包覆层", "容量"]


@pytest.mark.parametrize(
    ("phrase", "text", "expected"),
    [
        ("injection", "Regions after in silico injection of the seed.", True),
        ("silico", "Regions after in silico injection of the seed.", False),
        ("film thickness", "Mean film thickness against calcium.", True),
        ("film", "Mean film thickness against calcium.", False),
        ("scores", "Distribution of scores in each group.", True),
        ("detects", "The classifier detects tumors.", False),
        ("cation", "Growth without cations.", True),
        ("halo", "Growth without cations.", False),
    ],
)
def test_a_noun_phrase_ends_where_phrases_end(phrase: str, text: str, expected: bool) -> None:
    assert stands_as_noun(phrase, [text]) is expected


@pytest.mark.parametrize(
    ("claim", "caption", "no_topic"),
    [
        ("The chelator disperses cells in water.", "Living cells among those dispersed.", "disperse"),
        ("Calcium, and no other common cation, acts.", "Level after a step of each cation.", "cation"),
        ("Calcium acts by inducing and folding LamQ.", "Ions inducing LamQ.", "inducing"),
        ("It is repaired by weighting pairs by rank.", "Two weightings of pairs.", "weighting pairs"),
        ("The domain gives 7 cells per field at rest.", "Attached cells per field.", "field"),
    ],
)  # fmt: skip
def test_verbs_units_and_words_for_the_rest_are_no_topic(
    claim: str, caption: str, no_topic: str
) -> None:
    assert not any(term.startswith(no_topic) for term in topic_terms(claim, [caption]))


def test_a_gerund_that_stands_as_a_noun_is_a_topic() -> None:
    caption = "Spreading ratio against loading"
    assert "spreading" in topic_terms("Films set the spreading of drops.", [caption])
    assert "loading" in topic_terms("Yield falls at high loading.", [caption])


def test_a_long_chinese_run_gives_the_word_that_the_caption_says() -> None:
    assert topic_terms(
        "层状正极容量衰减的主要原因", ["放电容量随循环圈数的变化"], chinese=True
    ) == ["容量"]


@pytest.mark.parametrize("word", ["across", "different", "upon", "within", "di\u00e0erent"])
def test_function_words_and_misread_words_are_no_topic(word: str) -> None:
    claim = f"Calcium levels of tumours {word} regimes rise."
    witnesses = [claim, f"Calcium levels in tumours {word} regimes."]
    assert not any(word in term.split() for term in topic_terms(claim, witnesses))
    assert topic_terms(claim, witnesses)
