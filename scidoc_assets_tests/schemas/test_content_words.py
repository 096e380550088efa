"""Content words: stems without function words, character pairs in Chinese."""

from __future__ import annotations

from scidoc_assets.schemas.content_words import content_words, stem


def test_function_words_and_label_words_are_left_out() -> None:
    assert content_words("The growth of the film in Figure 2") == ["growth", "film", "2"]


def test_endings_do_not_part_words_of_one_family() -> None:
    assert stem("clusters") == stem("clustered") == stem("clustering") == "cluster"
    assert stem("sets") == "sets"


def test_chinese_is_cut_into_pairs_beside_latin_words() -> None:
    assert content_words("容量衰减与pH") == ["ph", "容量", "量衰", "衰减", "减与"]


def test_ligatures_and_hyphens_at_line_ends_make_no_new_words() -> None:
    assert content_words("classi-\nﬁers") == content_words("classifiers")
