"""Finders of tables alone, for `bench_documents`.

Each takes a PDF and returns regions of the displayed page. Refuses to tune: every one runs with its
defaults; where a package has more than one way, each way is a finder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scidoc_assets_tests.bench.peer_regions import Peer, Region, from_bottom, page_heights


def _camelot(path: Path, flavor: str) -> list[Region]:
    """camelot's tables."""
    import camelot

    heights = page_heights(path)
    tables: Any = camelot.read_pdf(str(path), pages="all", flavor=flavor)
    return [from_bottom("table", t.page - 1, t._bbox, heights) for t in tables]


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


def _tabula(path: Path) -> list[Region]:
    """tabula's tables (Java), page by page, since its JSON names no page."""
    import tabula

    found = []
    for k in range(len(page_heights(path))):
        tables: Any = tabula.read_pdf(
            str(path), pages=str(k + 1), output_format="json", silent=True
        )
        found += [
            Region("table", k, (t["left"], t["top"], t["right"], t["bottom"])) for t in tables
        ]
    return found


def _tablers(path: Path) -> list[Region]:
    """tablers's tables (Rust)."""
    import tablers

    pages = tablers.Document(str(path)).pages()
    return [
        Region("table", k, tuple(t.bbox))
        for k, page in enumerate(pages)
        for t in tablers.find_tables(page, extract_text=False)
    ]


def _spartan(path: Path) -> list[Region]:
    """spartan-tables's tables, on pages at its own 300 DPI."""
    import spartan

    return [
        Region("table", part["page"] - 1, tuple(v * 72 / 300 for v in part["bbox"]))
        for table in spartan.process_pdf(str(path))["tables"]
        for part in table["sources"]
    ]


def _kreuzberg(path: Path) -> list[Region]:
    """kreuzberg's tables; its images carry no box."""
    import kreuzberg

    heights = page_heights(path)
    boxes = [
        (t.page_number - 1, t.bounding_box)
        for t in kreuzberg.extract_file_sync(str(path)).tables
        if t.bounding_box
    ]
    return [
        from_bottom("table", k, (b["x0"], b["y0"], b["x1"], b["y1"]), heights) for k, b in boxes
    ]


def _rasgapdf(path: Path) -> list[Region]:
    """rasgapdf's tables (Rust)."""
    import rasgapdf

    return [
        Region("table", p["page_number"] - 1, (b["x0"], b["y0"], b["x1"], b["y1"]))
        for p in rasgapdf.parse_pdf(str(path))["pages"]
        for b in (t["bbox"] for t in p["tables"])
    ]


_CAMELOT = "camelot-py playa-pdf pdfminer.six pypdf"
TABLES = (
    Peer("camelot, lattice", _CAMELOT, "camelot", lambda p: _camelot(p, "lattice"), "tables"),
    Peer("camelot, stream", _CAMELOT, "camelot", lambda p: _camelot(p, "stream"), "tables"),
    Peer("camelot, network", _CAMELOT, "camelot", lambda p: _camelot(p, "network"), "tables"),
    Peer("camelot, hybrid", _CAMELOT, "camelot", lambda p: _camelot(p, "hybrid"), "tables"),
    Peer("img2table", "img2table xlsxwriter", "img2table", _img2table, "tables"),
    Peer("tabula-py", "tabula-py jpype1", "tabula", _tabula, "tables", "needs Java"),
    Peer("tablers", "tablers", "tablers", _tablers, "tables"),
    Peer("spartan-tables", "spartan-tables", "spartan", _spartan, "tables"),
    Peer(
        "kreuzberg",
        "kreuzberg",
        "kreuzberg",
        _kreuzberg,
        "tables",
        "its layout models are fetched at run time: tables alone",
    ),
    Peer("rasgapdf", "rasgapdf", "rasgapdf", _rasgapdf, "tables"),
)
