"""Items: cleaned payload beside the raw text, cuts recorded, gating."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.quality.items import build_items, clean_text, gate
from scidoc_assets.schemas.contexts import CitingParagraph, ContextBinding, gated_dimensions
from scidoc_assets.schemas.figures import CuratedFigure


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("as in [(Klie et al.,](#page-9-5) 2018)", "as in (Klie et al., 2018)"),
        ("our *JLPC* and **best** model", "our JLPC and best model"),
        ("word-level repre- sentations", "word-level representations"),
        ("pre- and post-training", "pre- and post-training"),
        ("slot \ufb01lling classi\u00ad\ufb01er", "slot filling classifier"),
        ("10\u2074 steps", "10\u2074 steps"),
        ("x_i and y_j", "x_i and y_j"),
        ("a * b * c", "a * b * c"),
        ("two\n lines", "two lines"),
        ("层状氧化物\n 的表面", "层状氧化物的表面"),
    ],
)
def test_published_texts_are_cleaned_without_changing_what_they_say(raw, clean):
    assert clean_text(raw) == clean


def test_an_item_without_caption_and_text_is_excluded_with_its_reason():
    assert gate(False, False) == {
        "gated_dimensions": [],
        "is_excluded": True,
        "reason": "no_caption_and_no_context",
    }


def _figure(figure_id: str, caption: str) -> CuratedFigure:
    nothing = dict.fromkeys(CuratedFigure.model_fields)
    lists = ("parts_pt", "caption_boxes_pt", "panels", "continues_on", "flags", "ocr_regions")
    known = {
        **{key: [] for key in (*lists, "colour_histogram")},
        "figure_id": figure_id,
        "paper_id": "p",
        "label": "Figure 1",
        "kind": "figure",
        "page_index": 0,
        "crop_dpi": 300,
        "caption": caption,
        "source": "raster",
        "is_shared_caption": False,
        "outcome": "not_needed",
        "figure_type": "plot",
        "panel_count": 0,
        "is_cross_page": False,
    }
    optional = {k: v for k, v in nothing.items() if not CuratedFigure.model_fields[k].is_required()}
    required = {k: v for k, v in nothing.items() if k not in optional}
    return CuratedFigure.model_validate(required | known)


def _binding(figure_id: str, texts: list[tuple[str, str]]) -> ContextBinding:
    paragraphs = [
        CitingParagraph(
            block_id="b",
            page_index=0,
            section_title="3 Results",
            text=text,
            snippet=snippet,
            citation_class="specific_claim",
            weight=1.0,
            mention_count=1,
        )
        for text, snippet in texts
    ]
    return ContextBinding(
        figure_id=figure_id,
        paper_id="p",
        label="Figure 1",
        has_caption=True,
        has_context=bool(paragraphs),
        context_reason=None if paragraphs else "no_mention",
        paragraphs=paragraphs,
        mention_count=len(paragraphs),
        caption_cross_references=0,
        gated_dimensions=gated_dimensions(True, bool(paragraphs)),
        is_excluded=False,
        snippets=[p.snippet for p in paragraphs[:2]],
        snippets_cut=0,
        paragraphs_left_out=max(0, len(paragraphs) - 2),
        unresolved_labels=[],
    )


def test_our_own_items_record_what_the_payload_leaves_out():
    figures = [_figure("p/f1", "Figure 1: " + "word " * 100), _figure("p/f2", "Figure 2: Short.")]
    bindings = [
        _binding("p/f1", [("abcdef", "abc"), ("xy", "xy"), ("third", "third")]),
        _binding("p/f2", []),
    ]
    first, second = build_items("own", figures, bindings, {})
    assert (first.snippets, first.snippet_chars_cut, first.paragraphs_left_out) == (
        ["abc", "xy"],
        3,
        1,
    )
    assert [e.figure_id for e in first.figure_map] == ["p/f1", "p/f2"]
    assert first.map_chars_cut > 0
    assert first.section == "3 Results"
    assert second.gated_dimensions == ["VC", "SL", "C", "MR"]


def test_a_figure_without_binding_is_an_error_that_names_it():
    with pytest.raises(KeyError, match="p/f1"):
        build_items("own", [_figure("p/f1", "Figure 1: A.")], [], {})
