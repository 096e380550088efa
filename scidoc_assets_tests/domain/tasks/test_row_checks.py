"""Stored tasks are judged again: each check names the task that breaks it and spares the sound."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.tasks.row_checks import (
    leaking,
    off_trajectory,
    with_foreign_names,
    with_odd_aliases,
    with_unboxed_evidence,
)
from scidoc_assets_tests.domain.tasks.hand_task import root_task

SOUND = root_task(is_accepted=True)
CHECKS = (leaking, off_trajectory, with_foreign_names, with_odd_aliases, with_unboxed_evidence)


@pytest.mark.parametrize("check", CHECKS)
def test_a_sound_task_passes(check) -> None:
    assert check([SOUND]) == []


def test_a_leaking_stem_is_named_unless_the_task_was_rejected() -> None:
    leak = {"question": "Why is calcium lower in Figure 1?", "task_id": "leak"}
    assert leaking([root_task(is_accepted=True, **leak)]) == ["leak"]
    assert leaking([root_task(is_accepted=False, **leak)]) == []


def test_an_answer_with_another_node_is_named() -> None:
    answer = SOUND.gold_answer.replace("[e2]", "[e9]")
    assert off_trajectory([SOUND.model_copy(update={"gold_answer": answer})]) == [SOUND.task_id]


def test_aliases_that_skip_a_number_or_are_unknown_are_named() -> None:
    images = [SOUND.images[0].model_copy(update={"alias": "Figure 3"}), *SOUND.images[1:]]
    assert with_odd_aliases([SOUND.model_copy(update={"images": images})]) == [SOUND.task_id]
    stem = SOUND.question.replace("Figure 1", "Figure 5")
    assert with_odd_aliases([SOUND.model_copy(update={"question": stem})]) == [SOUND.task_id]


def test_a_printed_figure_number_is_named_and_the_papers_own_is_not() -> None:
    def with_statement(text: str):
        nodes = [
            n.model_copy(update={"visual_evidence_text": text}) if n.node_id == "e1" else n
            for n in SOUND.nodes
        ]
        return [SOUND.model_copy(update={"nodes": nodes})]

    assert with_foreign_names(with_statement("Figure 7 falls.")) == [SOUND.task_id]
    assert with_foreign_names(with_statement("Figure 2 falls as the paper's Figure 7.")) == []
    assert with_foreign_names(with_statement("图1下降，原文图7上升。")) == []


def test_evidence_without_a_region_is_named() -> None:
    assert with_unboxed_evidence([SOUND.model_copy(update={"regions": []})]) == [SOUND.task_id]
