"""Snippets keep to their size and show their gaps."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.contexts.snippets import build_snippet, joined


def test_citing_sentences_come_before_their_neighbours():
    sentences = ["a" * 300, "Cites Figure 3.", "b" * 300, "Cites Figure 3 again."]
    snippet = build_snippet(sentences, [1, 3], limit=360)
    assert snippet == f"Cites Figure 3. {'b' * 300} Cites Figure 3 again."


def test_a_gap_between_sentences_is_printed():
    assert build_snippet(["One.", "x" * 500, "Two."], [0, 2]) == "One. \u2026 Two."


def test_a_snippet_without_citing_sentence_is_refused():
    with pytest.raises(ValueError, match="citing sentence"):
        build_snippet(["One."], [])


def test_chinese_sentences_follow_one_another_without_a_space():
    sentences = ["由图1可知,容量下降。", "原因不明。", "It rises.", "It falls."]
    assert joined(sentences) == "由图1可知,容量下降。原因不明。It rises. It falls."
    assert build_snippet(sentences[:2], [0]) == "由图1可知,容量下降。原因不明。"
