"""Finders of figures and tables that work by rules, for `bench_documents`.

Each takes a PDF and returns regions of the displayed page. Refuses to tune: every one runs with its
defaults, and what it says of labels is taken as it is.
"""

from __future__ import annotations

import importlib
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scidoc_assets_tests.bench.peer_regions import Peer, Region, from_bottom, page_heights

LEAST_SIDE_PT = 40
_KINDS = {"image": "figure", "picture": "figure", "chart": "figure", "table": "table"}


def _is_big(box: Any) -> bool:
    """Whether a picture is more than an icon."""
    return min(box[2] - box[0], box[3] - box[1]) > LEAST_SIDE_PT


def _mupdf_like(path: Path, module: str) -> list[Region]:
    """Images, clustered drawings and tables of PyMuPDF, or of what has its interface."""
    found = []
    with importlib.import_module(module).open(str(path)) as document:
        for k in range(document.page_count):
            page = document[k]
            tables = [tuple(t.bbox) for t in page.find_tables().tables]
            found += [Region("table", k, t) for t in tables]
            boxes = [tuple(b) for b in page.cluster_drawings()]
            boxes += [tuple(i["bbox"]) for i in page.get_image_info()]
            found += [Region("figure", k, b) for b in boxes if _is_big(b) and b not in tables]
    return found


def _pdfplumber(path: Path) -> list[Region]:
    """pdfplumber's images and tables."""
    import pdfplumber

    found = []
    with pdfplumber.open(path) as document:
        for k, page in enumerate(document.pages):
            found += [Region("table", k, t.bbox) for t in page.find_tables()]
            boxes = [(i["x0"], i["top"], i["x1"], i["bottom"]) for i in page.images]
            found += [Region("figure", k, b) for b in boxes if _is_big(b)]
    return found


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


def _docvortex(path: Path, package: str) -> list[Region]:
    """The native engine behind MinerU's `flash` and RapidDoc's `docvortex_rule`; boxes in shares."""
    models = importlib.import_module(f"{package}.analyzers.native")
    reader = importlib.import_module(f"{package}.document.pdf")
    import pymupdf

    with pymupdf.open(path) as document:
        sizes = [(page.rect.width, page.rect.height) * 2 for page in document]
    pages = models.PdfModel().predict(reader.PDFDocument(path.read_bytes()))
    return [
        Region(_KINDS[b["type"]], k, tuple(v * s for v, s in zip(b["bbox"], sizes[k], strict=True)))
        for k, page in enumerate(pages)
        for b in page
        if b["type"] in _KINDS
    ]


def _figgydeck(path: Path) -> list[Region]:
    """figgydeck's figures and tables, which carry their numbers."""
    import pdfplumber
    from figgydeck.layout import extract_page

    with pdfplumber.open(path) as document:
        entries = [e for k, p in enumerate(document.pages) for e in extract_page(p, k + 1)]
    return [
        Region(e.type, e.page - 1, tuple(box), f"{e.type} {e.number}", e.caption_raw)
        for e in entries
        if (box := e.matched_image_bbox if e.type == "figure" else e.table_bbox)
    ]


def _pdify(path: Path) -> list[Region]:
    """pdify's joined pictures."""
    import pdfplumber
    from pdify import get_cohesive_figure_boxes

    with pdfplumber.open(path) as document:
        return [
            Region("figure", k, box)
            for k, page in enumerate(document.pages)
            for box in get_cohesive_figure_boxes(page)
        ]


def _pdf_image_kit(path: Path) -> list[Region]:
    """pdf-image-kit's images and rendered drawings, with the settings of its command."""
    import pdf_image_kit as kit

    found = kit.extract_images_to_memory(
        str(path),
        min_width=1,
        min_height=1,
        render_dpi=72,
        dedupe=False,
        vector_min_width=kit.DEFAULT_VECTOR_MIN_WIDTH,
        vector_min_height=kit.DEFAULT_VECTOR_MIN_HEIGHT,
        vector_padding=kit.DEFAULT_VECTOR_PADDING,
    )
    boxes = [(item["page"] - 1, item["bbox"]) for item in found["items"] if item["bbox"]]
    return [Region("figure", k, tuple(box)) for k, box in boxes if _is_big(box)]


def _quanta(path: Path) -> list[Region]:
    """quanta-pdf's figures; its tables come from a paid service."""
    from quanta import extract_document

    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        pages = extract_document(path, folder)["pages"]
        os.chdir(before)
    return [
        Region("figure", p["page_num"], tuple(v * 72 / p["page_size"]["dpi"] for v in f.bbox_px))
        for p in pages
        for f in p["figures"]
    ]


