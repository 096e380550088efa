from __future__ import annotations

import pytest

from scidoc_assets.domain.labels.opposites import (
    opposites_conflict,
    quantifiers_conflict,
    rejected_is_claimed,
    roles_are_swapped,
    times_are_swapped,
)
from scidoc_assets.domain.labels.statements import read_statement


@pytest.mark.parametrize(
    ("rule", "statement", "window", "conflicts"),
    [
        (opposites_conflict, "The cells are sensitive to the drug.", "The cells are resistant to the drug.", True),
        (opposites_conflict, "The cells are sensitive to the drug.", "The cells are not resistant to the drug.", False),
        (opposites_conflict, "Rain is highest in May.", "Rain is lowest in June and highest in May.", False),
        (quantifiers_conflict, "The model wins on every dataset.", "The model wins on only two datasets.", True),
        (quantifiers_conflict, "The model wins on every dataset.", "The model wins on all datasets.", False),
        (rejected_is_claimed, "Turbulence rather than heat sets the width.", "Heat rather than turbulence sets the width.", True),
        (rejected_is_claimed, "Turbulence rather than heat sets the width.", "Turbulence, not heat, sets the width.", False),
        (roles_are_swapped, "The kinase activates the channel.", "The channel activates the kinase.", True),
        (roles_are_swapped, "The kinase activates the channel.", "The channel is activated by the kinase.", False),
        (roles_are_swapped, "Beam quality fell at high power.", "At high power the quality of the beam fell.", False),
        (roles_are_swapped, "Rainfall is correlated with yield.", "Yield is correlated with rainfall.", False),
        (times_are_swapped, "Carbon rose before temperature did.", "Temperature rose before carbon did.", True),
        (times_are_swapped, "Carbon rose before temperature did.", "Carbon rose before temperature changed.", False),
    ],
)  # fmt: skip
def test_nearly_the_same_words_may_say_the_opposite(rule, statement, window, conflicts) -> None:
    assert rule(read_statement(statement), read_statement(window)) is conflicts
    assert rule(read_statement(window), read_statement(statement)) is conflicts
