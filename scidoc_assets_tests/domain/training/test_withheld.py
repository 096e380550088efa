"""What is kept out of training data: whole papers of benchmarks, texts of our own tasks."""

from __future__ import annotations

from typing import Any

from scidoc_assets.domain.training.contamination import contamination_of
from scidoc_assets.domain.training.drafts import finish
from scidoc_assets.domain.training.table_tasks import synthetic_table_logic
from scidoc_assets.domain.training.withheld import withheld
from scidoc_assets.schemas.tasks import EvaluationNode, EvaluationTask
from scidoc_assets.schemas.training import TrainingInput, TrainingSample
from scidoc_assets.schemas.training_settings import TrainingSettings
from scidoc_assets.schemas.workflow import SourcePaper
from scidoc_assets_tests.domain.workflow.conftest import make_item

SAMPLE = finish(synthetic_table_logic(1, 0), 0)
PAPER = SAMPLE.paper_ids[0]
QUESTION = "which of the four alloys keeps its strength over the whole range of heat that was tried"
CLAIM = "the alloy with the most nickel keeps its strength while the three others lose it at once"
OWN = "built"


def a_task(benchmark: str = OWN, **changes: Any) -> EvaluationTask:
    node = EvaluationNode(node_id="e1", label=CLAIM)
    values: dict[str, Any] = {
        "benchmark": benchmark,
        "task_id": "t1",
        "paper_id": PAPER,
        "discipline": None,
        "domain": None,
        "difficulty": "easy",
        "question": QUESTION,
        "gold_answer": "Alloy B.",
        "evidence": [node],
        "intermediate_claims": [],
        "regions": [],
    }
    return EvaluationTask(**{**values, **changes})


def with_text(text: str) -> TrainingSample:
    return SAMPLE.model_copy(
        update={"inputs": [TrainingInput(kind="text", text=text)], "paper_ids": ["another"]}
    )


def reason(sample: TrainingSample, *args: Any, **settings: Any) -> str | None:
    index = withheld(TrainingSettings(**settings), *args)
    found = contamination_of(sample, index, {PAPER: "sha"})
    return found.reason if found else None


def test_our_own_tasks_keep_out_their_questions_but_not_their_papers() -> None:
    assert reason(SAMPLE, [a_task()], OWN, []) is None
    assert reason(with_text(QUESTION), [a_task()], OWN, []) == "benchmark_text"
    assert reason(with_text(CLAIM), [a_task()], OWN, []) is None


def test_a_switch_keeps_the_papers_of_our_own_tasks_out_too() -> None:
    assert reason(SAMPLE, [a_task()], OWN, [], reasoning_tasks="paper") == "benchmark_paper"


def test_imported_benchmarks_keep_out_papers_and_all_their_texts() -> None:
    task = a_task("published")
    assert reason(SAMPLE, [task], OWN, []) == "benchmark_paper"
    assert reason(with_text(CLAIM), [task], OWN, []) == "benchmark_text"


def test_workflow_items_keep_out_papers_by_digest_and_texts_inside_json_answers() -> None:
    item = make_item(
        source_papers=[SourcePaper(paper_id="renamed", sha256="sha")],
        reference_json=f'{{"cells": ["{QUESTION}", 3]}}',
    )
    assert reason(SAMPLE, [], OWN, [item]) == "benchmark_paper"
    assert reason(with_text(QUESTION), [], OWN, [item]) == "benchmark_text"


def test_papers_named_in_the_configuration_and_of_datasets_stay_out() -> None:
    assert reason(SAMPLE, [], OWN, [], benchmark_papers=["sha"]) == "benchmark_paper"
    assert reason(SAMPLE, [], OWN, [], [PAPER]) == "benchmark_paper"
    assert reason(SAMPLE, [], OWN, []) is None