def _pdf_oxide(path: Path) -> list[Region]:
    """pdf-oxide's tables and images: x, y, width, height from the bottom left."""
    from pdf_oxide import PdfDocument

    document, heights, found = PdfDocument(str(path)), page_heights(path), []
    for k in range(len(heights)):
        rows = [("table", t["bbox"]) for t in document.extract_tables(k)]
        rows += [("figure", i["bbox"]) for i in document.extract_images(k)]
        boxes = [(kind, (x, y, x + w, y + h)) for kind, (x, y, w, h) in rows]
        found += [from_bottom(kind, k, b, heights) for kind, b in boxes if _is_big(b)]
    return found


def _xberg(path: Path) -> list[Region]:
    """xberg's tables and images."""
    import asyncio

    import xberg

    async def extract() -> Any:
        ask = xberg.ExtractInput(uri=str(path), kind=xberg.ExtractInputKind.URI)
        return await xberg.extract(
            ask, xberg.ExtractionConfig(images=xberg.ImageExtractionConfig())
        )

    [result], heights = asyncio.run(extract()).results, page_heights(path)
    rows = [("table", t) for t in result.tables] + [("figure", i) for i in result.images or []]
    boxes = [(kind, r.page_number - 1, r.bounding_box) for kind, r in rows if r.bounding_box]
    return [from_bottom(kind, k, (b.x0, b.y0, b.x1, b.y1), heights) for kind, k, b in boxes]


def _opendataloader(path: Path) -> list[Region]:
    """opendataloader-pdf (Java)."""
    import opendataloader_pdf

    with tempfile.TemporaryDirectory() as folder:
        opendataloader_pdf.convert(str(path), output_dir=folder, format="json", quiet=True)
        [file] = Path(folder).rglob("*.json")
        return list(_in_tree(json.loads(file.read_text("utf-8")), page_heights(path)))


def _edgeparse(path: Path) -> list[Region]:
    """edgeparse (Rust)."""
    import edgeparse

    return list(_in_tree(json.loads(edgeparse.convert(path, format="json")), page_heights(path)))


def _in_tree(tree: Any, heights: list[float]) -> Iterator[Region]:
    """Images and tables of a tree of elements whose boxes are from the bottom left."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            kind = _KINDS.get(str(node.get("type")))
            box, page = node.get("bounding box"), node.get("page number")
            if kind and box and page:
                yield from_bottom(kind, page - 1, box, heights)
            waiting += [v for v in node.values() if isinstance(v, list | dict)]


_VORTEX = (
    "docvortex mineru-magika metafile-render loguru ftfy wcwidth fonttools nh3 python-docx "
    "pypptx-with-oxml mammoth cobble olefile pylatexenc latex2mathml mathml2omml resvg_py reportlab "
    "ziamath ziafont pypdf lxml beautifulsoup4 soupsieve pypdfium2 openpyxl et-xmlfile"
)
_PLUMBER = "pdfplumber pdfminer.six"
_RAPID = f"rapid-doc {_VORTEX}"
RULES = (
    Peer(
        "PyMuPDF tables, drawings, images",
        "pymupdf",
        "pymupdf",
        lambda path: _mupdf_like(path, "pymupdf"),
    ),
    Peer("docvortex (MinerU flash)", _VORTEX, "docvortex", lambda p: _docvortex(p, "docvortex")),
    Peer(
        "rapid-doc, rules",
        _RAPID,
        "rapid_doc",
        lambda path: _docvortex(path, "rapid_doc._vendor.docvortex_core"),
        note="its layout models are fetched at run time: the rules it carries alone",
    ),
    Peer(
        "pdf-figure-table-extractor",
        "pdf-figure-table-extractor",
        "pdf_figure_table_extractor",
        _own_captions,
        note="labels of its own",
    ),
    Peer(
        "figgydeck",
        f"figgydeck genanki cached-property chevron frozendict pystache {_PLUMBER}",
        "figgydeck",
        _figgydeck,
        note="labels of its own; made for one publisher's textbooks",
    ),
    Peer("opendataloader-pdf", "opendataloader-pdf", "opendataloader_pdf", _opendataloader),
    Peer("edgeparse", "edgeparse", "edgeparse", _edgeparse),
    Peer("liteparse", "liteparse", "liteparse", _liteparse),
    Peer("pdfplumber", _PLUMBER, "pdfplumber", _pdfplumber),
    Peer(
        "pdfspine",
        "pdfspine",
        "pdfspine",
        lambda path: _mupdf_like(path, "pdfspine"),
        note="its layout model is fetched at run time: images, drawings and tables alone",
    ),
    Peer("pdf-oxide", "pdf-oxide", "pdf_oxide", _pdf_oxide),
    Peer(
        "xberg",
        "xberg",
        "xberg",
        _xberg,
        note="its layout models are fetched at run time: images and tables alone",
    ),
    Peer("pdify", f"pdify {_PLUMBER}", "pdify", _pdify, "figures"),
    Peer("pdf-image-kit", "pdf-image-kit", "pdf_image_kit", _pdf_image_kit, "figures"),
    Peer(
        "quanta-pdf",
        "quanta-pdf",
        "quanta",
        _quanta,
        "figures",
        "its tables come from a paid service",
    ),
)
