"""Text pieces of a page put together to printed lines.

PDF extractors break a printed line wherever the gap between two words is wide; here pieces on one
baseline whose gap is a word gap become one line. Refuses to join over a column gutter or a table
gap: pieces that are far apart stay apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scidoc_assets.schemas.pages import TextLine, TextSpan, make_line

SAME_BASELINE = 0.35
WORD_GAP = 0.8
STRETCHED_GAP = 1.6
SPACE_GAP = 0.12


def assemble_lines(pieces: Iterable[TextLine]) -> list[TextLine]:
    """Join the horizontal pieces of a page to lines, top to bottom, then left to right.

    Gaps are measured in units of the larger font size. A gap up to `STRETCHED_GAP` is accepted
    only between running words of one extractor block (stretched, justified text).
    """
    lines: list[TextLine] = []
    for row in _rows(sorted(pieces, key=lambda p: (p.baseline, p.bbox_pt[0]))):
        if len(row) == 1:
            lines.append(row[0])
            continue
        chain: list[TextLine] = []
        for piece in sorted(row, key=lambda p: p.bbox_pt[0]):
            if chain and not _continues(chain[-1], piece):
                lines.append(_joined(chain))
                chain = []
            chain.append(piece)
        lines.append(_joined(chain))
    return sorted(lines, key=lambda line: (line.baseline, line.bbox_pt[0]))


def _rows(pieces: Sequence[TextLine]) -> Iterable[list[TextLine]]:
    """Yield pieces whose baselines are equal within a third of their size."""
    row: list[TextLine] = []
    for piece in pieces:
        if row and piece.baseline - row[0].baseline > SAME_BASELINE * min(row[0].size, piece.size):
            yield row
            row = []
        row.append(piece)
    if row:
        yield row


def _continues(left: TextLine, right: TextLine) -> bool:
    """Say whether the gap between two pieces of a row is a word gap."""
    gap = right.bbox_pt[0] - left.bbox_pt[2]
    size = max(left.size, right.size)
    if gap < -1.5 * size:
        return False
    if gap <= WORD_GAP * size:
        return True
    is_stretched = gap <= STRETCHED_GAP * size and left.block == right.block
    return is_stretched and _is_wordy(left.text) and _is_wordy(right.text)


def _is_wordy(text: str) -> bool:
    """Say whether a piece is running words rather than a cell."""
    words = text.split()
    return len(words) >= 3 and sum(map(str.isalpha, text)) >= 0.6 * sum(map(len, words))


def _joined(chain: list[TextLine]) -> TextLine:
    """Return one line made of neighbouring pieces, with spaces where the print shows them."""
    if len(chain) == 1:
        return chain[0]
    main = max(chain, key=lambda p: len(p.text.strip()))
    spans: list[TextSpan] = []
    text = ""
    for piece in chain:
        if text and not text[-1].isspace() and not piece.text[:1].isspace():
            gap = piece.bbox_pt[0] - spans[-1].x1
            text += " " if gap > SPACE_GAP * main.size else ""
        text += piece.text
        spans.extend(piece.spans)
    x0, x1 = min(p.bbox_pt[0] for p in chain), max(p.bbox_pt[2] for p in chain)
    box = (x0, main.bbox_pt[1], x1, main.bbox_pt[3])
    return make_line(box, main.baseline, main.size, main.angle, main.block, tuple(spans), text)
