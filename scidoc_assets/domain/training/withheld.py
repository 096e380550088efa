"""What training data keeps away from: papers and texts of every benchmark that is here.

Holds the choice of papers and texts; the comparison is in `contamination.py`. Refuses no benchmark:
an item without papers still keeps its texts out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scidoc_assets.domain.training.contamination import BenchmarkIndex, index_benchmark
from scidoc_assets.schemas.tasks import EvaluationTask
from scidoc_assets.schemas.training_settings import TrainingSettings
from scidoc_assets.schemas.workflow import WorkflowItem


def withheld(
    settings: TrainingSettings,
    tasks: Sequence[EvaluationTask],
    own_benchmark: str,
    items: Sequence[WorkflowItem],
    dataset_papers: Iterable[str] = (),
) -> BenchmarkIndex:
    """Index of the papers and texts that no sample may use.

    Workflow items and imported tasks (`benchmark` other than `own_benchmark`) withhold their papers
    and texts; our own tasks their questions and answers, and their papers where the settings say
    so. `dataset_papers` are those of imported figure-quality datasets.
    """
    papers = {*settings.benchmark_papers, *dataset_papers}
    texts: list[str] = []
    for task in tasks:
        texts += [task.question, task.gold_answer]
        if task.benchmark != own_benchmark:
            nodes = (*task.evidence, *task.intermediate_claims)
            texts += [text for n in nodes for text in (n.label, n.visual_evidence_text) if text]
        if task.benchmark != own_benchmark or settings.reasoning_tasks == "paper":
            papers.add(task.paper_id)
    for item in items:
        papers |= {name for p in item.source_papers for name in (p.paper_id, p.sha256)}
        texts += _texts_of(item)
    return index_benchmark(papers, texts)


def _texts_of(item: WorkflowItem) -> list[str]:
    asked = [item.question_en, item.question_zh, *(c.text for c in item.context)]
    answers = [item.reference_json, item.reference_zh_json]
    held = [text for answer in answers if answer for text in _strings(json.loads(answer))]
    return [text for text in (*asked, *held) if text]


def _strings(value: Any) -> Iterator[str]:
    """Every text inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
