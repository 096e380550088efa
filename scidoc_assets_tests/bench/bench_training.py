"""Training samples of a corpus folder: counts, verified shares, times, and byte-equality.

Parses the PDFs (or reads layouts saved before), generates all 14 subtasks, verifies every sample
again, and draws every picture once. Prints a JSON object.

    python -m scidoc_assets_tests.bench.bench_training --papers ../shared/corpus/papers
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pymupdf

from scidoc_assets.domain.training.generation import SUBTASKS, generate
from scidoc_assets.domain.training.perturbations import perturb
from scidoc_assets.domain.training.rendering import render_sample
from scidoc_assets.domain.training.verifiers import verify
from scidoc_assets.gateways.pdf.opening import PdfError
from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.gateways.pdf.parse import parse_paper
from scidoc_assets.gateways.pdf.render import render
from scidoc_assets.gateways.typeset.formula_pages import PageOverflowError, formula_page_pixels
from scidoc_assets.gateways.typeset.typst_engine import TypstTypesetter
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.training import TrainingSample

PAGE_DPI = 110
MAX_PIXELS = 40_000_000


def read_layouts(papers: Path) -> list[ParsedLayout]:
    """Layouts of every PDF of a folder that can be parsed."""
    layouts = []
    for path in sorted(papers.glob("*.pdf")):
        try:
            layouts.append(parse_paper(path, path.stem, ParseOptions(has_crops=False)).layout)
        except PdfError as error:
            print(f"left out: {path.name}: {error}")
    return layouts


def generate_all(layouts: Sequence[ParsedLayout], seed: int) -> list[TrainingSample]:
    """All samples, accepted and rejected."""
    return [sample for subtask in SUBTASKS for sample in generate(subtask, layouts, seed)]


def draw_all(samples: Sequence[TrainingSample], papers: Path) -> tuple[int, int, str]:
    """Draw every picture; (pictures, overflowing pages, digest over all PNG bytes)."""
    typesetter = TypstTypesetter()
    documents: dict[str, pymupdf.Document] = {}
    pages: dict[tuple[str, int], np.ndarray] = {}

    def page_image(paper_id: str, page_index: int) -> np.ndarray:
        key = (paper_id, page_index)
        if key not in pages:
            if paper_id not in documents:
                documents[paper_id] = pymupdf.open(papers / f"{paper_id}.pdf")
            pages[key] = render(documents[paper_id][page_index], None, PAGE_DPI, MAX_PIXELS)
        return pages[key]

    digest, drawn, overflowing = hashlib.sha256(), 0, 0
    for sample in samples:
        try:
            pictures = render_sample(
                sample, page_image, lambda p: formula_page_pixels(p, typesetter)
            )
        except PageOverflowError:
            overflowing += 1
            continue
        for _, data in pictures:
            digest.update(data)
            drawn += 1
    return drawn, overflowing, digest.hexdigest()


def digest_of(samples: Sequence[TrainingSample]) -> str:
    """Digest over the rows as JSON, in order."""
    digest = hashlib.sha256()
    for sample in samples:
        digest.update(sample.model_dump_json().encode())
    return digest.hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=Path, default=Path("../shared/corpus/papers"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-pictures", action="store_true")
    options = parser.parse_args()
    started = time.perf_counter()
    layouts = read_layouts(options.papers)
    parsed = time.perf_counter()
    samples = generate_all(layouts, options.seed)
    generated = time.perf_counter()
    accepted = [s for s in samples if s.accepted]
    result: dict[str, Any] = {
        "papers": len(layouts),
        "candidates": len(samples),
        "accepted": len(accepted),
        "accepted_by_subtask": Counter(s.subtask for s in accepted),
        "real_by_subtask": Counter(s.subtask for s in accepted if not s.is_synthetic),
        "by_language": Counter(s.language for s in accepted),
        "by_split": Counter(s.split for s in accepted),
        "rejected": Counter(s.reject_reason for s in samples if not s.accepted),
        "self_score_1": sum(verify(s, json.loads(s.answer_json)) == 1.0 for s in accepted),
        "perturbed_below_1": sum(verify(s, perturb(s)) < 1.0 for s in accepted),
        "parse_s": round(parsed - started, 2),
        "generate_s": round(generated - parsed, 2),
        "equal_bytes_on_second_run": digest_of(samples)
        == digest_of(generate_all(layouts, options.seed)),
    }
    if not options.no_pictures:
        drawing = time.perf_counter()
        result["pictures"], result["overflowing"], result["pictures_sha256"] = draw_all(
            accepted, options.papers
        )
        result["draw_s"] = round(time.perf_counter() - drawing, 2)
    print(json.dumps(result, indent=1, sort_keys=True))


if __name__ == "__main__":
    main()
