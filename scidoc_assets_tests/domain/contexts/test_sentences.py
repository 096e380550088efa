"""Sentences of papers end where a reader sees the end."""

from __future__ import annotations

from scidoc_assets.domain.contexts.sentences import sentence_spans


def test_sentences_do_not_end_at_the_abbreviations_of_papers():
    text = "See Fig. 3 of Smith et al. (2010), e.g. the left part. It rises (cf. Eq. 2). 图1显示上升。效果更好。"
    parts = [text[a:b] for a, b in sentence_spans(text)]
    assert parts == [
        "See Fig. 3 of Smith et al. (2010), e.g. the left part.",
        "It rises (cf. Eq. 2).",
        "图1显示上升。",
        "效果更好。",
    ]
