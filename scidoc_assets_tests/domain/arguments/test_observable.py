"""An observable statement loses mechanism and conclusion, gains nothing, and may be empty."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.arguments.observable import key_region, observable_statement
from scidoc_assets.schemas.figures import OcrRegion, Panel
from scidoc_assets_tests.domain.arguments.hand_paper import figure_of


@pytest.mark.parametrize(
    ("label", "visible"),
    [
        (
            "The rate rises from 2 to 4 with calcium, suggesting that the gene is induced.",
            "The rate rises from 2 to 4 with calcium.",
        ),
        (
            "Accuracy is lower on long inputs because the memory overflows.",
            "Accuracy is lower on long inputs.",
        ),
        (
            "As expected, the loss falls below 0.2 after ten epochs.",
            "The loss falls below 0.2 after ten epochs.",
        ),
        ("容量由120下降到110，说明涂层有效。", "容量由120下降到110。"),
        (
            "The groups differ in period (p = 0.03), with tilted plants demonstrating faster waves.",
            "The groups differ in period (p = 0.03).",
        ),
    ],
)
def test_explaining_clauses_are_cut(label: str, visible: str) -> None:
    assert observable_statement(label) == visible


@pytest.mark.parametrize(
    "label",
    [
        "Because the gene is induced, the rate rises from 2 to 4.",
        "The higher rate proves the role of the adhesin in films.",
        "The flow cell of the second experiment was made of glass.",
        "Rises.",
    ],
)
def test_what_is_not_visible_gives_nothing(label: str) -> None:
    assert observable_statement(label) == ""


def test_nothing_is_added_to_the_papers_words() -> None:
    label = "The rate rises from 2 to 4 with calcium; the mutant stays at 2, indicating a block."
    assert observable_statement(label).rstrip(".") in label


def test_the_key_region_is_the_box_of_the_cited_panels() -> None:
    panels = [
        Panel(letter="a", bbox_pt=(100, 100, 300, 200)),
        Panel(letter="b", bbox_pt=(300, 100, 500, 200)),
    ]
    region = key_region(figure_of("Figure 1", "x", panels=panels), ["B"], "It rises.")
    assert region.source == "panel"
    assert region.bbox == pytest.approx((0.45, 0.0, 1.0, 0.55))


def test_without_a_panel_box_printed_words_tell_the_region() -> None:
    ocr = [
        OcrRegion(text="calcium", confidence=0.9, bbox_px=(80, 40, 240, 80)),
        OcrRegion(text="thickness", confidence=0.9, bbox_px=(80, 160, 240, 200)),
        OcrRegion(text="scale", confidence=0.9, bbox_px=(700, 380, 780, 398)),
    ]
    region = key_region(figure_of("Figure 1", "x", ocr=ocr), ["B"], "Thickness rises with calcium.")
    assert region.source == "ocr"
    assert region.bbox == pytest.approx((0.05, 0.05, 0.35, 0.55))


def test_without_any_sign_the_whole_image_is_marked_as_such() -> None:
    region = key_region(figure_of("Figure 1", "x"), [], "It rises with calcium.")
    assert (region.bbox, region.source) == ((0.0, 0.0, 1.0, 1.0), "whole")


def test_a_conclusion_behind_so_is_cut_and_so_far_is_not() -> None:
    said = observable_statement("Doubling times were 3.1 h and 3.2 h, so growth is unaffected.")
    assert said == "Doubling times were 3.1 h and 3.2 h."
    kept = "The yield rises to 48 %, so far the highest value."
    assert observable_statement(kept) == kept


@pytest.mark.parametrize(
    "label",
    [
        "When scores do not rise with height, they are generally caused by interactions.",
        "The higher value in group B is probably due to the coating.",
        "For bonds with higher orders which indicates conjugation, the rate is higher.",
        "The measured 5 nm gap is consistent with earlier work.",
    ],
)
def test_what_has_lost_its_predicate_with_the_explanation_observes_nothing(label: str) -> None:
    assert observable_statement(label) == ""


def test_a_clause_before_the_one_that_lost_its_predicate_stays() -> None:
    label = "Growth rises from 2 to 9 nm, and the rates are mostly due to the coating."
    assert observable_statement(label) == "Growth rises from 2 to 9 nm."


@pytest.mark.parametrize("verb", ["providing further evidence", "lending support", "giving proof"])
def test_what_an_observation_is_evidence_for_is_not_observed(verb: str) -> None:
    label = f"Accuracy is higher in B than in A, {verb} that short inputs help."
    assert observable_statement(label) == "Accuracy is higher in B than in A."
