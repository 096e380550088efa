"""Paragraphs with the labels they name, split into sentences: what binding works on.

Refuses to count a caption's own label as a mention of itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scidoc_assets.domain.contexts.paragraphs import Paragraph, assemble_paragraphs
from scidoc_assets.schemas.contexts import Mention
from scidoc_assets.schemas.figures import FigureParts
from scidoc_assets.schemas.label_mentions import LabelMention, find_mentions
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.sentences import split_sentences
from scidoc_assets.schemas.text import normalise

MIN_PARAGRAPH_CHARS = 20


@dataclass(frozen=True, slots=True)
class Host:
    """A paragraph, its normalised sentences, and its mentions with their sentence index.

    `position` is the index of the paragraph in the reading order of the paper.
    """

    position: int
    paragraph: Paragraph
    sentences: tuple[str, ...]
    mentions: tuple[LabelMention, ...]
    sentence_of: tuple[int, ...]

    @property
    def is_citing_text(self) -> bool:
        """Whether this is body text of at least 20 characters."""
        return (
            self.paragraph.place == "body" and sum(map(len, self.sentences)) >= MIN_PARAGRAPH_CHARS
        )

    def citing(self, key: str) -> list[int]:
        """Sorted sentence indices that name the label `key`."""
        pairs = zip(self.mentions, self.sentence_of, strict=True)
        return sorted({index for mention, index in pairs if mention.label.key == key})

    def named_in(self, sentence: int) -> list[LabelMention]:
        """Mentions of one sentence."""
        pairs = zip(self.mentions, self.sentence_of, strict=True)
        return [mention for mention, index in pairs if index == sentence]


def known_label_keys(figures: Sequence[FigureParts]) -> frozenset[str]:
    """Canonical keys of the labels that the figures carry."""
    labels = (parse_label(figure.label) for figure in figures)
    return frozenset(label.key for label in labels if label)


def find_hosts(layout: ParsedLayout, known_keys: frozenset[str]) -> list[Host]:
    """Every paragraph of a layout in reading order, mentions or not."""
    return [
        _host(position, paragraph, known_keys)
        for position, paragraph in enumerate(assemble_paragraphs(layout))
    ]


def locate_mentions(layout: ParsedLayout, figures: Sequence[FigureParts]) -> list[Mention]:
    """Every mention of a layout in reading order, whatever its place.

    Offsets point into the raw `plain_text` of the block where the mention begins; one that runs
    over the end of its block ends there. `is_resolved`: a figure of the list has the label.
    """
    known_keys = known_label_keys(figures)
    return [
        _mention_row(host.paragraph, mention, known_keys)
        for host in find_hosts(layout, known_keys)
        for mention in host.mentions
    ]


def _host(position: int, paragraph: Paragraph, known_keys: frozenset[str]) -> Host:
    flat = normalise(paragraph.text)
    spans = split_sentences(flat.text)
    mentions = find_mentions(paragraph.text, known_keys)
    if paragraph.place == "caption":
        mentions = _without_own_label(paragraph, mentions)
    starts = [flat.normal_index(mention.start) for mention in mentions]
    return Host(
        position,
        paragraph,
        tuple(flat.text[start:end] for start, end in spans),
        tuple(mentions),
        tuple(max(0, sum(1 for begin, _ in spans if begin <= at) - 1) for at in starts),
    )


def _without_own_label(paragraph: Paragraph, mentions: list[LabelMention]) -> list[LabelMention]:
    own = parse_label(paragraph.blocks[0].label) or parse_label(normalise(paragraph.text).text)
    return [mention for mention in mentions if own is None or mention.label.key != own.key]


def _mention_row(
    paragraph: Paragraph, mention: LabelMention, known_keys: frozenset[str]
) -> Mention:
    block, start = paragraph.locate(mention.start)
    end = min(start + (mention.end - mention.start), len(block.plain_text))
    return Mention(
        label_key=mention.label.key,
        label=mention.label.printed,
        panels=list(mention.panels),
        surface=mention.surface,
        block_id=block.block_id,
        page_index=block.page_index,
        start=start,
        end=end,
        place=paragraph.place,
        is_resolved=mention.label.key in known_keys,
    )
