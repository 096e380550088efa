"""Keeping benchmarks out of training data: by paper and by text overlap.

Refuses a sample that uses a benchmark's paper, or shares a long run of words with its texts; equal
samples are kept once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from scidoc_assets.domain.training.drafts import Rejected
from scidoc_assets.schemas.training import TrainingSample

# The usual length of contamination tests: shorter runs are common phrases.
SHINGLE_WORDS = 13
MIN_WHOLE_WORDS = 6
_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\W_]+", re.UNICODE)


@dataclass(frozen=True)
class BenchmarkIndex:
    """Papers (ids or sha256) and word runs of benchmark items."""

    papers: frozenset[str]
    runs: frozenset[tuple[str, ...]]

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Lengths of the runs in words, ascending."""
        return tuple(sorted({len(run) for run in self.runs}))


def index_benchmark(papers: Iterable[str], texts: Iterable[str]) -> BenchmarkIndex:
    """Index of benchmark items' papers and texts (questions, answers, contexts).

    A text shorter than a run counts as a whole from `MIN_WHOLE_WORDS` words on.
    """
    runs: set[tuple[str, ...]] = set()
    for text in texts:
        tokens = _tokens(text)
        if MIN_WHOLE_WORDS <= len(tokens) < SHINGLE_WORDS:
            runs.add(tokens)
        runs.update(_runs(tokens, SHINGLE_WORDS))
    return BenchmarkIndex(frozenset(papers), frozenset(runs))


def contamination_of(
    sample: TrainingSample, index: BenchmarkIndex, sha256_of: dict[str, str] | None = None
) -> Rejected | None:
    """Why a sample may not be used beside these benchmarks, or None.

    `sha256_of` maps paper ids to digests, so that a renamed paper is still found.
    """
    digests = sha256_of or {}
    for paper_id in sample.paper_ids:
        if index.papers & {paper_id, digests.get(paper_id, paper_id)}:
            return Rejected("benchmark_paper", paper_id)
    texts = [sample.instruction, *(item.text for item in sample.inputs if item.text)]
    for text in texts:
        tokens = _tokens(text)
        for length in index.lengths:
            shared = next((run for run in _runs(tokens, length) if run in index.runs), None)
            if shared is not None:
                return Rejected("benchmark_text", " ".join(shared))
    return None


def screened(
    samples: Iterable[TrainingSample],
    index: BenchmarkIndex,
    sha256_of: dict[str, str] | None = None,
) -> Iterator[TrainingSample]:
    """The samples in order, contaminated ones rejected, a repeated sample rejected as duplicate.

    An id comes out once: a rejected row that is repeated to the letter is dropped.
    """
    seen_ids: set[str] = set()
    seen: set[tuple[str, str, str]] = set()
    for sample in samples:
        if sample.sample_id in seen_ids:
            continue
        seen_ids.add(sample.sample_id)
        rejection = contamination_of(sample, index, sha256_of) if sample.accepted else None
        shown = "\n".join(item.model_dump_json() for item in sample.inputs)
        key = (sample.instruction, shown, sample.answer_json)
        if sample.accepted and rejection is None:
            rejection = (
                Rejected("duplicate", "an equal sample came before") if key in seen else None
            )
            seen.add(key)
        yield rejected(sample, rejection) if rejection is not None else sample


def rejected(sample: TrainingSample, rejection: Rejected) -> TrainingSample:
    """The sample as rejected, its scores kept."""
    return sample.model_copy(
        update={
            "accepted": False,
            "reject_reason": rejection.reason,
            "reject_detail": rejection.detail[:300],
        }
    )


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(unicodedata.normalize("NFKC", text).casefold()))


def _runs(tokens: tuple[str, ...], length: int) -> Iterator[tuple[str, ...]]:
    for start in range(len(tokens) - length + 1):
        yield tokens[start : start + length]
