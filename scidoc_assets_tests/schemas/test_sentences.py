"""Sentences of papers end where a reader sees the end."""

from __future__ import annotations

import pytest

from scidoc_assets.schemas.sentences import split_sentences


def split(text: str) -> list[str]:
    return [text[a:b] for a, b in split_sentences(text)]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("As Fig. 2 shows, it rises. Then it falls.", 2),
        ("Smith et al. found it. J. R. Doe agrees.", 2),
        ("It reaches 300 °C. Over this range it stays.", 2),
        ("The values are in Table I. We use the mean.", 2),
        ("It differs (Med. Straight = 2.8, p < 0.01) from that.", 1),
        ("It is 3.5 mm long, i.e. Two times more.", 1),
        ("温度升高。因此，产率下降！结论成立", 3),
        ("It works [12]. The rest follows.", 2),
    ],
)
def test_text_is_cut_into_its_sentences(text: str, count: int) -> None:
    assert len(split(text)) == count


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "See Fig. 3 of Smith et al. (2010), e.g. the left part. It rises (cf. Eq. 2). "
            "图1显示上升。效果更好。",
            [
                "See Fig. 3 of Smith et al. (2010), e.g. the left part.",
                "It rises (cf. Eq. 2).",
                "图1显示上升。",
                "效果更好。",
            ],
        ),
        ("It falls within 60 min. The rest stays.", ["It falls within 60 min.", "The rest stays."]),
        ("是什么?如何改进?很好。", ["是什么?", "如何改进?", "很好。"]),
        ("有人(见文献,但没有括回。第二句。", ["有人(见文献,但没有括回。", "第二句。"]),
        ("S. Zaleski and C. Sun saw it. J. Mech. follows.",
         ["S. Zaleski and C. Sun saw it.", "J. Mech. follows."]),
    ],
)  # fmt: skip
def test_a_text_has_these_sentences(text: str, parts: list[str]) -> None:
    assert split(text) == parts
