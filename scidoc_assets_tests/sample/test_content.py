"""The papers' files: mentions, checks, and numbers in the prose that are the plotted numbers."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from scidoc_assets.sample.argument import sectioned_sentences
from scidoc_assets.sample.content import (
    Mention,
    PaperContent,
    Value,
    load_paper,
    mentions_of,
    paper_stems,
    printed,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In {Figure 2a}, it rises.", [("Figure 2", ("a",))]),
        ("See {Fig. 1A,B}.", [("Fig. 1", ("A", "B"))]),
        (
            "See {Figs. 1 to 3|FIG. 1;FIG. 2;FIG. 3}.",
            [("FIG. 1", ()), ("FIG. 2", ()), ("FIG. 3", ())],
        ),
        ("{Extended Data Fig. 1} and {Table A1}", [("Extended Data Fig. 1", ()), ("Table A1", ())]),
        ("{Table II|TABLE II}", [("TABLE II", ())]),
        ("如{图1a}所示", [("图1", ("a",))]),
        ("{Figure 3a–c}", [("Figure 3", ("a", "b", "c"))]),
        ("No object is named.", []),
    ],
)
def test_markup_of_a_mention_says_label_and_panels(
    text: str, expected: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert mentions_of(text) == tuple(Mention(label=a, panels=b) for a, b in expected)


def test_printed_text_has_no_markup_left() -> None:
    assert printed("As {fig. 3a|FIG. 3a} shows") == "As fig. 3a shows"


def test_a_mention_of_an_object_that_does_not_exist_is_refused() -> None:
    paper = load_paper("soil_excerpt").model_dump(exclude_unset=True)
    paper["body"] = [*paper["body"], {"paragraph": ["See {Figure 9}."]}]
    with pytest.raises(ValidationError, match="Figure 9"):
        PaperContent.model_validate(paper)


def _plotted(paper: PaperContent, anchor: str, value: Value) -> float:
    """The number that the anchor's figure or table holds where `value` points."""
    item = paper.object(anchor)
    if item.kind == "table":
        header, *rows = item.rows
        row = next(row for row in rows if row[0] == value.x)
        return float(row[header.index(value.series)])
    panel = next(p for p in item.panels if p.letter == value.panel)
    return panel.series[value.series][panel.x.index(value.x)]


@pytest.mark.parametrize("stem", paper_stems())
def test_every_number_an_evidence_states_is_plotted_and_printed(stem: str) -> None:
    paper = load_paper(stem)
    for _, sentence in sectioned_sentences(paper):
        for value in sentence.values:
            assert sentence.anchor is not None
            assert _plotted(paper, sentence.anchor, value) == value.y, (stem, sentence.id, value)
            forms = {f"{value.y:g}", f"{value.y:.1f}", f"{value.y:.2f}"}
            assert any(form in sentence.text for form in forms), (stem, sentence.id, value)


@pytest.mark.parametrize("stem", paper_stems())
def test_an_evidence_mentions_its_anchor_and_panel(stem: str) -> None:
    for _, sentence in sectioned_sentences(load_paper(stem)):
        if sentence.type == "evidence":
            named = {m.label: m.panels for m in mentions_of(sentence.text)}
            assert sentence.anchor in named, (stem, sentence.id)
            assert sentence.panel is None or sentence.panel in named[sentence.anchor]


def test_series_have_one_value_per_x() -> None:
    for stem in paper_stems():
        for item in load_paper(stem).objects:
            for panel in item.panels:
                lengths = {len(values) for values in panel.series.values()}
                assert lengths <= {len(panel.x)}, (stem, item.label)
