"""Cues tell conclusions and observations from pointers, aims and methods."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.arguments.cues import (
    conclusion_weight,
    observation_weight,
    without_labels,
)


@pytest.mark.parametrize(
    "text",
    [
        "We conclude that calcium controls growth.",
        "These results indicate that the film is stable.",
        "Taken together, the mutant cannot attach.",
        "综上，涂层抑制容量衰减。",
        "结果表明，温度越高产率越低。",
    ],
)
def test_concluding_wording_weighs_much(text: str) -> None:
    assert conclusion_weight(text) >= 2.0


def test_a_plain_sentence_concludes_nothing() -> None:
    assert conclusion_weight("The samples were kept in the dark.") == 0.0


@pytest.mark.parametrize(
    ("observation", "pointer"),
    [
        ("The rate increases from 2.1 to 3.4 (Fig. 2).", "The setup is illustrated in Fig. 2."),
        ("Figure 3 shows that the loss falls by 12 %.", "Figure 3 shows the map of the sites."),
        ("图2中产率由12%升高到34%。", "流程图如图2所示。"),
    ],
)
def test_an_observation_outweighs_a_pointer(observation: str, pointer: str) -> None:
    assert observation_weight(observation) >= 1.0 > observation_weight(pointer)


def test_a_pointer_in_brackets_takes_nothing_from_the_value_that_is_stated() -> None:
    stated = observation_weight("The time spent in the monitor is less than 5 % (see Fig. 12).")
    bare = observation_weight("The time spent in the monitor is less than 5 % (Fig. 12).")
    assert stated == bare > 1.0
    assert observation_weight("See Fig. 12 for details of the monitor.") < 0


def test_the_letters_of_a_label_are_no_units() -> None:
    # "1A" is no current and "3B" no byte.
    assert without_labels("Fields are shown in Fig. 1A,B.") == "Fields are shown in ."
    assert observation_weight("Typical fields at 4 mM are shown in Fig. 1A,B.") < 1.0


def test_a_change_between_two_counts_is_an_observation() -> None:
    assert observation_weight("The domain brings attachment from 6 to 57 cells.") > 0


def test_a_sketch_of_the_set_up_and_where_things_come_from_are_no_observations() -> None:
    assert observation_weight("Drops of 2.2 mm fall onto a plate, as outlined in Fig. 1a.") < 1.0
    assert observation_weight("The two curves come from different collections.") < 1.0
