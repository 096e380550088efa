"""The context set T of every figure of a paper (spec documents.md; seed 001 step 3, A.2, A.4).

Holds `bind_contexts`. Refuses to invent a citation: without a body paragraph that names the label
T is empty and says why; captions, running heads, lists of figures, reference lists, tables,
footnotes and code never cite.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scidoc_assets.domain.contexts.citation_class import WEIGHTS, classify
from scidoc_assets.domain.contexts.hosts import Host, find_hosts, known_label_keys
from scidoc_assets.domain.contexts.snippets import build_snippet, joined
from scidoc_assets.schemas.contexts import (
    CitingParagraph,
    ContextBinding,
    ContextReason,
    gated_dimensions,
)
from scidoc_assets.schemas.figures import FigureParts
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.payload import MAX_SNIPPETS


@dataclass(frozen=True, slots=True)
class _Window:
    """Sentences of a hosting paragraph with the neighbours that belong to it."""

    sentences: tuple[str, ...]
    citing: tuple[int, ...]


def bind_contexts(layout: ParsedLayout, figures: Sequence[FigureParts]) -> list[ContextBinding]:
    """Bind every figure to the body paragraphs that name its label, one row per figure.

    `mention_count` is the number of distinct citing paragraphs; figures that share a label share
    their paragraphs. Without an own label T is empty (`no_label`). Raises nothing on odd layouts:
    a layout without text gives `no_text`.
    """
    known_keys = known_label_keys(figures)
    hosts = find_hosts(layout, known_keys)
    return [_bind(figure, hosts, known_keys) for figure in figures]


def _bind(figure: FigureParts, hosts: Sequence[Host], known_keys: frozenset[str]) -> ContextBinding:
    label = parse_label(figure.label)
    key = label.key if label else None
    naming = [host for host in hosts if key and host.citing(key)]
    citing = [host for host in naming if host.is_citing_text]
    paragraphs = sorted(
        (_citing_paragraph(host, hosts, key or "") for host in citing),
        key=lambda paragraph: (-paragraph.weight, -paragraph.mention_count),
    )
    shown = paragraphs[:MAX_SNIPPETS]
    has_caption, has_context = bool(figure.caption), bool(paragraphs)
    gated = gated_dimensions(has_caption, has_context)
    return ContextBinding(
        figure_id=figure.figure_id,
        paper_id=figure.paper_id,
        label=figure.label,
        has_caption=has_caption,
        has_context=has_context,
        context_reason=None if paragraphs else _reason(key, hosts, naming),
        paragraphs=paragraphs,
        mention_count=len(citing),
        caption_cross_references=sum(host.paragraph.place == "caption" for host in naming),
        gated_dimensions=gated,
        is_excluded=not gated,
        snippets=[paragraph.snippet for paragraph in shown],
        snippets_cut=sum(paragraph.snippet != paragraph.text for paragraph in shown),
        paragraphs_left_out=len(paragraphs) - len(shown),
        unresolved_labels=_unresolved(citing, known_keys),
    )


def _reason(key: str | None, hosts: Sequence[Host], naming: Sequence[Host]) -> ContextReason:
    if key is None:
        return "no_label"
    if not any(host.is_citing_text for host in hosts):
        return "no_text"
    if not naming:
        return "no_mention"
    if all(host.paragraph.place == "caption" for host in naming):
        return "only_in_captions"
    return "only_in_furniture"


def _citing_paragraph(host: Host, hosts: Sequence[Host], key: str) -> CitingParagraph:
    window = _window(host, hosts, key)
    first = next(mention for mention in host.mentions if mention.label.key == key)
    block, _ = host.paragraph.locate(first.start)
    citation_class = classify(*_what_is_said(host, window, key))
    return CitingParagraph(
        block_id=block.block_id,
        page_index=block.page_index,
        section_title=host.paragraph.section_title,
        text=joined(window.sentences),
        snippet=build_snippet(window.sentences, window.citing),
        citation_class=citation_class,
        weight=WEIGHTS[citation_class],
        mention_count=sum(mention.label.key == key for mention in host.mentions),
    )


def _window(host: Host, hosts: Sequence[Host], key: str) -> _Window:
    """The paragraph, and the neighbouring sentence where a citing sentence opens or closes it."""
    citing = host.citing(key)
    sentences = list(host.sentences)
    if citing[-1] == len(host.sentences) - 1:
        after = _neighbour(host, hosts[host.position + 1 :], key)
        sentences += [after.sentences[0]] if after and not after.named_in(0) else []
    if citing[0] == 0:
        before = _neighbour(host, hosts[: host.position][::-1], key)
        if before and not before.named_in(len(before.sentences) - 1):
            sentences.insert(0, before.sentences[-1])
            citing = [index + 1 for index in citing]
    return _Window(tuple(sentences), tuple(citing))


def _neighbour(host: Host, others: Sequence[Host], key: str) -> Host | None:
    """The nearest body paragraph of the same section, unless it cites the figure itself."""
    near = next((other for other in others if other.is_citing_text), None)
    if near is None or near.paragraph.section_title != host.paragraph.section_title:
        return None
    return None if near.citing(key) else near


def _what_is_said(host: Host, window: _Window, key: str) -> tuple[str, str]:
    """Citing sentences without their mentions, and the sentence after them if it is about them."""
    named = {mention.surface for mention in host.mentions}
    own = host.citing(key)
    said = " ".join(_blank(host.sentences[index], named) for index in own)
    after = own[-1] + 1
    if after < len(host.sentences):
        return said, "" if host.named_in(after) else host.sentences[after]
    is_added = window.citing[-1] + 1 < len(window.sentences)
    return said, window.sentences[window.citing[-1] + 1] if is_added else ""


def _blank(sentence: str, surfaces: set[str]) -> str:
    for surface in sorted(surfaces, key=len, reverse=True):
        sentence = sentence.replace(" ".join(surface.split()), " ")
    return sentence


def _unresolved(citing: Sequence[Host], known_keys: frozenset[str]) -> list[str]:
    labels = {
        mention.label.printed
        for host in citing
        for mention in host.mentions
        if mention.label.key not in known_keys
    }
    return sorted(labels)
