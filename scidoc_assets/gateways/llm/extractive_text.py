"""Prompt blocks and passage ranking for the extractive baseline: pure text rules.

A prompt is Markdown with `## ` headings; blocks whose heading is not known (rules, tools) are not
quoted in answers. Refuses passages without a word in common with the question, unless nothing
else is there.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from itertools import groupby

from rapidfuzz import fuzz

from scidoc_assets.schemas.sentences import split_sentences

_HEADING = re.compile(r"^##\s+(.+?)\s*$", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+(?:[.\-'][^\W_]+)*")
_CJK = re.compile(r"[\u3400-\u9fff]")
_MARKUP = re.compile(r"^\s*(?:[-*+]\s+|\d+[.)]\s+|#{1,6}\s+|>\s*|\[[\d.,\s]+\]\s*)+")
_STOP_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "do",
        "does",
        "for",
        "from",
        "has",
        "have",
        "how",
        "in",
        "is",
        "it",
        "its",
        "of",
        "on",
        "or",
        "that",
        "the",
        "their",
        "this",
        "to",
        "was",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "why",
        "will",
        "with",
        "would",
        "than",
        "then",
        "between",
        "figure",
        "fig",
        "table",
        "panel",
        "according",
        "shown",
        "using",
    ]
)
_WEIGHT_OF_BLOCK = {"evidence": 1.5, "caption": 1.0, "image": 0.5}
_MIN_WORDS = 3
_IMAGE_WORDS = 8
_NO_TEXT = "(no text)"
_TWIN_RATIO = 90.0
_K1, _B = 1.2, 0.75


@dataclass(frozen=True)
class Passage:
    """A sentence or line that may be quoted, with the weight of its block."""

    text: str
    weight: float


@dataclass(frozen=True)
class Blocks:
    """A prompt split up: the question, what may be quoted, and the image text blocks as given."""

    question: str
    passages: list[Passage]
    image_bodies: list[str]


def split_blocks(prompt: str) -> Blocks:
    """Split a prompt at its `## ` headings; without a question block, the whole is the question."""
    heads = list(_HEADING.finditer(prompt))
    bodies: list[tuple[str, str]] = []
    for position, head in enumerate(heads):
        end = heads[position + 1].start() if position + 1 < len(heads) else len(prompt)
        bodies.append((head.group(1).lower(), prompt[head.end() : end].strip()))
    question = next((body for name, body in bodies if "question" in name), prompt)
    passages = [
        Passage(text, _WEIGHT_OF_BLOCK[kind])
        for name, body in bodies
        if (kind := _kind_of(name)) is not None
        for text in (image_passages(body) if kind == "image" else sentences(body))
    ]
    images = [body for name, body in bodies if _kind_of(name) == "image"]
    return Blocks(question, passages, images)


def sentences(body: str) -> list[str]:
    """Sentences of a block, line by line, without list marks, headings and box prefixes."""
    found: list[str] = []
    for line in body.splitlines():
        if line.lstrip().startswith("#") or line.strip() == _NO_TEXT:
            continue
        plain = _MARKUP.sub("", line).strip()
        found.extend(plain[start:end].strip() for start, end in split_sentences(plain))
    return found


def image_passages(body: str) -> list[str]:
    """OCR lines of an image joined into passages of at least `_IMAGE_WORDS` words."""
    found: list[str] = []
    for _, chunk in groupby(body.splitlines(), key=lambda line: line.lstrip().startswith("#")):
        lines = sentences("\n".join(chunk))
        passage: list[str] = []
        for line in lines:
            passage.append(line)
            if len(" ".join(passage).split()) >= _IMAGE_WORDS:
                found.append(", ".join(passage))
                passage = []
        if passage:
            found.append(", ".join(passage))
    return found


def words(text: str) -> list[str]:
    """Lower-case words without stop words; CJK text as character pairs."""
    found: list[str] = []
    for token in _WORD.findall(text.lower()):
        if _CJK.search(token):
            found.extend(token[i : i + 2] for i in range(max(1, len(token) - 1)))
        elif token not in _STOP_WORDS:
            found.append(_stem(token))
    return found


def best_passages(question: str, passages: list[Passage], limit: int) -> list[Passage]:
    """At most `limit` passages by weighted BM25 against the question, best first, no twins.

    Falls back to the first passages of most weight when none shares a word with the question.
    """
    usable = [p for p in passages if len(words(p.text)) >= _MIN_WORDS] or passages
    scores = _bm25(words(question), [words(p.text) for p in usable])
    ranked = sorted(
        range(len(usable)), key=lambda i: (-scores[i] * usable[i].weight, -usable[i].weight, i)
    )
    if any(score > 0 for score in scores):
        ranked = [i for i in ranked if scores[i] > 0]
    chosen: list[Passage] = []
    for index in ranked:
        passage = usable[index]
        if all(fuzz.ratio(passage.text, other.text) < _TWIN_RATIO for other in chosen):
            chosen.append(passage)
        if len(chosen) == limit:
            break
    return chosen


def _kind_of(heading: str) -> str | None:
    return next((kind for kind in _WEIGHT_OF_BLOCK if heading.startswith(kind)), None)


def _stem(token: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if token.endswith(ending) and len(token) - len(ending) >= 4:
            return token[: -len(ending)]
    return token


def _bm25(query: list[str], documents: list[list[str]]) -> list[float]:
    n_documents = len(documents)
    if n_documents == 0:
        return []
    mean_length = max(1.0, sum(map(len, documents)) / n_documents)
    document_counts = Counter(term for d in documents for term in set(d))
    terms = sorted(set(query))
    scores: list[float] = []
    for document in documents:
        counts = Counter(document)
        norm = _K1 * (1 - _B + _B * len(document) / mean_length)
        scores.append(
            sum(
                math.log(1 + (n_documents - document_counts[t] + 0.5) / (document_counts[t] + 0.5))
                * counts[t]
                * (_K1 + 1)
                / (counts[t] + norm)
                for t in terms
                if counts[t]
            )
        )
    return scores
