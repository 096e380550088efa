"""Subtask 11: the resources that two documents share, by exact intersection of canonical names.

Two simulated passages with locked sets, or passages of two real papers. Refuses a passage that
mentions another resource than its set, and real passages without a mention.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from scidoc_assets.domain.training.dataset_lexicon import LEXICON, alias_map, mentions
from scidoc_assets.domain.training.drafts import (
    Draft,
    Rejected,
    language_for,
    rng_for,
    wording,
)
from scidoc_assets.domain.training.layout_sources import LayoutView, picked
from scidoc_assets.domain.training.splits import split_of_paper
from scidoc_assets.schemas.layouts import Block
from scidoc_assets.schemas.training import TrainingInput, TrainingLanguage

SCHEMA = '{"intersection": ["<canonical dataset names>"]}'
MAX_PASSAGE_BLOCKS = 4


def synthetic_intersection(index: int, seed: int) -> Draft:
    """Two made-up passages that name 3 to 6 resources each, of which 0 to 3 are common."""
    paper_id = f"synthetic-dataset-intersection-{index}"
    rng = rng_for(seed, paper_id)
    language = language_for(rng)
    common = rng.randint(0, 3)
    own = (rng.randint(2, 3), rng.randint(2, 3))
    names = rng.sample(sorted(LEXICON), common + sum(own))
    sets = (names[: common + own[0]], [*names[:common], *names[common + own[0] :]])
    passages = [_passage(chosen, language, rng) for chosen in sets]
    return _intersection_draft([paper_id], str(index), passages, sets, language, None)


def intersection_drafts(views: Sequence[LayoutView], count: int, seed: int) -> Iterator[Draft]:
    """Up to `count` pairs of real papers of one split, each with a known resource."""
    mined = [(view, _mentioning(view)) for view in views]
    rich = [(view, blocks) for view, blocks in mined if blocks]
    rng = rng_for(seed, "dataset_intersection", *(view.paper_id for view in views))
    pairs = [
        (a, b)
        for i, a in enumerate(rich)
        for b in rich[i + 1 :]
        if split_of_paper(a[0].paper_id) == split_of_paper(b[0].paper_id)
    ]
    for (view_a, blocks_a), (view_b, blocks_b) in picked(pairs, count, rng):
        passages = ["\n\n".join(b.plain_text for b in blocks) for blocks in (blocks_a, blocks_b)]
        sets = tuple(sorted(_mentions_of(blocks)) for blocks in (blocks_a, blocks_b))
        paper_ids = [view_a.paper_id, view_b.paper_id]
        blocks = [b.block_id for b in (*blocks_a, *blocks_b)]
        key = "|".join(blocks)
        yield _intersection_draft(
            paper_ids, key, passages, (sets[0], sets[1]), language_for(rng), blocks
        )


def _passage(names: Sequence[str], language: TrainingLanguage, rng: random.Random) -> str:
    """A passage that names each resource once, by a random one of its names."""
    shown = [rng.choice((name, *LEXICON[name])) for name in names]
    rng.shuffle(shown)
    cut = rng.randint(1, len(shown) - 1)
    slots = {
        "first": _enumeration(shown[:cut], language),
        "second": _enumeration(shown[cut:], language),
    }
    return wording("dataset_passage", language, slots, rng)


def _enumeration(names: Sequence[str], language: TrainingLanguage) -> str:
    if language == "zh":
        return "、".join(names)
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _intersection_draft(
    paper_ids: list[str],
    key: str,
    passages: Sequence[str],
    sets: tuple[Sequence[str], Sequence[str]],
    language: TrainingLanguage,
    block_ids: list[str] | None,
) -> Draft:
    common = sorted(set(sets[0]) & set(sets[1]))
    titles = ("Document A", "Document B") if language == "en" else ("文档 A", "文档 B")
    draft = Draft(
        subtask="dataset_intersection",
        language=language,
        key=key,
        paper_ids=paper_ids,
        answer={"intersection": [*common]},
        verifier="name_set",
        params={"aliases": alias_map(), "names": sorted({*sets[0], *sets[1]})},
        answer_schema=SCHEMA,
        inputs=[
            TrainingInput(kind="text", text=f"{title}\n{passage}")
            for title, passage in zip(titles, passages, strict=True)
        ],
        slots={"names": ", ".join(LEXICON)},
        locked=list(passages),
        construction={
            "set_a": sorted(sets[0]),
            "set_b": sorted(sets[1]),
            "block_ids": block_ids or [],
        },
        is_synthetic=block_ids is None,
    )
    for passage, names in zip(passages, sets, strict=True):
        if mentions(passage) != set(names):
            draft.rejection = Rejected(
                "name_unresolved", f"{sorted(mentions(passage) ^ set(names))}"
            )
    return draft


def _mentioning(view: LayoutView) -> list[Block]:
    """The text blocks with the most different resources, in reading order."""
    texts = [b for b in view.blocks if b.category in ("paragraph", "list_item", "abstract")]
    ranked = sorted(texts, key=lambda b: (-len(mentions(b.plain_text)), b.order))
    chosen = [b for b in ranked[:MAX_PASSAGE_BLOCKS] if mentions(b.plain_text)]
    return sorted(chosen, key=lambda b: b.order)


def _mentions_of(blocks: Sequence[Block]) -> set[str]:
    return {name for block in blocks for name in mentions(block.plain_text)}
