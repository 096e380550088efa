"""Payload cuts keep to their size and are recorded."""

from __future__ import annotations

from scidoc_assets.schemas.payload import build_figure_map, cut_text


def test_a_cut_ends_at_a_word_and_counts_what_it_leaves_out():
    cut = cut_text("alpha beta gamma", 12)
    assert (cut.text, cut.chars_cut) == ("alpha beta\u2026", 6)
    assert cut_text("alpha", 12).chars_cut == 0


def test_map_captions_are_cut_at_220_characters_and_the_cut_is_recorded():
    entries = build_figure_map([("f1", "Figure 1", "word " * 100), ("f2", "Figure 2", "Short.")])
    assert len(entries[0].caption) <= 220
    assert entries[0].chars_cut == 500 - (len(entries[0].caption) - 1)
    assert (entries[1].caption, entries[1].chars_cut) == ("Short.", 0)
