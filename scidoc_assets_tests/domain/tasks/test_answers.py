"""The reference answer keeps the locked trajectory, attributes evidence and ends in the claim."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.tasks.aliases import alias_by_evidence, reference_images
from scidoc_assets.domain.tasks.answers import (
    answer_faults,
    changed_ids,
    reference_answer,
    resolves_to,
    trajectory_of,
)
from scidoc_assets_tests.domain.tasks.hand_task import BY_ID, root_subgraph

SUBGRAPH = root_subgraph()
ALIASES = alias_by_evidence(SUBGRAPH, reference_images(SUBGRAPH, BY_ID))
ANSWER = reference_answer(SUBGRAPH, ALIASES)


def test_the_answer_follows_dependency_order_and_ends_in_the_root() -> None:
    assert trajectory_of(SUBGRAPH)[-1] == "root"
    ids = [line.split("]")[0][1:] for line in ANSWER.splitlines()]
    assert ids == trajectory_of(SUBGRAPH)
    assert "Chelators control biofilms" in ANSWER.splitlines()[-1]


def test_each_observation_is_attributed_to_its_alias() -> None:
    assert "[e2] Table 1: After citrate 96 % of the cells are alive." in ANSWER
    assert answer_faults(ANSWER, SUBGRAPH, ALIASES) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("[e2]", "[e7]", "trajectory is"),
        ("Table 1: After", "Figure 9: After", "e2 is not attributed to Table 1"),
        ("Chelators control biofilms by removing calcium from the matrix", "Nothing is known",
         "does not state root"),
    ],
)  # fmt: skip
def test_a_changed_answer_is_found_out(old: str, new: str, fault: str) -> None:
    faults = answer_faults(ANSWER.replace(old, new), SUBGRAPH, ALIASES)
    assert any(fault in f for f in faults)


def test_a_trajectory_with_other_missing_or_moved_ids_is_named() -> None:
    order = trajectory_of(SUBGRAPH)
    assert changed_ids(order, SUBGRAPH) == []
    assert changed_ids([*order[:-1], "e9", "root"], SUBGRAPH) == ["e9"]
    assert changed_ids(order[1:], SUBGRAPH) == [order[0]]
    assert set(changed_ids([order[1], order[0], *order[2:]], SUBGRAPH)) == set(order[:2])


def test_a_text_that_says_half_of_a_claim_does_not_resolve_to_it() -> None:
    assert resolves_to("Chelators remove calcium from the matrix: biofilms.", SUBGRAPH.target.label)
    assert not resolves_to("Calcium is a metal.", SUBGRAPH.target.label)
    assert not resolves_to("", "")


def test_a_chinese_answer_has_chinese_words_and_keeps_its_attributions() -> None:
    answer = reference_answer(SUBGRAPH, ALIASES, is_chinese=True)
    assert "[e2] 表1：" in answer
    assert answer.splitlines()[-1].startswith("[root] 结论（据 ")
    assert answer_faults(answer, SUBGRAPH, ALIASES) == []


def test_a_longer_alias_is_no_attribution_to_a_shorter_one() -> None:
    faults = answer_faults(ANSWER.replace("Figure 1:", "Figure 12:"), SUBGRAPH, ALIASES)
    assert "e1 is not attributed to Figure 1" in faults
