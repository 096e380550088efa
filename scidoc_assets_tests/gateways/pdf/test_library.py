"""Tests of PyMuPDF taken without its layout model."""

from __future__ import annotations

import subprocess
import sys


def _run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout.strip()


def test_parsing_code_does_not_load_the_layout_model() -> None:
    shown = _run(
        "import sys, scidoc_assets.gateways.pdf.workers\n"
        "print('pymupdf' in sys.modules, 'onnxruntime' in sys.modules,"
        " 'pymupdf4llm' in sys.modules)"
    )
    assert shown == "True False False"


def test_whoever_asks_for_the_converter_afterwards_gets_it() -> None:
    shown = _run(
        "import scidoc_assets.gateways.pdf.library\n"
        "import pymupdf4llm, pymupdf.layout\n"
        "print(callable(pymupdf4llm.to_json))"
    )
    assert shown == "True"


def test_text_boxes_are_the_same_whoever_imported_the_library_first() -> None:
    ask = "print(bool(pymupdf._globals.skip_quad_corrections))"
    ours = _run("from scidoc_assets.gateways.pdf.library import pymupdf\n" + ask)
    after = _run("import pymupdf\nfrom scidoc_assets.gateways.pdf.library import pymupdf\n" + ask)
    assert ours == after == "True"
