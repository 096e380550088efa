"""Tests of references between blocks."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.contexts.references import link_references
from scidoc_assets_tests.domain.contexts.layouts_by_hand import block, figure, layout


def _float(label: str, category="figure"):
    return block("", category).model_copy(update={"label": label})


def _linked(*blocks, figures=()):
    return link_references(layout(*blocks), figures).blocks


def test_a_mention_points_to_the_graphic_and_the_graphic_back() -> None:
    found = _linked(
        block("The trend of Figure 2 is clear, and so is Table 1 below it."),
        _float("Figure 2"),
        block("Figure 2: A trend.", "caption").model_copy(update={"label": "Figure 2"}),
        _float("Table 1", "table"),
        figures=[figure("Figure 2"), figure("Table 1")],
    )
    assert found[0].outgoing_refs == ["b1", "b3"]
    assert found[1].incoming_refs == ["b0"]
    assert found[2].outgoing_refs == []
    assert found[3].incoming_refs == ["b0"]


def test_a_caption_without_graphic_is_the_target_itself() -> None:
    caption = block("Figure 1: Lost.", "caption").model_copy(update={"label": "Figure 1"})
    found = _linked(block("As Figure 1 shows, it holds."), caption, figures=[figure("Figure 1")])
    assert found[0].outgoing_refs == ["b1"]


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("by Eq. (1) we get", ["b1"]),
        ("by Equations 1 and 3 we get", ["b1", "b3"]),
        ("from Eqs. (1)-(3) it follows", ["b1", "b2", "b3"]),
        ("by Eq. (9) we get", []),
        ("in Section 1 we get", []),
    ],
)
def test_equations_are_linked_by_their_printed_number(text: str, targets: list[str]) -> None:
    found = _linked(
        block(text),
        block("a = b (1)", "equation"),
        block("b = c (2)", "equation"),
        block("c = d (3)", "equation"),
    )
    assert found[0].outgoing_refs == targets


def test_a_number_that_two_equations_carry_links_nothing() -> None:
    found = _linked(
        block("by Eq. (1)"), block("a = b (1)", "equation"), block("c = d (1)", "equation")
    )
    assert found[0].outgoing_refs == []


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("was shown before [2].", ["b2"]),
        ("was shown before [1, 3].", ["b1", "b3"]),
        ("was shown before [1\u20133].", ["b1", "b2", "b3"]),
        ("lies in the interval [0, 1].", []),
        ("was shown in [7].", []),
    ],
)
def test_bracketed_numbers_point_to_numbered_entries(text: str, targets: list[str]) -> None:
    found = _linked(
        block(text),
        block("[1] A. Smith. On one. 2001.", "reference_entry"),
        block("[2] B. Wu. On two. 2002.", "reference_entry"),
        block("[3] C. Lee. On three. 2003.", "reference_entry"),
    )
    assert found[0].outgoing_refs == targets


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("as Smith et al. (2001) say", ["b1"]),
        ("as others say (Wu and Lee, 2002)", ["b2"]),
        ("as others say (Wu, 2001)", []),
        ("in May 2001 it was", []),
    ],
)
def test_names_and_years_point_to_entries_without_numbers(text: str, targets: list[str]) -> None:
    found = _linked(
        block(text),
        block("Anna Smith, Bo Wu, and C. Lee. 2001. On one. Journal 3.", "reference_entry"),
        block("Wu, B., and Lee, C. (2002). On two. Journal 4.", "reference_entry"),
    )
    assert found[0].outgoing_refs == targets


def test_two_entries_of_one_name_and_year_link_nothing() -> None:
    found = _linked(
        block("as Smith (2001) says"),
        block("Smith, A. (2001). On one.", "reference_entry"),
        block("Smith, B. (2001). On two.", "reference_entry"),
    )
    assert found[0].outgoing_refs == []


def test_entries_and_running_heads_cite_nothing() -> None:
    found = _linked(
        block("[1] A. Smith. Comment on [2]. 2001.", "reference_entry"),
        block("[2] B. Wu. On two. 2002.", "reference_entry"),
        block("Figure 1", "header"),
        _float("Figure 1"),
        figures=[figure("Figure 1")],
    )
    assert all(not b.outgoing_refs for b in found)
