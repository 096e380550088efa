from __future__ import annotations

from scidoc_assets.domain.latex.floats import place_captions, place_floats
from scidoc_assets.schemas.layouts import Relation
from scidoc_assets_tests.domain.latex.made import block, elements

TWO = r"""\begin{figure}\caption{Samples of the first kind}\label{a}\end{figure}
\begin{figure}\caption{Samples of the second kind}\label{b}\end{figure}"""


def test_captions_printed_out_of_order_find_their_blocks() -> None:
    blocks = [
        block(0, "caption", "Figure 2: Samples of the second kind", label="Figure 2"),
        block(1, "caption", "FIG. 1. Samples of the first kind", label="Figure 1"),
    ]
    found = elements(TWO)
    places = place_captions(found, blocks)
    assert places[found[1].order].block.block_id == "p-b00001"
    assert places[found[3].order].block.block_id == "p-b00000"
    assert places[found[1].order].cue == "text_and_label"


def test_equal_captions_are_told_apart_by_their_numbers() -> None:
    body = TWO.replace("first", "same").replace("second", "same")
    blocks = [
        block(0, "caption", "Figure 2: Samples of the same kind", label="Figure 2"),
        block(1, "caption", "Figure 1: Samples of the same kind", label="Figure 1"),
    ]
    found = elements(body)
    places = place_captions(found, blocks)
    assert [places[found[k].order].block.label for k in (1, 3)] == ["Figure 1", "Figure 2"]


def test_a_table_caption_never_takes_a_figure_label_as_its_own() -> None:
    found = elements(r"\begin{table}\caption{Loss of runs}\end{table}")
    places = place_captions(
        found, [block(0, "caption", "Figure 1: Gain of mass", label="Figure 1")]
    )
    assert places == {}


def test_a_caption_is_not_placed_on_a_paragraph_that_only_resembles_it() -> None:
    found = elements(TWO)
    near = block(0, "paragraph", "Samples of the first week were kept by a kind of dealer.")
    assert place_captions(found, [near]) == {}


def test_a_float_lies_on_the_target_of_its_caption() -> None:
    blocks = [
        block(0, "figure", "axis", label="Figure 1"),
        block(1, "caption", "Figure 1: Samples of the first kind", label="Figure 1"),
    ]
    relation = Relation(type="caption_target", from_id="p-b00001", to_id="p-b00000")
    found = elements(TWO)[:2]
    captions = place_captions(found, blocks)
    places = place_floats(found, blocks, [relation], captions)
    assert (places[found[0].order].block.block_id, places[found[0].order].cue) == (
        "p-b00000",
        "caption_target",
    )


def test_a_float_without_printed_graphic_stands_on_its_caption_with_less_confidence() -> None:
    blocks = [block(0, "caption", "Figure 1: Samples of the first kind", label="Figure 1")]
    found = elements(TWO)[:2]
    captions = place_captions(found, blocks)
    place = place_floats(found, blocks, [], captions)[found[0].order]
    assert place.cue == "caption_only"
    assert place.confidence < captions[found[1].order].confidence


def test_captions_of_another_paper_are_not_aligned_by_their_numbers_alone() -> None:
    found = elements(TWO)
    foreign = "Figure 1: Distribution of citations over all the venues of the last decade."
    assert place_captions(found, [block(0, "caption", foreign, label="Figure 1")]) == {}
