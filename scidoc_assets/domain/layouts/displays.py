"""Displayed formulas among the rows of a column: which rows they take, and where one ends.

A row belongs to a display when it is set in from the column's edge, or carries a number at its
right end, and is mathematics rather than words; numerators, limits and numbers beside such a row
belong to it. Refuses rows of a typewriter face and rows that hold a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from scidoc_assets.domain.layouts.columns import Column
from scidoc_assets.schemas.pages import TextLine, TextStyle, is_typewriter

MATH_CHARS = frozenset(
    "=+\u2212\u00d7\u00f7\u2211\u222b\u220f\u221a\u2264\u2265\u2248\u2261\u2202\u2207\u2208\u221e<>|^_"
)
MIN_INSET = 1.2  # of the type size
BESIDE = 1.7  # of the type size: numerator, denominator, limits
NUMBER_BESIDE = 2.6  # of the type size: a number level with the middle of several rows
MATH_SHARE = 0.3
SURE_SHARE = 0.6
MAX_WORDS = 3
MIN_CHARS = 3  # a root or a sum sign alone is a raised piece of a line of text
MIN_PLAIN_CHARS = 10  # without a mathematical face: "n+=1" is code
_MATH_FONT = re.compile(r"CMMI|CMSY|CMEX|MSBM|MSAM|Math|Symbol|MTMI|MTSY|rsfs|eufm", re.IGNORECASE)
_NUMBER = re.compile(r"^\s*\(\s*[A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?\s*\)\s*$")
_CJK = re.compile(r"[\u3400-\u9fff]{2}")
_FUNCTIONS = frozenset(
    [
        "diag",
        "argmax",
        "argmin",
        "sinh",
        "cosh",
        "tanh",
        "trace",
        "rank",
        "logit",
        "probit",
        "otherwise",
        "where",
        "with",
        "subject",
    ]
)


@lru_cache(maxsize=512)
def is_math_font(font: str) -> bool:
    """Say whether a font's name is that of a mathematical face."""
    return _MATH_FONT.search(font) is not None


def display_rows(rows: Sequence[Sequence[TextLine]], edges: Column, style: TextStyle) -> list[bool]:
    """Say of each row of a column, top to bottom, whether it is part of a displayed formula."""
    found = [_is_core(row, edges, style) for row in rows]
    if not any(found):
        return found
    order = [*range(1, len(rows)), *range(len(rows) - 2, -1, -1)]
    for place, k in enumerate(order):
        beside = k - 1 if place < len(rows) - 1 else k + 1
        if found[beside] and not found[k] and _is_near(rows[beside], rows[k], edges):
            found[k] = True
    return found


def begins_a_display(block: Sequence[Sequence[TextLine]], row: Sequence[TextLine]) -> bool:
    """Say whether a display row is the first of a formula of its own: both have their numbers."""
    has_number = any(_has_number(r) for r in block)
    step = row[0].baseline - block[-1][0].baseline
    size = max(ln.size for ln in row)
    return step > NUMBER_BESIDE * size or (has_number and _has_number(row) and step > size)


def _has_number(row: Sequence[TextLine]) -> bool:
    return _NUMBER.match(row[-1].text) is not None


def _is_core(row: Sequence[TextLine], edges: Column, style: TextStyle) -> bool:
    """Say whether a row alone shows that it is displayed mathematics."""
    if len(row) == 1 and row[0].bbox_pt[0] < edges[0] + row[0].size and not _may_fill(row):
        return False
    size = max(ln.size for ln in row)
    body = row[:-1] if len(row) > 1 and _has_number(row) else row
    is_numbered = body is not row
    inset = body[0].bbox_pt[0] - edges[0]
    if inset < MIN_INSET * size and not is_numbered and not _may_fill(body):
        return False
    share, words = _share_and_words(body)
    if words > MAX_WORDS or size < 0.75 * style.size:
        return False
    if not is_numbered and inset < MIN_INSET * size:
        return share > SURE_SHARE and words == 0
    return share > MATH_SHARE


def _may_fill(row: Sequence[TextLine]) -> bool:
    """Say whether a row at the left edge is worth a closer look: a relation sign stands in it."""
    return any("=" in ln.text or "\u2264" in ln.text for ln in row)


def _share_and_words(row: Sequence[TextLine]) -> tuple[float, int]:
    """Return the share of mathematical characters and the number of words; (0, 0) without marks."""
    visible = math = words = 0
    has_mark = has_face = False
    for span in (span for line in row for span in line.spans):
        text = span.text.strip()
        if is_typewriter(span.font):
            return 0.0, 0
        visible += len(text)
        marks = sum(c in MATH_CHARS for c in text)
        has_mark = has_mark or marks > 0
        if is_math_font(span.font):
            math += len(text)
            has_face = True
            continue
        math += marks
        words += _words(text)
    is_long = visible >= (MIN_CHARS if has_face else MIN_PLAIN_CHARS)
    return (math / visible if is_long and has_mark else 0.0), words


def _words(text: str) -> int:
    """Return the number of words of four letters and more that name no function."""
    long = (w.strip(".,;:()") for w in text.split())
    count = sum(len(w) > 3 and w.isalpha() and w.lower() not in _FUNCTIONS for w in long)
    return count + 4 * len(_CJK.findall(text))


def _is_near(display: Sequence[TextLine], row: Sequence[TextLine], edges: Column) -> bool:
    """Say whether a row beside a display is a part of it: no words, set in, close by."""
    size = max(ln.size for ln in display)
    step = abs(row[0].baseline - display[0].baseline)
    if len(row) == 1 and _has_number(row):
        return step < NUMBER_BESIDE * size and row[0].bbox_pt[2] > edges[1] - 3 * size
    if step > BESIDE * size or row[0].bbox_pt[0] < edges[0] + MIN_INSET * size:
        return False
    if row[-1].bbox_pt[2] - row[0].bbox_pt[0] > 0.8 * (edges[1] - edges[0]):
        return False
    texts = [span for line in row for span in line.spans if not is_math_font(span.font)]
    return not any(is_typewriter(s.font) or _words(s.text) for s in texts)
