"""Training data out of the shared papers: how much, how well verified, and equal to the byte."""

from __future__ import annotations

import json
from collections import Counter
from typing import get_args

import pytest

from scidoc_assets.domain.training.perturbations import perturb
from scidoc_assets.domain.training.splits import split_of_paper
from scidoc_assets.domain.training.verifiers import verify
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.training import TrainingSample, TrainingSubtask
from scidoc_assets_tests.bench.bench_training import digest_of, generate_all, read_layouts
from scidoc_assets_tests.conftest import SHARED

PAPERS = SHARED / "corpus" / "papers"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1200),
    pytest.mark.skipif(not PAPERS.is_dir(), reason="../shared/corpus/papers is not here"),
]


@pytest.fixture(scope="module")
def layouts() -> list[ParsedLayout]:
    return read_layouts(PAPERS)


@pytest.fixture(scope="module")
def samples(layouts: list[ParsedLayout]) -> list[TrainingSample]:
    return generate_all(layouts, seed=0)


def test_two_thousand_samples_of_all_subtasks_are_accepted(samples: list[TrainingSample]) -> None:
    accepted = Counter(s.subtask for s in samples if s.accepted)
    assert sum(accepted.values()) >= 2000
    assert set(accepted) == set(get_args(TrainingSubtask))
    assert {s.language for s in samples if s.accepted} == {"en", "zh"}


def test_every_accepted_answer_scores_one_and_its_perturbation_less(
    samples: list[TrainingSample],
) -> None:
    for sample in (s for s in samples if s.accepted):
        assert verify(sample, json.loads(sample.answer_json)) == 1.0, sample.sample_id
        assert verify(sample, perturb(sample)) < 1.0, sample.sample_id


def test_every_rejection_has_a_reason_and_every_id_is_there_once(
    samples: list[TrainingSample],
) -> None:
    assert all(s.reject_reason for s in samples if not s.accepted)
    assert len({s.sample_id for s in samples}) == len(samples)


def test_no_paper_is_on_two_sides(samples: list[TrainingSample]) -> None:
    for sample in (s for s in samples if s.accepted):
        assert {split_of_paper(p) for p in sample.paper_ids} == {sample.split}


def test_the_seed_gives_the_same_bytes_again(
    layouts: list[ParsedLayout], samples: list[TrainingSample]
) -> None:
    assert digest_of(generate_all(list(reversed(layouts)), seed=0)) == digest_of(samples)
    assert digest_of(generate_all(layouts, seed=1)) != digest_of(samples)
