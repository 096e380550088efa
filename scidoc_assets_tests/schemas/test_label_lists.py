"""Lists after a label word: where they end, and what belongs to the sentence."""

from __future__ import annotations

import pytest

from scidoc_assets.schemas.label_lists import read_list
from scidoc_assets.schemas.labelling import LABEL_WORD, read_word


def _read(text, known=frozenset()):
    match = LABEL_WORD.search(text)
    assert match
    return [(i.series, i.first, i.last) for i in read_list(text, read_word(match), known)]


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("Figs. 2-4, 6", [("", 2, 4), ("", 6, 6)]),
        ("Figs. 1 and S2", [("", 1, 1), ("S", 2, 2)]),
        ("Figs. S1\u20133", [("S", 1, 3)]),
        ("Figs. S1, 2", [("S", 1, 1), ("S", 2, 2)]),
        ("Figs. 2 to 4", [("", 2, 4)]),
        ("Fig. 2-Fig. 4", [("", 2, 4)]),
    ],
)
def test_items_keep_their_series_and_range(text, items):
    assert _read(text) == items


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("Fig. 2 to 4 nm", [("", 2, 2)]),
        ("Table 2 and 0.5", [("", 2, 2)]),
        ("Figs. 2 and 3.5", [("", 2, 2)]),
        ("Figs. 2 and 30%", [("", 2, 2)]),
        ("Figure 3 and 2 others", [("", 3, 3)]),
        ("Figs. 4-2", [("", 4, 4)]),
        ("Fig. 2-400", [("", 2, 2)]),
    ],
)
def test_numbers_that_do_not_go_on_are_left_to_the_sentence(text, items):
    assert _read(text, frozenset({"F:2", "F:3", "F:4", "T:2"})) == items


def test_known_labels_decide_whether_a_series_goes_on():
    assert _read("Figs. S1 and 2", frozenset({"F:S1", "F:2"})) == [("S", 1, 1), ("", 2, 2)]
    assert _read("Figs. S1 and 2", frozenset({"F:S1", "F:S2"})) == [("S", 1, 1), ("S", 2, 2)]
