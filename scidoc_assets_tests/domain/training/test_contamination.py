"""Benchmarks stay out: by paper, by digest, by a long shared run of words; equal samples once."""

from __future__ import annotations

from scidoc_assets.domain.training.contamination import (
    contamination_of,
    index_benchmark,
    screened,
)
from scidoc_assets.domain.training.drafts import finish
from scidoc_assets.domain.training.table_tasks import synthetic_table_logic
from scidoc_assets.schemas.training import TrainingInput

SAMPLE = finish(synthetic_table_logic(1, 0), 0)
LONG = "which of the two methods reaches the higher score on the second of the three splits here"


def _with_text(text: str) -> object:
    return SAMPLE.model_copy(update={"inputs": [TrainingInput(kind="text", text=text)]})


def test_a_benchmark_paper_is_found_by_id_and_by_digest() -> None:
    paper = SAMPLE.paper_ids[0]
    for papers in ([paper], ["digest"]):
        found = contamination_of(SAMPLE, index_benchmark(papers, []), {paper: "digest"})
        assert found is not None
        assert found.reason == "benchmark_paper"


def test_a_long_run_of_words_is_found_whatever_case_and_marks() -> None:
    index = index_benchmark([], [f"Question: {LONG}?"])
    found = contamination_of(_with_text(f"Note, {LONG.upper()} - or not"), index)  # pyright: ignore
    assert found is not None
    assert found.reason == "benchmark_text"
    assert contamination_of(_with_text(LONG[:50]), index) is None  # pyright: ignore


def test_short_questions_and_chinese_are_compared_too() -> None:
    index = index_benchmark(
        [], ["What is the boiling point here?", "哪一种方法在第二个数据集上的得分更高一些"]
    )
    assert contamination_of(_with_text("so what is the boiling point here then"), index)  # pyright: ignore
    assert contamination_of(_with_text("请问哪一种方法在第二个数据集上的得分更高一些呢"), index)  # pyright: ignore
    assert contamination_of(_with_text("what is the point"), index) is None  # pyright: ignore


def test_an_equal_sample_is_a_duplicate_and_an_equal_id_is_dropped() -> None:
    twin = SAMPLE.model_copy(update={"sample_id": "other"})
    rows = list(screened([SAMPLE, SAMPLE, twin], index_benchmark([], [])))
    assert [(r.sample_id, r.reject_reason) for r in rows] == [
        (SAMPLE.sample_id, None),
        ("other", "duplicate"),
    ]
