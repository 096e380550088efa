"""Writing the sample corpus to a folder: PDFs, truth files and a manifest.

Holds `write_sample`, the one entrance: every file is a function of the package and the seed, and is
put in place whole. Refuses to typeset by halves: nothing is written before every paper is made.
"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

from upath import UPath

from scidoc_assets.gateways.typeset.interface import Typesetter
from scidoc_assets.gateways.typeset.typst_engine import TypstTypesetter
from scidoc_assets.sample.composing import compose_paper
from scidoc_assets.sample.content import PaperContent, load_paper, paper_stems
from scidoc_assets.sample.truth import paper_truth
from scidoc_assets.storage.parquet import write_bytes

MANIFEST_COLUMNS = (
    "file",
    "paper_id",
    "title",
    "venue",
    "year",
    "discipline",
    "domain",
    "licence",
    "doi",
    "latex_source",
)
DAMAGED_STEM = "damaged_download"
# Cut before the page tree and the cross-reference table, which typst writes last.
DAMAGED_SHARE = 0.6


def write_sample(folder: Path, seed: int = 0, typesetter: Typesetter | None = None) -> list[Path]:
    """Write the whole sample corpus into `folder` (made if absent) and return the files, sorted.

    Per paper `<stem>.pdf` and `<stem>.truth.json`; one damaged PDF with a truth file that says so;
    `manifest.csv`. Equal package versions and `seed` give equal bytes; the seed moves only the
    textures of pictures. Raises `TypesetError` naming the paper, `StoreError` from the folder.
    """
    engine = typesetter or TypstTypesetter()
    library = {stem: load_paper(stem) for stem in paper_stems()}
    written: dict[str, bytes] = {}
    for stem, content in library.items():
        paper = compose_paper(content, library, engine, seed)
        written[f"{stem}.pdf"] = paper.document.pdf
        written[f"{stem}.truth.json"] = _json(paper_truth(paper, library))
    whole = written[f"{next(iter(library))}.pdf"]
    written[f"{DAMAGED_STEM}.pdf"] = whole[: int(len(whole) * DAMAGED_SHARE)]
    written[f"{DAMAGED_STEM}.truth.json"] = _json(_damaged_truth())
    written["manifest.csv"] = _manifest(list(library.values()))
    for name, content_bytes in written.items():
        write_bytes(UPath(folder / name), content_bytes)
    return sorted(folder / name for name in written)


def _json(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def _damaged_truth() -> dict[str, Any]:
    return {
        "paper": DAMAGED_STEM,
        "paper_id": DAMAGED_STEM.replace("_", "-"),
        "language": None,
        "columns": None,
        "pages": [],
        "objects": [],
        "ignore_regions": [],
        "mentions": [],
        "figure_data": {},
        "argument": None,
        "expected": {
            "status": "failed",
            "paper": "failed",
            "stage": "ingest",
            "reason": "damaged",
            "objects": [],
            "near_duplicates": [],
            "lookalikes": [],
        },
    }


def _manifest(papers: list[PaperContent]) -> bytes:
    out = io.StringIO(newline="")
    writer: csv.DictWriter[str] = csv.DictWriter(
        out, MANIFEST_COLUMNS, restval="", lineterminator="\n"
    )
    writer.writeheader()
    for paper in papers:
        fields = ("paper_id", "title", "venue", "year", "discipline", "domain", "licence", "doi")
        row = {field: getattr(paper, field) for field in fields}
        writer.writerow(row | {"file": f"{paper.stem}.pdf"})
    damaged = {"paper_id": DAMAGED_STEM.replace("_", "-"), "title": "An interrupted download"}
    writer.writerow(damaged | {"file": f"{DAMAGED_STEM}.pdf", "licence": "CC0-1.0"})
    return out.getvalue().encode("utf-8")
