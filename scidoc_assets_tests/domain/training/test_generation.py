"""All 14 subtasks: verified answers, caught perturbations, the same bytes from the same seed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scidoc_assets.domain.training.contamination import index_benchmark
from scidoc_assets.domain.training.exports import answer_text
from scidoc_assets.domain.training.generation import SUBTASKS, GenerationOptions, generate
from scidoc_assets.domain.training.perturbations import perturb
from scidoc_assets.domain.training.splits import split_of_paper
from scidoc_assets.domain.training.verifiers import verify
from scidoc_assets.schemas.training import TrainingSample, TrainingSubtask
from scidoc_assets_tests.domain.training.conftest import make_layout

FEW = GenerationOptions(per_paper=8, pairs=4, synthetic=12)
LAYOUTS = [make_layout("paper-a"), make_layout("paper-b")]
JUNK = ["", "no", "{}", "[]", "null", '{"role": null}', "\ud800", "{" * 50, 7, None, [1], {"x": {}}]


def _samples(subtask: TrainingSubtask, seed: int = 0) -> list[TrainingSample]:
    return list(generate(subtask, LAYOUTS, seed, FEW))


@pytest.mark.parametrize("subtask", SUBTASKS)
def test_every_subtask_yields_samples_in_both_languages_without_a_model(
    subtask: TrainingSubtask,
) -> None:
    accepted = [s for seed in range(4) for s in _samples(subtask, seed) if s.accepted]
    assert {s.language for s in accepted} == {"en", "zh"}
    assert all(s.instruction and "{{" not in s.instruction for s in accepted)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), subtask=st.sampled_from(SUBTASKS))
def test_an_accepted_answer_scores_1_and_a_perturbed_one_less(
    seed: int, subtask: TrainingSubtask
) -> None:
    for sample in _samples(subtask, seed):
        if sample.accepted:
            answer = json.loads(sample.answer_json)
            assert verify(sample, answer) == 1.0
            assert verify(sample, answer_text(sample)) == 1.0
            assert verify(sample, f"<think>hm</think>{answer_text(sample)}") == 1.0
            assert verify(sample, perturb(sample)) < 1.0


@pytest.mark.parametrize("subtask", SUBTASKS)
def test_no_junk_answer_earns_full_marks_or_crashes_a_verifier(subtask: TrainingSubtask) -> None:
    for sample in _samples(subtask):
        if sample.accepted:
            scores = [verify(sample, junk) for junk in JUNK]  # pyright: ignore
            assert all(0.0 <= score < 1.0 for score in scores)


@pytest.mark.parametrize("subtask", SUBTASKS)
def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(
    subtask: TrainingSubtask,
) -> None:
    first = [s.model_dump_json() for s in _samples(subtask, 3)]
    assert [s.model_dump_json() for s in _samples(subtask, 3)] == first
    assert [s.model_dump_json() for s in _samples(subtask, 4)] != first


@pytest.mark.parametrize("subtask", SUBTASKS)
def test_ids_are_unique_and_rejections_have_a_reason(subtask: TrainingSubtask) -> None:
    samples = _samples(subtask)
    ids = [s.sample_id for s in samples]
    assert len(set(ids)) == len(ids)
    assert all((s.reject_reason is None) == s.accepted for s in samples)


def test_every_sample_lies_in_the_split_of_all_its_papers() -> None:
    for subtask in SUBTASKS:
        for sample in _samples(subtask):
            if sample.accepted:
                assert {split_of_paper(p) for p in sample.paper_ids} == {sample.split}


def test_layouts_in_another_order_give_the_same_samples() -> None:
    turned = list(generate("cross_paper_merge", LAYOUTS[::-1], 0, FEW))
    assert turned == _samples("cross_paper_merge")


def test_partitions_of_synthetic_samples_do_not_overlap() -> None:
    parts = [
        {s.sample_id for s in generate("chart_point", [], 0, GenerationOptions(synthetic=5, synthetic_from=k))}
        for k in (0, 5)
    ]  # fmt: skip
    assert not parts[0] & parts[1]


def test_benchmark_papers_never_become_training_samples() -> None:
    index = index_benchmark(["sha-paper-a"], [])
    samples = list(generate("block_role", LAYOUTS, 0, FEW, index))
    reasons = {s.reject_reason for s in samples if s.paper_ids == ["paper-a"]}
    assert reasons == {"benchmark_paper"}
    assert any(s.accepted for s in samples if s.paper_ids == ["paper-b"])


def test_a_failed_layout_is_passed_over() -> None:
    failed = LAYOUTS[0].model_copy(update={"status": "failed", "pages": [], "blocks": []})
    assert list(generate("block_role", [failed], 0, FEW)) == []
