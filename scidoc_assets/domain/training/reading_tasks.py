"""Subtasks 3 and 4: reading order and next hop, from the stored order and explicit references.

Refuses selections whose stored order disagrees with the page's geometry, and next hops for which
two candidates are reasonable.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

from scidoc_assets.domain.training.drafts import Draft, Rejected, language_for, rng_for
from scidoc_assets.domain.training.layout_sources import (
    LayoutView,
    is_running_text,
    page_inputs,
    picked,
    refuse_unusable,
)
from scidoc_assets.schemas.label_mentions import find_groups, find_mentions
from scidoc_assets.schemas.labelling import ObjectLabel, parse_label
from scidoc_assets.schemas.layouts import Block

LETTERS = "ABCDEF"
HEADS = frozenset({"title", "abstract", "section_header"})
MIN_BLOCKS, MAX_BLOCKS = 4, 6
_TOLERANCE_PT = 4.0


def reading_order_drafts(view: LayoutView, count: int, seed: int) -> Iterator[Draft]:
    """Up to `count` runs of neighbouring text blocks, those over a column or page break first."""
    rng = rng_for(seed, "reading_order", view.paper_id)
    texts = [b for b in view.blocks if b.category in HEADS or is_running_text(view, b)]
    runs = []
    for start in range(max(0, len(texts) - MIN_BLOCKS + 1)):
        run = texts[start : start + rng.randint(MIN_BLOCKS, MAX_BLOCKS)]
        if len(run) >= MIN_BLOCKS and run[-1].page_index - run[0].page_index <= 1:
            runs.append(run)
    broken = [run for run in runs if len({(b.page_index, b.column_index) for b in run}) > 1]
    plain = [run for run in runs if run not in broken]
    chosen = picked(broken, count * 2 // 3, rng)
    for run in (*chosen, *picked(plain, count - len(chosen), rng)):
        yield _order_draft(view, run, rng)


def next_hop_drafts(view: LayoutView, count: int, seed: int) -> Iterator[Draft]:
    """Up to `count` current blocks: half go on in the text, half follow a figure or table."""
    rng = rng_for(seed, "next_hop", view.paper_id)
    texts = [b for b in view.blocks if b.category in ("paragraph", "list_item")]
    steps = [
        (a, b, "continue")
        for a, b in pairwise(texts)
        if is_running_text(view, a) and is_running_text(view, b)
    ]
    hops = [(block, target, "reference") for block, target in _references(view)]
    chosen = picked(hops, count // 2, rng)
    for current, target, mode in (*chosen, *picked(steps, count - len(chosen), rng)):
        yield _hop_draft(view, current, target, mode, rng)


def _order_draft(view: LayoutView, run: Sequence[Block], rng: random.Random) -> Draft:
    shuffled = rng.sample(list(run), len(run))
    marks = list(zip(LETTERS, shuffled, strict=False))
    label_of = {block.block_id: label for label, block in marks}
    answer = ">".join(label_of[block.block_id] for block in run)
    labels = ", ".join(sorted(label_of.values()))
    draft = Draft(
        subtask="reading_order",
        language=language_for(rng),
        key="|".join(b.block_id for b in run),
        paper_ids=[view.paper_id],
        answer=answer,
        verifier="sequence",
        params={"labels": sorted(label_of.values())},
        answer_schema='"<all labels, first to last, joined by >>"',
        inputs=page_inputs(view, marks),
        slots={"labels": labels},
        locked=[labels],
        construction={"order": [b.block_id for b in run], "labels": label_of},
    )
    try:
        for block in run:
            refuse_unusable(view, block)
        for first, second in pairwise(run):
            _refuse_against_geometry(first, second)
    except Rejected as rejection:
        draft.rejection = rejection
    return draft


def _refuse_against_geometry(first: Block, second: Block) -> None:
    """The next block is further down its column, in a column to the right, or on a later page."""
    if second.page_index != first.page_index:
        is_right = second.page_index > first.page_index
    elif second.bbox_pt[0] >= first.bbox_pt[2] - _TOLERANCE_PT:
        is_right = True
    else:
        is_right = second.bbox_pt[1] >= first.bbox_pt[3] - _TOLERANCE_PT
    if not is_right:
        raise Rejected("geometry_disagrees", f"{first.block_id} before {second.block_id}")


def _hop_draft(
    view: LayoutView, current: Block, target: Block, mode: str, rng: random.Random
) -> Draft:
    distractors = _distractors(view, current, target, mode, rng)
    candidates = rng.sample([target, *distractors], len(distractors) + 1)
    marks = list(zip(LETTERS, candidates, strict=False))
    answer = next(label for label, block in marks if block.block_id == target.block_id)
    labels = ", ".join(label for label, _ in marks)
    reference = _reference_of(current) if mode == "reference" else None
    draft = Draft(
        subtask="next_hop",
        language=language_for(rng),
        key=f"{mode}|{current.block_id}",
        paper_ids=[view.paper_id],
        answer=answer,
        verifier="label",
        params={"labels": [label for label, _ in marks]},
        answer_schema='"<one candidate letter>"',
        inputs=page_inputs(view, [("CURRENT", current), *marks]),
        slots={"labels": labels, "goal": _goal(reference, "en"), "goal_zh": _goal(reference, "zh")},
        locked=[labels],
        construction={"current": current.block_id, "target": target.block_id, "mode": mode},
    )
    try:
        for block in (current, target, *distractors):
            refuse_unusable(view, block)
        if len(marks) < 2:
            raise Rejected("too_few_candidates", current.block_id)
        if mode == "continue":
            _refuse_against_geometry(current, target)
    except Rejected as rejection:
        draft.rejection = rejection
    return draft


def _goal(reference: ObjectLabel | None, language: str) -> str:
    if reference is None:
        return "continue the running text" if language == "en" else "继续阅读正文"
    if language == "en":
        return f"follow its explicit reference to {reference.printed}"
    word = "图" if reference.kind == "figure" else "表"
    return f"跟随其对{word} {reference.series}{reference.number} 的明确引用"


def _distractors(
    view: LayoutView, current: Block, target: Block, mode: str, rng: random.Random
) -> list[Block]:
    """Blocks of the same kind near by; for running text none that a reader could take instead."""
    if mode == "reference":
        pool = [b for b in view.blocks if b.category in ("figure", "table", "caption")]
        # The target's own caption would be as good an answer.
        pool = [b for b in pool if b.label != target.label]
    else:
        pool = [b for b in view.blocks if b.category in ("paragraph", "list_item", "footnote")]
    pages = {current.page_index, target.page_index}
    taken = {current.block_id, target.block_id}
    near = [b for b in pool if b.page_index in pages and b.block_id not in taken]
    usable = [b for b in near if _is_usable(view, b)]
    return picked(usable, rng.randint(2, 4), rng)


def _is_usable(view: LayoutView, block: Block) -> bool:
    try:
        refuse_unusable(view, block)
    except Rejected:
        return False
    return True


def _references(view: LayoutView) -> list[tuple[Block, Block]]:
    """Paragraphs that name exactly one figure or table, with its one graphic block."""
    targets: dict[str, list[Block]] = {}
    for block in view.blocks:
        label = parse_label(block.label)
        if block.category in ("figure", "table") and label is not None:
            targets.setdefault(label.key, []).append(block)
    pairs = []
    for block in view.blocks:
        named = _reference_of(block) if block.category == "paragraph" else None
        found = targets.get(named.key, []) if named else []
        if len(found) == 1 and abs(found[0].page_index - block.page_index) <= 2:
            pairs.append((block, found[0]))
    return pairs


def _reference_of(block: Block) -> ObjectLabel | None:
    """The one figure or table a block names, or None when it names none, several, or another
    paper's."""
    found = {
        label
        for group in find_groups(block.plain_text, is_foreign_kept=True)
        for label, _ in group.members
    }
    own = {mention.label for mention in find_mentions(block.plain_text)}
    label = found.pop() if len(found) == 1 and found == own else None
    return label if label is not None and label.kind in ("figure", "table") else None
