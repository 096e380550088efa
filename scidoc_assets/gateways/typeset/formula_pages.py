"""Formula pages of training samples as pixels: typst by default, XeLaTeX where asked and installed.

Refuses a page that overflows: a sample whose last formula is on a second page shows less than its
answer.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scidoc_assets.domain.training.formula_pages import FormulaPage, latex_source, typst_source
from scidoc_assets.gateways.pdf.library import pymupdf
from scidoc_assets.gateways.typeset.fonts import chinese_font
from scidoc_assets.gateways.typeset.interface import TypesetError, TypesetFailure, Typesetter

DPI = 150
XELATEX_SECONDS = 60


class PageOverflowError(ValueError):
    """The formulas do not fit on one page."""


def has_xelatex() -> bool:
    """Whether XeLaTeX is installed on this machine."""
    return shutil.which("xelatex") is not None


def formula_page_pixels(
    page: FormulaPage, typesetter: Typesetter, dpi: int = DPI
) -> NDArray[np.uint8]:
    """The page as RGB, the same bytes on any machine.

    Raises `PageOverflowError` and `TypesetError`.
    """
    fonts = {"chinese.ttf": chinese_font()} if page.language == "zh" else {}
    document = typesetter.typeset("formula page", typst_source(page), {}, fonts)
    return _only_page(document.pdf, dpi)


def formula_page_by_xelatex(page: FormulaPage, dpi: int = DPI) -> NDArray[np.uint8]:
    """The page set by the installed XeLaTeX (`has_xelatex`); shell escape is off.

    Raises `PageOverflowError`, and `TypesetError` with the end of the log when it fails.
    """
    with tempfile.TemporaryDirectory(prefix="xelatex-") as folder:
        (Path(folder) / "page.tex").write_text(latex_source(page), encoding="utf-8")
        command = ["xelatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"]
        try:
            done = subprocess.run(
                [*command, "page.tex"],
                cwd=folder,
                capture_output=True,
                timeout=XELATEX_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise TypesetError(TypesetFailure.SOURCE_ERROR, "formula page", str(error)) from error
        pdf = Path(folder) / "page.pdf"
        if done.returncode != 0 or not pdf.is_file():
            log = done.stdout.decode("utf-8", "replace")[-500:]
            raise TypesetError(TypesetFailure.SOURCE_ERROR, "formula page", log)
        return _only_page(pdf.read_bytes(), dpi)


def _only_page(pdf: bytes, dpi: int) -> NDArray[np.uint8]:
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        if len(document) != 1:
            raise PageOverflowError(f"the formulas fill {len(document)} pages")
        pixmap = document[0].get_pixmap(dpi=dpi, colorspace=pymupdf.csRGB, alpha=False)
        samples = np.frombuffer(pixmap.samples, np.uint8)
        rows = samples.reshape(pixmap.height, pixmap.stride)[:, : pixmap.width * 3]
        return rows.reshape(pixmap.height, pixmap.width, 3).copy()
