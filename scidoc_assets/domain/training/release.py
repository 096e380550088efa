"""What is special to released samples: their part of the card, and locators of pages.

Pure texts and dicts over samples. Refuses nothing; a page that may not leave as pixels leaves as a
locator (paper, page, boxes), from which its owner can draw it again, quoted text likewise.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

from scidoc_assets.domain.training.splits import SPLIT_VERSION
from scidoc_assets.schemas.passages import passage_mark
from scidoc_assets.schemas.training import Split, TrainingInput, TrainingSample

ExportFormat = Literal["sft", "rl"]
SPLITS: tuple[Split, ...] = ("train", "validation", "test")
# Text columns of each form's shards that stand at their top level.
FLAT_COLUMNS: dict[ExportFormat, tuple[str, ...]] = {
    "sft": ("id", "subtask", "language", "split", "verifier", "verifier_params", "ground_truth"),
    "rl": ("id", "data_source"),
}
ABOUT: dict[ExportFormat, str] = {
    "sft": "chat turns: `messages` (user with `<image>` marks, assistant), `images`, `ground_truth`",
    "rl": "`prompt`, `images`, `reward_model` (verifier, ground truth, parameters)",
}


def is_closed(sample: TrainingSample, open_papers: Collection[str]) -> bool:
    """Whether a sample shows a page, or quotes the text, of a paper that may not be redistributed."""
    pages = {str(i.paper_id) for i in sample.inputs if i.kind == "page"}
    quoted = any(i.kind == "text" for i in sample.inputs) and not sample.is_synthetic
    return not pages.union(sample.paper_ids if quoted else ()).issubset(open_papers)


def locators(sample: TrainingSample, sha256_of: Mapping[str, str], dpi: int) -> list[Any]:
    """For every page of a sample: paper, digest, page, size, boxes and insertion; for quoted text:
    papers with their digests and the construction log, which names the blocks."""
    found: list[Any] = [
        {
            "paper_id": item.paper_id,
            "sha256": sha256_of.get(str(item.paper_id)),
            "dpi": dpi,
            **item.model_dump(
                mode="json", include={"page_index", "width_pt", "height_pt", "marks"}
            ),
            "insertion": _insertion(item),
        }
        for item in sample.inputs
        if item.kind == "page"
    ]
    if any(item.kind == "text" for item in sample.inputs):
        papers = [{"paper_id": p, "sha256": sha256_of.get(p)} for p in sample.paper_ids]
        found.append({"papers": papers, "construction": json.loads(sample.construction_json)})
    return found


def _insertion(item: TrainingInput) -> dict[str, Any] | None:
    if item.insertion is None:
        return None
    said = item.insertion.model_dump(mode="json")
    return (
        {**said, "text_before": passage_mark(said["text_before"])} if said["text_before"] else said
    )


def without_passages(sample: TrainingSample) -> TrainingSample:
    """A closed sample whose text inputs are marks (schemas/passages.py)."""
    inputs = [
        item.model_copy(update={"text": passage_mark(item.text)}) if item.text else item
        for item in sample.inputs
    ]
    return sample.model_copy(update={"inputs": inputs})


def first_of_each(samples: Sequence[TrainingSample], most: int | None) -> list[TrainingSample]:
    """Accepted samples in the order of their ids, at most `most` of each subtask (None: all).

    Ids are digests, so the first ones are as good as drawn at random, and the same in every run.
    """
    taken: Counter[str] = Counter()
    kept = []
    for sample in sorted((s for s in samples if s.accepted), key=lambda s: s.sample_id):
        taken[sample.subtask] += 1
        if most is None or taken[sample.subtask] <= most:
            kept.append(sample)
    return kept


def card_sections(samples: Sequence[TrainingSample], seed: int) -> list[str]:
    """Markdown sections of a card: how the samples came to be, subtasks by split, what is kept out."""
    counts = Counter((s.subtask, s.split) for s in samples)
    lines = [
        f"| {subtask} | " + " | ".join(str(counts[subtask, s]) for s in SPLITS) + " |"
        for subtask in sorted({s.subtask for s in samples})
    ]
    table = "\n".join(["| subtask | train | validation | test |", "|---|---|---|---|", *lines])
    synthetic = sum(s.is_synthetic for s in samples)
    return [
        "## Samples\n\n"
        f"{len(samples)} verified samples, {synthetic} of them from made-up sources, seed {seed}. "
        "The answer of each was locked before it was worded; its verifier scores it 1.0, and a "
        f"perturbed answer below 1.0.\n\n{table}",
        f"## Splits\n\nBy paper ({SPLIT_VERSION}): no paper is on two sides. Papers and texts of "
        "the benchmarks that the project held were kept out.",
    ]
