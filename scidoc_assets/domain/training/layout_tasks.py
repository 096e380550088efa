"""Subtasks 1 and 2: block role and parent-child link, from the layout's own records.

The stored category and relation are the answers. Refuses labels outside the list, roles that the
page itself does not show, and pairs that admit more than one relation.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator

from scidoc_assets.domain.training.doubtful_roles import refuse_doubtful_role
from scidoc_assets.domain.training.drafts import Draft, Rejected, language_for, rng_for
from scidoc_assets.domain.training.layout_sources import (
    LayoutView,
    page_inputs,
    picked,
    refuse_unusable,
)
from scidoc_assets.schemas.layouts import Block

# The published roles but Text-EQ, which a layout without inline-math records cannot tell, and the
# roles it can tell beyond them.
ROLE_LABELS: dict[str, str] = {
    "title": "Title",
    "abstract": "Abstract",
    "paragraph": "Text",
    "figure": "Figure",
    "caption": "Caption",
    "table": "Table",
    "equation": "Equation",
    "footnote": "Footnote",
    "section_header": "Section-Header",
    "list_item": "List-Item",
    "reference_entry": "Reference",
    "author": "Author",
    "algorithm": "Algorithm",
}
LINK_LABELS = ("caption_target", "continuation", "none")
_ENDS = tuple(".!?。！？")


def block_role_drafts(view: LayoutView, count: int, seed: int) -> Iterator[Draft]:
    """Up to `count` blocks of a paper, the roles taking turns, so that rare ones come first."""
    rng = rng_for(seed, "block_role", view.paper_id)
    by_role: dict[str, list[Block]] = defaultdict(list)
    for block in view.blocks:
        by_role[block.category].append(block)
    queues = [picked(by_role[role], count, rng) for role in sorted(by_role)]
    turns = [queue[i] for i in range(count) for queue in queues if i < len(queue)]
    for block in turns[:count]:
        yield _role_draft(view, block, rng)


def link_drafts(view: LayoutView, count: int, seed: int) -> Iterator[Draft]:
    """Up to `count` pairs of a paper: captions with targets, continuations, unrelated pairs."""
    rng = rng_for(seed, "parent_child_link", view.paper_id)
    captions = [(a, b, "caption_target") for a, b in view.captioned()]
    continued = [(a, b, "continuation") for a, b in view.continued()]
    none = [(a, b, "none") for a, b in _unrelated_pairs(view, rng, count)]
    queues = [picked(pairs, count, rng) for pairs in (captions, continued, none)]
    turns = [queue[i] for i in range(count) for queue in queues if i < len(queue)]
    for first, second, relation in turns[:count]:
        yield _link_draft(view, first, second, relation, rng)


def _role_draft(view: LayoutView, block: Block, rng: random.Random) -> Draft:
    # A view holds no furniture, and everything else has a role.
    role = ROLE_LABELS[block.category]
    draft = Draft(
        subtask="block_role",
        language=language_for(rng),
        key=block.block_id,
        paper_ids=[view.paper_id],
        answer=role,
        verifier="label",
        params={"labels": sorted(ROLE_LABELS.values())},
        answer_schema='"<one label of the list>"',
        slots={"labels": ", ".join(ROLE_LABELS.values())},
        locked=[", ".join(ROLE_LABELS.values())],
        construction={"block_id": block.block_id, "category": block.category},
    )
    try:
        refuse_unusable(view, block)
        refuse_doubtful_role(view, block)
    except Rejected as rejection:
        draft.rejection = rejection
    if block.page_index in view.pages:
        draft.inputs = page_inputs(view, [("?", block)])
    return draft


def _link_draft(
    view: LayoutView, first: Block, second: Block, relation: str, rng: random.Random
) -> Draft:
    draft = Draft(
        subtask="parent_child_link",
        language=language_for(rng),
        key=f"{first.block_id}|{second.block_id}",
        paper_ids=[view.paper_id],
        answer=relation,
        verifier="label",
        params={"labels": list(LINK_LABELS)},
        answer_schema='"caption_target" | "continuation" | "none"',
        inputs=page_inputs(view, [("A", first), ("B", second)]),
        locked=list(LINK_LABELS),
        construction={"from": first.block_id, "to": second.block_id, "relation": relation},
    )
    try:
        for block in (first, second):
            refuse_unusable(view, block)
        _refuse_second_relation(view, first, second, relation)
    except Rejected as rejection:
        draft.rejection = rejection
    return draft


def _refuse_second_relation(view: LayoutView, a: Block, b: Block, relation: str) -> None:
    """A pair whose blocks also stand in another recorded relation has no single answer."""
    kinds = {
        r.type
        for r in view.layout.relations
        if {r.from_id, r.to_id} == {a.block_id, b.block_id} and r.type not in ("adj", "sub", "peer")
    }
    if b.block_id in a.caption_target_ids:
        kinds.add("caption_target")
    if kinds - {relation}:
        raise Rejected("relation_ambiguous", f"{a.block_id}, {b.block_id}: {sorted(kinds)}")


def _unrelated_pairs(view: LayoutView, rng: random.Random, count: int) -> list[tuple[Block, Block]]:
    """Captions with another float, and closed paragraphs with one that is not the next."""
    pairs: list[tuple[Block, Block]] = []
    targets = [target for _, target in view.captioned()]
    for caption, target in view.captioned():
        others = [t for t in targets if t.block_id != target.block_id]
        near = [t for t in others if abs(t.page_index - caption.page_index) <= 1]
        pairs += [(caption, other) for other in picked(near, 1, rng)]
    texts = [b for b in view.blocks if b.category == "paragraph"]
    closed = [b for b in texts if b.plain_text.rstrip().endswith(_ENDS)]
    for block in picked(closed, count, rng):
        far = [
            t for t in texts if t.page_index == block.page_index and abs(t.order - block.order) > 2
        ]
        pairs += [(block, other) for other in picked(far, 1, rng)]
    return pairs
