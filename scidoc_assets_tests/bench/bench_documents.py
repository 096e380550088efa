"""Figures and tables found on the papers with truth, and the time against raw MuPDF.

`make bench-documents` needs ../shared/corpus/papers; prints accuracy per IoU and, in the same run,
seconds of our rule path beside `get_text("dict") + get_drawings()` on the same pages.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pymupdf

from scidoc_assets.domain.contexts.binding import bind_contexts
from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.gateways.pdf.parse import parse_paper
from scidoc_assets_tests.conftest import SHARED

PAPERS = SHARED / "corpus" / "papers"
SCORER = SHARED / "tools" / "score_figures.py"
RULES_ONLY = ParseOptions(has_crops=False, use_layout_model=False, ocr_max_pages=0)


def floor_s(path: Path) -> float:
    """Seconds of MuPDF's own reading of every page."""
    started = time.perf_counter()
    with pymupdf.open(path) as document:
        for page in document:
            page.get_text("dict")
            page.get_drawings()
    return time.perf_counter() - started


def parse(path: Path, folder: Path) -> float:
    """Parse one paper, write its objects for the scorer, return seconds of the rule path."""
    started = time.perf_counter()
    parsed = parse_paper(path, path.stem, RULES_ONLY)
    spent_s = time.perf_counter() - started
    rows = [cut.row for cut in parsed.figures]
    counts = {b.figure_id: b.mention_count for b in bind_contexts(parsed.layout, rows)}
    objects = [
        {
            "label": row.label,
            "kind": row.kind,
            "page_index": row.page_index,
            "bbox_pt": row.bbox_pt,
            "caption": row.caption,
            "mention_count": counts.get(row.figure_id),
        }
        for row in rows
    ]
    (folder / f"{path.stem}.json").write_text(json.dumps({"objects": objects}), encoding="utf-8")
    return spent_s


def main() -> None:
    """Run and print."""
    if not SCORER.exists():
        sys.exit(f"{SCORER} is not there: this benchmark needs the shared papers")
    papers = sorted(
        p.with_name(p.name.replace(".truth.json", ".pdf")) for p in PAPERS.glob("*.truth.json")
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = floor = 0.0
        print(f"{'paper':28} {'ours s':>7} {'floor s':>8} {'ratio':>6}")
        for path in papers:
            low, spent = floor_s(path), parse(path, folder)
            ours, floor = ours + spent, floor + low
            print(f"{path.stem:28} {spent:7.2f} {low:8.2f} {spent / low:6.2f}")
        print(f"{'all':28} {ours:7.2f} {floor:8.2f} {ours / floor:6.2f}")
        for iou in ("0.5", "0.8"):
            command = [sys.executable, str(SCORER), str(PAPERS), str(folder), "--iou", iou]
            print(
                subprocess.run(
                    command, capture_output=True, text=True, check=True
                ).stdout.splitlines()[-1]
            )


if __name__ == "__main__":
    main()
