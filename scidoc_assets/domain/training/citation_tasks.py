"""Subtask 14: the role of one citation in its sentence, by the rule prior.

Real sentences of papers, and made-up ones worded per role. Refuses sentences with several
citations and roles on which cues and section do not agree; a model that disagrees rejects later.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator

from scidoc_assets.domain.training.citation_rules import (
    ROLES,
    citations_in,
    names_several,
    rule_role,
    sentences_of,
)
from scidoc_assets.domain.training.drafts import (
    Draft,
    Rejected,
    language_for,
    rng_for,
    wording,
)
from scidoc_assets.domain.training.layout_sources import LayoutView, page_input, picked
from scidoc_assets.domain.training.word_pools import entity_names
from scidoc_assets.schemas.layouts import Block
from scidoc_assets.schemas.training import TrainingInput, TrainingLanguage

SCHEMA = '{"role": "<one role of the list>"}'
MIN_WORDS = 8


def citation_drafts(view: LayoutView, count: int, seed: int) -> Iterator[Draft]:
    """Up to `count` citing sentences of a paper, the roles taking turns."""
    rng = rng_for(seed, "citation_role", view.paper_id)
    by_role: dict[str, list[tuple[Block, str, str]]] = defaultdict(list)
    for block in view.blocks:
        if block.category not in ("paragraph", "list_item"):
            continue
        for sentence in sentences_of(block.plain_text):
            marks = citations_in(sentence)
            if marks and len(sentence.split()) >= MIN_WORDS:
                role = rule_role(sentence, block.section_title, marks[0]) or ""
                by_role[role].append((block, sentence, marks[0]))
    queues = [picked(by_role[role], count, rng) for role in sorted(by_role, reverse=True)]
    turns = [queue[i] for i in range(count) for queue in queues if i < len(queue)]
    for block, sentence, mark in turns[:count]:
        section = block.section_title or ""
        draft = _citation_draft(
            [view.paper_id], f"{block.block_id}|{sentence}", sentence, mark, section, rng
        )
        draft.inputs = [page_input(view, block.page_index, [("TEXT", block)]), *draft.inputs]
        draft.construction = {**draft.construction, "block_id": block.block_id}
        yield draft


def synthetic_citation(index: int, seed: int) -> Draft:
    """A made-up citing sentence for the role whose turn it is."""
    paper_id = f"synthetic-citation-role-{index}"
    rng = rng_for(seed, paper_id)
    role = ROLES[index % len(ROLES)]
    language = language_for(rng)
    number = rng.randint(1, 60)
    year = rng.randint(1998, 2025)
    author = entity_names(1, rng)[0]
    mark = rng.choice((f"[{number}]", f"({author} et al., {year})"))
    slots = {"cite": mark, "name": entity_names(1, rng)[0]}
    sentence = wording(f"citation_{role.lower()}", language, slots, rng)
    draft = _citation_draft([paper_id], str(index), sentence, mark, "", rng, (role, language))
    draft.is_synthetic = True
    return draft


def _citation_draft(
    paper_ids: list[str],
    key: str,
    sentence: str,
    mark: str,
    section: str,
    rng: random.Random,
    locked: tuple[str, TrainingLanguage] | None = None,
) -> Draft:
    """A real sentence gets the rule's role; a made-up one the role it was worded for."""
    language = locked[1] if locked else language_for(rng)
    ruled = rule_role(sentence, section or None, mark)
    role = locked[0] if locked else ruled
    draft = Draft(
        subtask="citation_role",
        language=language,
        key=key,
        paper_ids=paper_ids,
        answer={"role": role},
        verifier="label",
        params={"labels": list(ROLES)},
        answer_schema=SCHEMA,
        inputs=[TrainingInput(kind="text", text=sentence)],
        slots={"roles": ", ".join(ROLES), "cite": mark, "section": section or "-"},
        locked=[sentence, ", ".join(ROLES), mark],
        construction={"role": role, "rule_role": ruled, "section": section, "citation": mark},
    )
    marks = citations_in(sentence)
    if len(marks) != 1 or names_several(mark):
        draft.rejection = Rejected("several_citations", f"{len(marks)} marks: {mark}")
    elif role is None:
        draft.rejection = Rejected("role_ambiguous", "cues and section point at no single role")
    elif locked is not None and language == "en" and ruled != role:
        draft.rejection = Rejected("role_ambiguous", f"worded as {role}, ruled {ruled}")
    return draft
