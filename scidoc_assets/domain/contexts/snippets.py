"""Snippets of a citing paragraph for a prompt, at most 500 characters each.

Sizes are those of seed 001 A.4. Refuses to hide a gap: what is left out inside a snippet is printed
as an ellipsis.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from scidoc_assets.domain.contexts.citation_class import WEIGHTS, classify
from scidoc_assets.schemas.label_mentions import find_mentions
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.payload import MAX_SNIPPETS, SNIPPET_CHARS, CutText, cut_text
from scidoc_assets.schemas.sentences import split_sentences

_CHINESE_END = re.compile(r"(?:。|[\u3400-\u9fff][!?;！？；])$")
_GAP = " \u2026 "


def build_snippet(
    sentences: Sequence[str], citing: Sequence[int], limit: int = SNIPPET_CHARS
) -> str:
    """At most `limit` characters of a paragraph, the `citing` sentences before their neighbours.

    `citing` are indices into `sentences`. Order of reading is kept; raises ValueError when no
    sentence is citing.
    """
    if not citing:
        raise ValueError("a snippet needs at least one citing sentence")
    chosen = [citing[0]]
    for index in _by_nearness(len(sentences), citing):
        wider = sorted({*chosen, index})
        if len(_render(sentences, wider)) <= limit:
            chosen = wider
    return cut_text(_render(sentences, chosen), limit).text


def joined(sentences: Sequence[str]) -> str:
    """Sentences as running text; Chinese ones follow one another without a space."""
    return _render(sentences, range(len(sentences)))


def choose_snippets(label: str | None, texts: Sequence[str]) -> list[CutText]:
    """The best two snippets of citing texts that come without a layout (an imported dataset).

    Best is by citation class, then by the order given. A text that does not print `label` is kept
    as it is: its source says that it cites the figure.
    """
    own = parse_label(label)
    ranked = sorted(
        ((_weigh(text, own.key if own else None), index) for index, text in enumerate(texts)),
        key=lambda pair: (-pair[0], pair[1]),
    )
    return [
        _snippet_of(texts[index], own.key if own else None) for _, index in ranked[:MAX_SNIPPETS]
    ]


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text)]


def _citing(sentences: Sequence[str], key: str | None) -> list[int]:
    named = [
        index
        for index, sentence in enumerate(sentences)
        if key and any(mention.label.key == key for mention in find_mentions(sentence))
    ]
    return named or [0]


def _weigh(text: str, key: str | None) -> float:
    sentences = _sentences(text)
    if not sentences:
        return 0.0
    citing = _citing(sentences, key)
    return WEIGHTS[classify(" ".join(sentences[index] for index in citing))]


def _snippet_of(text: str, key: str | None) -> CutText:
    sentences = _sentences(text)
    snippet = build_snippet(sentences, _citing(sentences, key)) if sentences else ""
    return CutText(snippet, max(0, len(text) - len(snippet)))


def _by_nearness(count: int, citing: Sequence[int]) -> list[int]:
    """Indices in the order of wanting: citing ones, then by distance, what follows first."""

    def wanted(index: int) -> tuple[int, int]:
        nearest = min(citing, key=lambda c: (abs(index - c), c > index))
        return abs(index - nearest), 0 if index >= nearest else 1

    return sorted(range(count), key=lambda index: (*wanted(index), index))


def _space_after(text: str) -> str:
    return "" if _CHINESE_END.search(text) else " "


def _render(sentences: Sequence[str], chosen: Sequence[int]) -> str:
    text = ""
    for position, index in enumerate(chosen):
        if position:
            text += _space_after(text) if index == chosen[position - 1] + 1 else _GAP
        text += sentences[index]
    return text
