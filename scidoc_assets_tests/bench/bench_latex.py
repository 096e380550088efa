"""LaTeX alignment on real pairs: how many elements found a block, and how many the right one.

    .venv/bin/python -m scidoc_assets_tests.bench.bench_latex [FOLDER]

FOLDER (default ../shared/corpus/latex) holds manifest.csv (folder, pdf, main) with the sources;
`pdf` is relative to FOLDER's parent. "Right" is judged apart from the aligner: a heading's block
begins with its words; a caption's block prints its number and its first 40 letters; a float's
block overlaps the hand-made truth of the paper (<pdf>.truth.json, IoU >= 0.5) or, without truth,
lies on its caption's page; an equation's block prints its number at a line end, or holds 80 % of
its symbols. Every source is also aligned to the other papers' PDFs, where next to nothing may be
found. Paragraphs: the block holds 40 of their first letters in a row, or lies inside them.
"""

from __future__ import annotations

import csv
import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from scidoc_assets.domain.latex.rows import align_latex
from scidoc_assets.domain.latex.similarity import squeeze, symbol_share
from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.gateways.pdf.parse import parse_paper
from scidoc_assets.schemas.geometry import iou
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.latex import LatexAlignment
from scidoc_assets.schemas.layouts import Block, ParsedLayout
from scidoc_assets.storage.latex_files import read_latex
from scidoc_assets_tests.conftest import SHARED

WANTED = {"heading": 0.9, "caption": 0.9, "float": 0.9}
NUMBERING = re.compile(r"^[\dIVX.]+\s+")
Truth = dict[str, tuple[int, Any]]


def pairs(folder: Path) -> Iterator[tuple[str, Path, Path]]:
    """(source relative to FOLDER, PDF, truth) of each pair."""
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            pdf = folder.parent / row["pdf"]
            yield f"{row['folder']}/{row['main']}", pdf, pdf.with_suffix(".truth.json")


def read_truth(path: Path) -> Truth:
    """Label key -> (page, box) of the hand-made truth; empty without one."""
    if not path.is_file():
        return {}
    objects = json.loads(path.read_text(encoding="utf-8"))["objects"]
    labels = ((parse_label(o["label"]), o) for o in objects)
    return {label.key: (o["page"], tuple(o["bbox"])) for label, o in labels if label}


def _is_right_heading(row: LatexAlignment, block: Block, truth: Truth) -> bool:
    words = squeeze(row.text)
    plain = block.plain_text.strip()
    return any(squeeze(t).startswith(words) for t in (plain, NUMBERING.sub("", plain)))


def _is_right_caption(row: LatexAlignment, block: Block, truth: Truth) -> bool:
    printed = parse_label(block.plain_text[:60])
    is_number = printed is not None and printed.key.rsplit(":", 1)[-1] == row.number
    return is_number and squeeze(row.text)[:40] in squeeze(block.plain_text)


def _is_right_float(row: LatexAlignment, block: Block, truth: Truth) -> bool:
    if not truth:
        return block.category == "caption" and row.cue == "caption_only"
    kind = "Table" if "\\begin{table" in row.latex_text else "Figure"
    label = parse_label(f"{kind} {row.number}")
    page, box = truth.get(label.key if label else "", (None, None))
    return page == block.page_index and box is not None and iou(box, block.bbox_pt) >= 0.5


def _is_right_equation(row: LatexAlignment, block: Block, truth: Truth) -> bool:
    if row.number is not None:
        return re.search(rf"\({re.escape(row.number)}\)\s*$", block.plain_text, re.M) is not None
    return symbol_share(squeeze(row.text), squeeze(block.plain_text)) >= 0.8


def _is_right_text(row: LatexAlignment, block: Block, truth: Truth) -> bool:
    words, printed = squeeze(row.text), squeeze(block.plain_text)
    starts = (words[k : k + 40] for k in range(0, max(1, min(len(words), 80) - 39)))
    return printed in words or any(start in printed for start in starts)


JUDGES: dict[str, Callable[[LatexAlignment, Block, Truth], bool]] = {
    "heading": _is_right_heading,
    "caption": _is_right_caption,
    "float": _is_right_float,
    "equation": _is_right_equation,
}


@cache
def parsed(pdf: Path) -> ParsedLayout:
    return parse_paper(pdf, pdf.stem, ParseOptions(has_crops=False)).layout


def foreign_share(folder: Path) -> str:
    """How many elements are aligned to a paper that they do not belong to."""
    sources = list(pairs(folder))
    aligned = total = 0
    for source, own, _ in sources:
        files = read_latex(folder, source)
        for pdf in (pdf for _, pdf, _ in sources if pdf != own):
            rows = align_latex(parsed(pdf), files.texts, files.main)
            aligned += sum(r.block_id is not None for r in rows)
            total += len(rows)
    return f"aligned to a foreign paper: {aligned} of {total} elements"


def counts(source: str, pdf: Path, truth_path: Path, folder: Path) -> dict[str, list[int]]:
    """kind -> [all, aligned, right] of one pair; prints what is wrong or missing."""
    layout = parsed(pdf)
    files = read_latex(folder, source)
    started = time.perf_counter()
    rows = align_latex(layout, files.texts, files.main)
    print(f"{pdf.stem}: {len(rows)} elements aligned in {time.perf_counter() - started:.1f} s")
    blocks = {b.block_id: b for b in layout.blocks}
    truth = read_truth(truth_path)
    found: dict[str, list[int]] = {}
    for row in rows:
        if row.kind == "float" and row.latex_label is None:
            continue
        judge = JUDGES.get(row.kind, _is_right_text)
        is_right = row.block_id is not None and judge(row, blocks[row.block_id], truth)
        total = found.setdefault(row.kind, [0, 0, 0])
        total[0] += 1
        total[1] += row.block_id is not None
        total[2] += is_right
        if not is_right:
            print(f"  not right: {row.kind} {row.number or ''} {row.text[:60]!r} -> {row.block_id}")
    return found


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED / "corpus" / "latex"
    if not (folder / "manifest.csv").is_file():
        print(f"no manifest.csv in {folder}")
        return 1
    whole: dict[str, list[int]] = {}
    for source, pdf, truth in pairs(folder):
        for kind, numbers in counts(source, pdf, truth, folder).items():
            print(f"  {kind:<10} {numbers[1]}/{numbers[0]} aligned, {numbers[2]} right")
            total = whole.setdefault(kind, [0, 0, 0])
            whole[kind] = [a + b for a, b in zip(total, numbers, strict=True)]
    print("\nkind        elements  aligned  right  share right")
    for kind, (every, aligned, right) in sorted(whole.items()):
        print(f"{kind:<10} {every:9d} {aligned:8d} {right:6d}  {right / every:.3f}")
    print(foreign_share(folder))
    missed = [k for k, least in WANTED.items() if k in whole and whole[k][2] < least * whole[k][0]]
    print(f"under 0.9: {', '.join(missed)}" if missed else "headings, captions, floats: all >= 0.9")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
