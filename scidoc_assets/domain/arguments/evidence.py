"""Evidence of the extractive baseline: body sentences that cite a figure or table and observe.

Source: spec argument-graphs.md, seed 000 G.1 (one observation, one anchor). A sentence over two
figures is cut at a clause mark between them or kept for the first only; nothing is observed
where the paper only points ("see Fig. 2").
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scidoc_assets.domain.arguments.cues import DEPICTS, conclusion_weight, observation_weight
from scidoc_assets.domain.arguments.labels import label_from
from scidoc_assets.domain.arguments.observable import observable_statement
from scidoc_assets.domain.arguments.sections import SectionKind
from scidoc_assets.domain.arguments.sentences import (
    Piece,
    Sentence,
    is_chinese,
    is_headed,
    is_prose,
)
from scidoc_assets.domain.arguments.validation import label_is_self_contained
from scidoc_assets.schemas.contexts import Mention
from scidoc_assets.schemas.text import normalise

MIN_WEIGHT = 1.0
MIN_CARRIED_WEIGHT = 1.6
MAX_CARRIED = 2
MAX_PER_OBJECT = 6
_CLAUSE_MARK = re.compile(
    r"[;；]\s*|[,，]\s*(?:(?:and|while|whereas|but|with|yet)\s)?|\s(?:while|whereas|but)\s|。"
)
_SKIPPED: frozenset[SectionKind] = frozenset({"back", "abstract"})


@dataclass(frozen=True, slots=True)
class EvidenceDraft:
    """An observation with its anchor. `citing` is the sentence that named the figure when the
    observation follows it (`is_carried`); `text` is normalised."""

    order: int
    paragraph: int
    kind: SectionKind
    section_title: str | None
    pieces: tuple[Piece, ...]
    text: str
    label: str
    figure_id: str
    citation: str
    panels: tuple[str, ...]
    weight: float
    is_carried: bool = False
    citing: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class _Cited:
    """A mention of a curated object inside one sentence."""

    figure_id: str
    mention: Mention


def find_evidence(
    sentences: Sequence[Sentence], mentions: Sequence[Mention], figures: Mapping[str, str]
) -> list[EvidenceDraft]:
    """Return observations in reading order; without any, sentences that say what is depicted.

    `figures` maps a label key (`F:1`) to the curated figure's id; mentions are the body's, with
    raw offsets into their blocks. A paper without any observation gives the sentences that say what
    a figure depicts: enough for a graph, with no observable statement and so no task.
    """
    by_block: dict[str, list[Mention]] = defaultdict(list)
    for mention in mentions:
        if mention.place == "body":
            by_block[mention.block_id].append(mention)
    found: list[EvidenceDraft] = []
    depictions: list[EvidenceDraft] = []
    open_anchor: EvidenceDraft | None = None
    carried = 0
    for sentence in sentences:
        if sentence.kind in _SKIPPED:
            continue
        named = _mentions_in(sentence, by_block)
        if named:
            drafts = _drafts_of(sentence, named, figures)
            found += [d for d in drafts if _observes(d)]
            depictions += [d for d in drafts if _is_usable(d) and DEPICTS.search(d.text)]
            open_anchor = drafts[-1] if len({d.figure_id for d in drafts}) == 1 else None
            carried = 0
        elif open_anchor is not None and open_anchor.paragraph == sentence.paragraph:
            draft = _carry(sentence, open_anchor) if carried < MAX_CARRIED else None
            carried += 1
            found += [draft] if draft is not None and _observes(draft) else []
    seen = [d for d in depictions if observable_statement(d.label)]
    return found or seen or depictions


def _observes(draft: EvidenceDraft) -> bool:
    """An observation with an observable part; only such evidence can serve a task."""
    is_weighty = draft.weight >= MIN_WEIGHT
    return is_weighty and _is_usable(draft) and bool(observable_statement(draft.label))


def _mentions_in(sentence: Sentence, by_block: Mapping[str, list[Mention]]) -> list[Mention]:
    return [
        m
        for piece in sentence.pieces
        for m in sorted(by_block.get(piece.block_id, []), key=lambda m: (m.start, m.end))
        if piece.start <= m.start < piece.end
    ]


def _drafts_of(
    sentence: Sentence, named: Sequence[Mention], figures: Mapping[str, str]
) -> list[EvidenceDraft]:
    """One draft per clause and figure; usable or not is decided by the caller."""
    cited = [_Cited(figures[m.label_key], m) for m in named if m.label_key in figures]
    if not cited or not is_headed(sentence.text):
        return []
    runs: list[list[_Cited]] = []
    for item in cited:
        if runs and runs[-1][-1].figure_id == item.figure_id:
            runs[-1].append(item)
        else:
            runs.append([item])
    if len(runs) == 1 or len(sentence.pieces) > 1:
        return [_draft(sentence, sentence.pieces, runs[0])]
    return _clauses(sentence, runs)


def _clauses(sentence: Sentence, runs: list[list[_Cited]]) -> list[EvidenceDraft]:
    """Cut a sentence between runs of different figures; figures in one clause keep the first."""
    piece = sentence.pieces[0]
    start, kept, drafts = 0, runs[0], []
    for before, after in itertools.pairwise(runs):
        cut = _cut_between(
            piece.raw, before[-1].mention.end - piece.start, after[0].mention.start - piece.start
        )
        if cut is None:
            continue
        drafts.append(_draft(sentence, (_part(piece, start, cut[0]),), kept))
        start, kept = cut[1], after
    drafts.append(_draft(sentence, (_part(piece, start, len(piece.raw)),), kept))
    return drafts


def _cut_between(raw: str, end: int, start: int) -> tuple[int, int] | None:
    """Return the span of the clause mark between two citations, or None when there is none that
    leaves at least three words between them. After a bracketed citation the clause ends at once;
    otherwise it runs to the last mark before the next citation."""
    between = raw[end:start]
    if len(between.split()) < 3 and not re.search(r"[\u3400-\u9fff]{4}", between):
        return None
    marks = list(_CLAUSE_MARK.finditer(between))
    if not marks:
        return None
    is_bracketed = re.match(r"[^(]*[)\]）]", between) is not None
    mark = marks[0] if is_bracketed else marks[-1]
    return end + mark.start(), end + mark.end()


def _part(piece: Piece, start: int, end: int) -> Piece:
    raw = piece.raw[start:end]
    shift = len(raw) - len(raw.lstrip())
    raw = raw.strip()
    low = piece.start + start + shift
    return replace(piece, start=low, end=low + len(raw), raw=raw)


def _draft(sentence: Sentence, pieces: tuple[Piece, ...], cited: Sequence[_Cited]) -> EvidenceDraft:
    text = normalise("\n".join(p.raw for p in pieces)).text
    panels = sorted({p for c in cited for p in c.mention.panels})
    return EvidenceDraft(
        order=sentence.order,
        paragraph=sentence.paragraph,
        kind=sentence.kind,
        section_title=sentence.section_title,
        pieces=pieces,
        text=text,
        label=label_from(text),
        figure_id=cited[0].figure_id,
        citation=normalise(cited[0].mention.surface).text,
        panels=tuple(panels),
        weight=observation_weight(text),
    )


def _carry(sentence: Sentence, anchor: EvidenceDraft) -> EvidenceDraft | None:
    """The observation of a sentence right after the one that names the figure, if it is one."""
    weight = observation_weight(sentence.text) if is_headed(sentence.text) else 0.0
    if weight < MIN_CARRIED_WEIGHT or conclusion_weight(sentence.text) >= 2.0:
        return None
    draft = replace(
        anchor,
        order=sentence.order,
        pieces=sentence.pieces,
        text=sentence.text,
        label=label_from(sentence.text),
        weight=weight - 0.5,
        is_carried=True,
        citing=anchor.citing or anchor.pieces,
    )
    return draft


def _is_usable(draft: EvidenceDraft) -> bool:
    """Prose with a label that stands alone; the head of a cut clause may begin low."""
    text = draft.label if not is_chinese(draft.text) else draft.text
    return is_prose(text) and label_is_self_contained(draft.label, "evidence")


def limit_evidence(drafts: Sequence[EvidenceDraft], most: int) -> list[EvidenceDraft]:
    """Keep the `most` weightiest drafts, at most six per figure, in reading order; repeated
    sentences (a paper's copy of its own text) are kept once."""
    ranked = sorted(drafts, key=lambda d: (-d.weight, d.order, d.figure_id))
    per_object: dict[str, int] = defaultdict(int)
    seen: set[str] = set()
    kept = []
    for draft in ranked:
        if draft.label in seen or per_object[draft.figure_id] >= MAX_PER_OBJECT:
            continue
        seen.add(draft.label)
        per_object[draft.figure_id] += 1
        kept.append(draft)
    return sorted(kept[:most], key=lambda d: (d.order, d.pieces[0].start))
