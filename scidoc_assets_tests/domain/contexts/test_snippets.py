"""Snippets and the figure map keep to their sizes and say what they left out."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.contexts.sentences import sentence_spans
from scidoc_assets.domain.contexts.snippets import build_figure_map, build_snippet
from scidoc_assets_tests.domain.contexts.layouts_by_hand import figure


def test_citing_sentences_come_before_their_neighbours():
    sentences = ["a" * 300, "Cites Figure 3.", "b" * 300, "Cites Figure 3 again."]
    snippet = build_snippet(sentences, [1, 3], limit=360)
    assert snippet == f"Cites Figure 3. {'b' * 300} Cites Figure 3 again."


def test_a_gap_between_sentences_is_printed():
    assert build_snippet(["One.", "x" * 500, "Two."], [0, 2]) == "One. \u2026 Two."


def test_a_snippet_without_citing_sentence_is_refused():
    with pytest.raises(ValueError, match="citing sentence"):
        build_snippet(["One."], [])


def test_map_captions_are_cut_at_220_characters_and_the_cut_is_recorded():
    long, short = figure("Figure 1", "word " * 100), figure("Figure 2", "Short.")
    entries = build_figure_map([long, short, figure("Figure 3", None)])
    assert [e.label for e in entries] == ["Figure 1", "Figure 2"]
    assert len(entries[0].caption) <= 220
    assert entries[0].chars_cut == 500 - (len(entries[0].caption) - 1)
    assert entries[1].chars_cut == 0


def test_sentences_do_not_end_at_the_abbreviations_of_papers():
    text = "See Fig. 3 of Smith et al. (2010), e.g. the left part. It rises (cf. Eq. 2). 图1显示上升。效果更好。"
    parts = [text[a:b] for a, b in sentence_spans(text)]
    assert parts == [
        "See Fig. 3 of Smith et al. (2010), e.g. the left part.",
        "It rises (cf. Eq. 2).",
        "图1显示上升。",
        "效果更好。",
    ]
