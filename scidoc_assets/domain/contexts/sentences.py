"""Sentence spans of normalised text, Latin and Chinese.

A small rule splitter that knows the abbreviations of papers (`Fig.`, `et al.`, `e.g.`). Refuses to
split inside a bracket that closes within a few lines, at initials and in decimals.
"""

from __future__ import annotations

import re

_END = re.compile(r"[.!?\u3002\uff01\uff1f]+[\"'\u201d\u2019)\]]*(?=\s|$|[\u4e00-\u9fff])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:figs?|tabs?|eqs?|eqns?|secs?|refs?|nos?|vs|cf|al|etc|approx|ca|resp|suppl?|app|vol|pp?"
    r"|dr|prof|mr|mrs|ms|st|ch|vols?|e\.g|i\.e|a\.k\.a|w\.r\.t)|\b[A-Z])\.$",
    re.IGNORECASE,
)
_INITIAL = re.compile(r"\b[A-Z]\.$")
_STARTS_SENTENCE = re.compile(r"\s*[\"'\u201c\u2018(\[]?[A-Z0-9\u4e00-\u9fff]")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Half-open spans of the sentences of `text`, in order, without surrounding spaces."""
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        if not _is_end(text, start, match):
            continue
        spans.append((start, match.end()))
        start = match.end()
        while start < len(text) and text[start].isspace():
            start += 1
    if start < len(text):
        spans.append((start, len(text)))
    return spans


def _is_end(text: str, start: int, match: re.Match[str]) -> bool:
    if match.group()[0] in "\u3002\uff01\uff1f":
        return True
    if match.end() < len(text) and not _STARTS_SENTENCE.match(text, match.end()):
        return False
    head = text[start : match.start() + 1]
    if match.group().startswith(".") and _is_abbreviated(head):
        return False
    return head.count("(") <= head.count(")") + match.group().count(")")


def _is_abbreviated(head: str) -> bool:
    """Whether `head` ends in an abbreviation; a lone capital is an initial, not `panel A.`"""
    found = _ABBREVIATION.search(head)
    if found is None:
        return False
    if _INITIAL.search(head):
        return not re.search(
            r"(?:panel|figure|fig\.|table|and|or|,)\s*[A-Z]\.$", head, re.IGNORECASE
        )
    return True
