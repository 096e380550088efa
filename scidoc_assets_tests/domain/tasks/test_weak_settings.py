"""A task that captions or a blind model solve is found; an unjudged probe proves nothing."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.tasks.weak_settings import (
    solved_by_models,
    solved_lexically,
    stated_by_captions,
)
from scidoc_assets_tests.domain.tasks.hand_task import root_task


def test_a_caption_that_states_the_claim_solves_the_task() -> None:
    told = "Figure 7: Chelators control biofilms by removing calcium from the matrix."
    safe, solved = root_task(), root_task(paper_captions=[told], task_id="told")
    assert not stated_by_captions(safe)
    assert solved_lexically([safe, solved]) == {"told"}


@pytest.mark.parametrize(
    ("marks", "is_solved"),
    [
        ([True], True),
        ([True, False], True),
        ([False, False, True], False),
        ([None], False),
        ([], False),
    ],
)
def test_half_of_the_judged_probes_decide(marks: list[bool | None], is_solved: bool) -> None:
    assert (solved_by_models({("t", "question_only"): marks}) == {"t"}) is is_solved


def test_only_weak_settings_count() -> None:
    assert solved_by_models({("t", "direct"): [True], ("u", "caption_only"): [True]}) == {"u"}
