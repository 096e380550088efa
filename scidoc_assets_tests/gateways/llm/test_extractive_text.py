"""Blocks, sentences and ranking."""

from scidoc_assets.gateways.llm.extractive_text import (
    Passage,
    best_passages,
    image_passages,
    sentences,
    split_blocks,
    words,
)


def test_a_prompt_is_split_at_its_headings() -> None:
    blocks = split_blocks(
        "Intro.\n## Question\nWhy?\n## Captions\nFigure 1: A.\n## Result of the turn\nNo quote."
    )
    assert blocks.question == "Why?"
    assert [p.text for p in blocks.passages] == ["Figure 1: A."]


def test_list_marks_boxes_and_headings_are_not_part_of_a_sentence() -> None:
    body = "### figure1\n- One rises. Two falls.\n[0.1, 0.2, 0.3, 0.4] Label\n(no text)"
    assert sentences(body) == ["One rises.", "Two falls.", "Label"]


def test_short_ocr_lines_of_one_image_join_and_images_stay_apart() -> None:
    body = "### a\n[0, 0, 1, 1] Dose\n[0, 0, 1, 1] 5 mg\n### b\n[0, 0, 1, 1] Time"
    assert image_passages(body) == ["Dose, 5 mg", "Time"]


def test_decimals_and_abbreviations_do_not_end_a_sentence() -> None:
    body = "The rate is 0.91 in Fig. 2 and falls. Then it rises."
    assert sentences(body) == ["The rate is 0.91 in Fig. 2 and falls.", "Then it rises."]


def test_words_drop_stop_words_and_pair_chinese_characters() -> None:
    assert words("The rates of the enzyme") == words("rate enzyme")
    assert words("高温下") == ["高温", "温下"]


def test_near_twins_are_quoted_once() -> None:
    twins = [Passage("The enzyme K7 is stable.", 1.0), Passage("The enzyme K7 is stable", 1.0)]
    assert len(best_passages("enzyme stable", twins, 4)) == 1


def test_without_a_shared_word_the_heaviest_passages_stand_in() -> None:
    passages = [Passage("Map of the sites.", 0.5), Passage("Loss of three curves.", 1.5)]
    assert best_passages("zebra?", passages, 1) == [passages[1]]


def test_nothing_to_quote_gives_nothing() -> None:
    assert best_passages("zebra?", [], 4) == []
