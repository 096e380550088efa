"""Which lines are captions, how far each caption goes, and which candidate of a label is real.

A line that starts with a label is only a candidate; its score says how much it looks like a
caption (delimiter, type, gap above) rather than a sentence that happens to begin a line with
"Figure 3". Refuses to decide on one line alone: the document's own habit counts (majority of
word form and delimiter), and of several candidates for a label the best stays.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from scidoc_assets.domain.figures.caption_extent import caption_lines, cut_at_rule
from scidoc_assets.domain.figures.labels import Label, parse_label
from scidoc_assets.schemas.continued import says_continued
from scidoc_assets.schemas.geometry import BBox, union
from scidoc_assets.schemas.pages import PageText, TextLine, TextStyle

MIN_SCORE = 1.0
STRONG_SCORE = 3.0
BARE_SCORE = 2.2
_SENTENCE_ENDS = (".", "!", "?", "\u3002", ":")
_LEADER = re.compile(r"(?:\.\s*){4,}\s*\d*\s*$")


@dataclass(frozen=True, slots=True)
class Caption:
    """A caption: its label, the lines it takes (indices into its page's lines) and its box.

    `score` is the evidence that it is a caption at all; `style` is word form and delimiter.
    """

    page_index: int
    label: Label
    line_ids: tuple[int, ...]
    bbox_pt: BBox
    text: str
    score: float
    style: tuple[str, str]

    @property
    def is_bare(self) -> bool:
        """Whether there is nothing but the label (its text may stand in a list of legends)."""
        return len(self.text) - self.label.end <= 1


def find_captions(
    pages: Sequence[PageText],
    rules: Sequence[Sequence[BBox]],
    style: TextStyle,
    damaged: Callable[[str], Label | None] | None = None,
    drawings: Sequence[Sequence[BBox]] = (),
) -> list[Caption]:
    """Return the captions of a document in page order, top to bottom.

    `rules[i]` are the horizontal rules of `pages[i]`: no caption reaches over one. `damaged` reads
    labels on scanned pages that the grammar cannot. `drawings[i]`: boxes of drawings, whose
    lettering ("Table 1" in a diagram) opens no caption and parts none from its row.

    A label may come back twice when both captions are strong or one is a continuation; the
    caller tells repeats from continued parts.
    """
    candidates = [
        c
        for k, (page, own) in enumerate(zip(pages, rules, strict=True))
        for c in _page_candidates(
            page, own, style, damaged, _lettering(page, drawings[k] if drawings else ())
        )
    ]
    candidates = _with_habit(candidates)
    kept = [c for c in candidates if c.score >= MIN_SCORE]
    best: dict[str, float] = {}
    for caption in kept:
        key, score = caption.label.key, 0.0 if caption.label.is_continued else caption.score
        best[key] = max(best.get(key, 0.0), score)
    return [
        c
        for c in kept
        if c.label.is_continued
        or c.score >= best[c.label.key]
        or (c.is_bare and c.score >= BARE_SCORE)
        or (c.score >= STRONG_SCORE and c.score >= best[c.label.key] - 1.5)
    ]


def _page_candidates(
    page: PageText,
    rules: Sequence[BBox],
    style: TextStyle,
    damaged: Callable[[str], Label | None] | None,
    lettering: frozenset[int],
) -> list[Caption]:
    """Return the candidates of one page with their lines; `lettering`: lines inside drawings."""
    starts: dict[int, Label] = {}
    for i, line in enumerate(page.lines):
        label = parse_label(line.text)
        if label is None and page.is_scan and damaged is not None:
            label = damaged(line.text)
        is_inner = i in lettering and label is not None and not line.text[label.end :].strip()
        if label is not None and not is_inner and not _LEADER.search(line.text):
            starts[i] = label
    starts = _without_second_labels(page, starts)
    found: list[Caption] = []
    for i, label in starts.items():
        score = _start_score(page, i, label, style)
        score -= 2.5 if _has_left_cell(page, i, lettering) else 0.0
        if score < MIN_SCORE - 1.5:
            continue
        ids = cut_at_rule(page, caption_lines(page, i, set(starts), style), rules)
        found.append(_candidate(page, ids, label, score))
    return found


def _candidate(page: PageText, ids: Sequence[int], label: Label, score: float) -> Caption:
    """Return a candidate made of lines; what its text says of a continuation goes to its label."""
    lines = [page.lines[k] for k in ids]
    text = _joined(lines)
    if not label.is_continued and says_continued(text):
        before = _delimiter_score(lines[0], label)
        label = replace(label, is_continued=True)
        score += max(0.0, _delimiter_score(lines[0], label) - before)
    return Caption(
        page_index=page.page_index,
        label=label,
        line_ids=tuple(ids),
        bbox_pt=union(ln.bbox_pt for ln in lines),
        text=text,
        score=score,
        style=_style(lines[0], label),
    )


def _joined(lines: Sequence[TextLine]) -> str:
    """Return the text of a caption; pieces of one row are parted by a space, rows by a break."""
    text = lines[0].text.strip()
    for before, line in itertools.pairwise(lines):
        is_row = abs(line.baseline - before.baseline) < 0.1 * line.size
        text += (" " if is_row else "\n") + line.text.strip()
    return text


def _without_second_labels(page: PageText, starts: dict[int, Label]) -> dict[int, Label]:
    """Drop labels that follow a bare label in its row: "Figure 5.  Figure 4 of the report"."""
    kept = dict(starts)
    for i in starts:
        line = page.lines[i]
        for k, label in starts.items():
            first = page.lines[k]
            gap = line.bbox_pt[0] - first.bbox_pt[2]
            is_row = abs(first.baseline - line.baseline) < 0.3 * line.size
            if is_row and 0 <= gap < 1.5 * line.size and not first.text[label.end :].strip(" .:|"):
                kept.pop(i, None)
    return kept


def _style(line: TextLine, label: Label) -> tuple[str, str]:
    """Return how a label is set: its written word and its delimiter or weight."""
    written = re.split(r"[\s\d.~]", line.text.strip(), maxsplit=1)[0]
    mark = label.delimiter[:1] or ("bold" if line.spans[0].is_bold else "")
    return f"{label.kind}:{written}", mark


def line_above(page: PageText, index: int) -> TextLine | None:
    """Return the nearest line above line `index` that overlaps it sideways, None at the top."""
    own = page.lines[index]
    for other in reversed(page.lines[:index]):
        if other.baseline > own.baseline - 0.5 * own.size:
            continue
        if min(other.bbox_pt[2], own.bbox_pt[2]) - max(other.bbox_pt[0], own.bbox_pt[0]) > 0:
            return other
    return None


def _start_score(page: PageText, index: int, label: Label, style: TextStyle) -> float:
    """Score how much the line looks like the first line of a caption."""
    line = page.lines[index]
    score = _delimiter_score(line, label)
    score += 1.5 if line.spans[0].is_bold and style.font != line.spans[0].font else 0.0
    score += 0.7 if abs(line.size - style.size) > 0.4 else 0.0
    above = line_above(page, index)
    if above is None or line.baseline - above.baseline > 1.35 * max(line.size, style.line_pitch):
        score += 1.2
    elif page.is_prose[page.lines.index(above)] and abs(above.size - line.size) <= 0.4:
        score -= 0.8 if above.text.rstrip().endswith(_SENTENCE_ENDS) else 3.0
    return score


def _delimiter_score(line: TextLine, label: Label) -> float:
    """Score what follows the label: a mark, nothing, a capital, or the rest of a sentence."""
    rest = line.text[label.end :].strip()
    if label.delimiter:
        weak = label.delimiter[0] in ")],;"
        return -1.0 if weak else 1.5
    if not rest or label.is_continued:
        return 1.5
    first = rest[0]
    if first in ",;":
        return -3.0
    if first.islower():
        return -2.0
    return 0.8


def _lettering(page: PageText, drawings: Sequence[BBox]) -> frozenset[int]:
    """Return the lines whose centre lies in a drawing."""
    centres = [((b[0] + b[2]) / 2, (b[1] + b[3]) / 2) for b in (ln.bbox_pt for ln in page.lines)]
    return frozenset(
        i
        for i, (x, y) in enumerate(centres)
        if any(d[0] < x < d[2] and d[1] < y < d[3] for d in drawings)
    )


def _has_left_cell(page: PageText, index: int, lettering: frozenset[int]) -> bool:
    """Say whether another line, not of a drawing, stands left of this one in its row and column."""
    line = page.lines[index]
    for k, other in enumerate(page.lines):
        same_row = abs(other.baseline - line.baseline) < 0.3 * line.size
        is_other = k in lettering and index not in lettering
        is_cell = k != index and not page.is_prose[k] and not is_other
        if same_row and is_cell and page.column_of[k] == page.column_of[index]:
            gap = line.bbox_pt[0] - other.bbox_pt[2]
            if -1.0 <= gap < 8 * line.size:
                return True
    return False


def _with_habit(candidates: Sequence[Caption]) -> list[Caption]:
    """Add to each score what the document's majority style of that kind says."""
    styles = Counter(c.style for c in candidates if c.score >= MIN_SCORE)
    result: list[Caption] = []
    for caption in candidates:
        rivals = [n for s, n in styles.items() if s[0].split(":")[0] == caption.label.kind]
        most = max(rivals, default=0)
        own = styles[caption.style]
        bonus = 0.0
        if most >= 2:
            bonus = 1.0 if own == most else (-1.0 if own <= most / 3 else 0.0)
        result.append(replace(caption, score=caption.score + bonus))
    return result
