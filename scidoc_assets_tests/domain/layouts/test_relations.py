"""Tests of relations between blocks."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.layouts.document import build_blocks
from scidoc_assets.schemas.pages import FloatArea
from scidoc_assets_tests.painted import line, page, prose, text_of


def _built(floats, *contents):
    pages, style = text_of(*contents)
    return build_blocks("p", pages, floats, style)


def test_a_paragraph_cut_by_a_page_end_is_continued() -> None:
    first = page(
        [line("1 Start", 72, 60, size=12, is_bold=True, font="Bold"), *prose(72, 100, 528, 50)]
    )
    second = page([*prose(72, 60, 528, 3), line("end of it.", 72, 96)], index=1)
    blocks, relations = _built([], first, second)
    pairs = [(r.from_id, r.to_id) for r in relations if r.type == "continuation"]
    texts = {b.block_id: b for b in blocks}
    assert [(texts[a].page_index, texts[b].page_index) for a, b in pairs] == [(0, 1)]


def test_a_closed_paragraph_is_not_continued() -> None:
    first = page([*prose(72, 100, 528, 40), line("It ends here.", 72, 580)])
    second = page(prose(72, 60, 528, 6), index=1)
    _, relations = _built([], first, second)
    assert [r for r in relations if r.type == "continuation"] == []


def test_a_caption_points_at_its_target_on_block_and_relation() -> None:
    content = page([*prose(72, 60, 528, 6), line("Figure 1: A plot.", 72, 400)])
    area = FloatArea(
        0,
        "figure",
        (100, 180, 400, 380),
        (6,),
        (72, 392, 160, 402),
        "Figure 1: A plot.",
        "Figure 1",
        "p-figure-1",
    )
    blocks, relations = _built([area], content)
    caption = next(b for b in blocks if b.category == "caption")
    figure = next(b for b in blocks if b.category == "figure")
    assert caption.caption_target_ids == [figure.block_id]
    assert (caption.caption_target_type, figure.figure_id) == ("figure", "p-figure-1")
    assert [(r.from_id, r.to_id) for r in relations if r.type == "caption_target"] == [
        (caption.block_id, figure.block_id)
    ]


def test_repeated_heads_are_identical_and_sections_hold_their_blocks() -> None:
    contents = [
        page(
            [
                line("Running head of it", 72, 40),
                line(f"{k + 1} Part", 72, 120, size=12, is_bold=True, font="Bold"),
                *prose(72, 150, 528, 10),
            ],
            index=k,
        )
        for k in range(3)
    ]
    blocks, relations = _built([], *contents)
    assert sum(r.type == "identical" for r in relations) == 2
    assert sum(r.type == "peer" for r in relations) == 2
    paragraphs = [b for b in blocks if b.category == "paragraph"]
    assert [b.section_title for b in paragraphs] == ["1 Part", "2 Part", "3 Part"]


@pytest.mark.parametrize(
    ("mark", "after", "is_one"),
    [(",", "where the rest is known to all", True), (".", "The next sentence begins here", False)],
)
def test_a_sentence_goes_on_behind_a_displayed_formula_and_a_new_one_does_not(
    mark: str, after: str, is_one: bool
) -> None:
    formula = line(f"g = q + r{mark}", 250, 136, font="CMMI10")
    lines = [*prose(72, 60, 528, 5), formula, line(after, 72, 164, 500), *prose(72, 176, 528, 4)]
    pages, style = text_of(page(lines))
    blocks, relations = build_blocks("p", pages, [], style)
    assert [b.category for b in blocks] == ["paragraph", "equation", "paragraph"]
    assert any(r.type == "continuation" for r in relations) is is_one
