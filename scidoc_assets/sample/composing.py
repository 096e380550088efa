"""From a paper's content to its PDF: draws the figures, fills the template, keeps the positions.

Holds the hand-over to the typesetter. Refuses to measure: `truth` does that.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib import font_manager

from scidoc_assets.gateways.typeset.fonts import CHINESE_FAMILY, chinese_font
from scidoc_assets.gateways.typeset.interface import TypesetDocument, Typesetter
from scidoc_assets.sample.content import (
    BodyItem,
    PaperContent,
    SampleObject,
    Sentences,
    printed,
)
from scidoc_assets.sample.drawing import LATIN_FAMILY, DrawnFigure, copy_figure, draw_figure

LATIN_FONT_FILES = (
    "STIXGeneral.ttf",
    "STIXGeneralBol.ttf",
    "STIXGeneralBolIta.ttf",
    "STIXGeneralItalic.ttf",
    "DejaVuSans.ttf",
    "DejaVuSans-Bold.ttf",
    "DejaVuSans-Oblique.ttf",
    "DejaVuSansMono.ttf",
)
UNIT_OF_CHINESE = re.compile(r"[A-Za-z0-9.,%+\-–]+ ?|\s|[^A-Za-z0-9]")


@dataclass(frozen=True)
class ComposedPaper:
    """A typeset paper: the content, the drawn figures by label, the PDF with its marks."""

    content: PaperContent
    figures: dict[str, DrawnFigure]
    document: TypesetDocument


def compose_paper(
    content: PaperContent, library: Mapping[str, PaperContent], typesetter: Typesetter, seed: int
) -> ComposedPaper:
    """Draw and typeset `content`; `library` holds the papers it copies figures from, by stem.

    Raises `TypesetError` from the typesetter and `KeyError` for a copy of an unknown figure.
    """
    with drawing_fonts(content.language):
        figures = {
            item.label: _figure(item, content, library, seed)
            for item in content.objects
            if item.kind == "figure"
        }
    files = {_file_name(content.object(label)): drawn.content for label, drawn in figures.items()}
    files["paper.json"] = json.dumps(_template_data(content), ensure_ascii=False).encode("utf-8")
    document = typesetter.typeset(content.stem, template(), files, fonts_for(content.language))
    return ComposedPaper(content, figures, document)


@cache
def template() -> str:
    """The typst source that all papers share."""
    return (resources.files("scidoc_assets.sample") / "paper.typ").read_text(encoding="utf-8")


def fonts_for(language: str) -> dict[str, bytes]:
    """Font files by name: Matplotlib's own, and the CJK font for Chinese papers."""
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    fonts = {name: (folder / name).read_bytes() for name in LATIN_FONT_FILES}
    return fonts | ({"cjk.ttf": chinese_font()} if language == "zh" else {})


@contextmanager
def drawing_fonts(language: str) -> Iterator[None]:
    """Let Matplotlib know the CJK font while a Chinese paper is drawn, and forget it afterwards.

    Matplotlib opens fonts by path and would draw empty boxes for an unknown family, with a warning.
    """
    if language != "zh":
        yield
        return
    with tempfile.TemporaryDirectory(prefix="fonts-") as folder:
        path = Path(folder) / "cjk.ttf"
        path.write_bytes(chinese_font())
        manager = font_manager.fontManager
        manager.addfont(path)
        try:
            yield
        finally:
            manager.ttflist[:] = [entry for entry in manager.ttflist if entry.fname != str(path)]


def _figure(
    item: SampleObject, content: PaperContent, library: Mapping[str, PaperContent], seed: int
) -> DrawnFigure:
    if item.copy_of is None:
        family = CHINESE_FAMILY if content.language == "zh" else LATIN_FAMILY
        return draw_figure(item, family, seed)
    owner = library[item.copy_of.stem]
    original = _figure(owner.object(item.copy_of.label), owner, library, seed)
    return DrawnFigure(copy_figure(original.content, item.copy_of), original.panel_boxes)


def _file_name(item: SampleObject) -> str:
    stem = re.sub(r"\W+", "_", item.label, flags=re.ASCII) if item.label.isascii() else ""
    number = re.sub(r"\D+", "", item.label)
    ending = "jpg" if item.copy_of else item.format
    return f"{stem or 'figure_' + number}.{ending}"


def _template_data(content: PaperContent) -> dict[str, Any]:
    return {
        "title": content.title,
        "authors": content.authors,
        "short_authors": _short_authors(content),
        "affiliation": content.affiliation,
        "venue": content.venue,
        "year": content.year,
        "doi": content.doi,
        "language": content.language,
        "style": content.style.model_dump(),
        "abstract": paragraph_text(content, content.abstract),
        "body": [_body_item(content, item) for item in content.body],
        "references": content.references,
    }


def _short_authors(content: PaperContent) -> str:
    first = content.authors[0]
    return f"{first} 等" if content.language == "zh" else f"{first.split()[-1]} et al."


def paragraph_text(content: PaperContent, sentences: Sentences) -> str:
    """The paragraph as printed, sentences joined the way the language joins them."""
    return content.joiner.join(printed(sentence.text) for sentence in sentences)


def _body_item(content: PaperContent, item: BodyItem) -> dict[str, Any]:
    if item.paragraph is not None:
        return {"kind": "paragraph", "text": paragraph_text(content, item.paragraph)}
    if item.display is not None:
        return {"kind": "display", "object": _object(content, content.object(item.display))}
    if item.algorithm is not None:
        return {"kind": "algorithm", "lines": item.algorithm}
    for kind in ("heading", "equation"):
        text = getattr(item, kind)
        if text is not None:
            return {"kind": kind, "text": text}
    return {"kind": "bibliography" if item.bibliography else "page_break"}


def _object(content: PaperContent, item: SampleObject) -> dict[str, Any]:
    units, bold = _caption_units(item, content.language)
    return {
        "label": item.label,
        "kind": item.kind,
        "file": _file_name(item) if item.kind == "figure" else None,
        "rows": item.rows,
        "notes": item.notes,
        "at": item.place.at,
        "span": item.place.span,
        "width": item.place.width,
        "caption_at": item.place.caption,
        "caption_units": units,
        "bold_units": bold,
    }


def _caption_units(item: SampleObject, language: str) -> tuple[list[str], int]:
    """The caption cut into pieces that may end a line, and how many of them the label takes."""
    cut = (lambda text: UNIT_OF_CHINESE.findall(text)) if language == "zh" else str.split
    return cut(item.caption), len(cut(item.label))
