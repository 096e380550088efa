"""Worked answers come from the log, and the verifier still reads the answer behind them."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.training.exports import worked_answer
from scidoc_assets.domain.training.generation import SUBTASKS, GenerationOptions, generate
from scidoc_assets.domain.training.verifiers import verify
from scidoc_assets.domain.training.worked_answers import process_text
from scidoc_assets.schemas.training import TrainingSubtask
from scidoc_assets_tests.domain.training.conftest import make_layout

WITHOUT_A_LOG = {
    *("block_role", "parent_child_link", "reading_order", "next_hop"),
    *("notation_extraction", "symbol_ambiguity", "citation_role"),
}


@pytest.mark.parametrize("subtask", SUBTASKS)
def test_a_worked_answer_scores_1(subtask: TrainingSubtask) -> None:
    options = GenerationOptions(per_paper=6, synthetic=12)
    for sample in generate(subtask, [make_layout()], 0, options):
        if sample.accepted:
            assert verify(sample, worked_answer(sample)) == 1.0
            assert (process_text(sample) is None) == (subtask in WITHOUT_A_LOG)
