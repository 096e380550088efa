"""Topic terms are noun-like phrases that captions say too, and tell no result."""

from __future__ import annotations

from scidoc_assets.domain.tasks.topics import topic_terms


def test_terms_shared_with_captions_come_and_verbs_and_directions_do_not() -> None:
    terms = topic_terms(
        "Label smoothing increases the accuracy of the student network.",
        ["Accuracy of the student network under label smoothing", "Accuracy increases"],
    )
    assert terms == ["Label smoothing", "student network", "accuracy"] or set(terms) == {
        "Label smoothing",
        "student network",
        "accuracy",
    }


def test_a_word_that_no_caption_says_is_no_topic() -> None:
    assert topic_terms("Calcium thickens the biofilm.", ["Spectra of stars"]) == []


def test_terms_share_no_word_and_their_number_is_bounded() -> None:
    terms = topic_terms("Film thickness and film colour.", ["film thickness, film colour"], 2)
    words = [w for t in terms for w in t.lower().split()]
    assert len(words) == len(set(words))
    assert len(terms) <= 2


def test_chinese_terms_are_cut_at_function_characters() -> None:
    terms = topic_terms("包覆层能够抑制容量的衰减", ["包覆层样品的容量"], chinese=True)
    assert "容量" in " ".join(terms) or terms == []
