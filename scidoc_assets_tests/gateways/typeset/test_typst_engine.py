"""The typst engine: same input, same bytes; positions; named failures."""

from __future__ import annotations

import pymupdf
import pytest

from scidoc_assets.gateways.typeset.interface import TypesetError, TypesetFailure
from scidoc_assets.gateways.typeset.typst_engine import TypstTypesetter

PLOT = b"""<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30">
<path d="M0 30 L60 0" stroke="black" fill="none"/></svg>"""
SOURCE = """
#set page(width: 200pt, height: 100pt, margin: 20pt)
#let spot(w, h) = context {
  let p = here().position()
  [#metadata((kind: "figure", name: "Figure 1", page: p.page, x: p.x.pt(), y: p.y.pt(),
    w: w.pt(), h: h.pt()))<mark>]
}
#block({ place(top + left, spot(60pt, 30pt)); image("plot.svg", width: 60pt) })
#pagebreak()
Second page.
"""


def test_the_same_source_gives_the_same_bytes() -> None:
    first = TypstTypesetter().typeset("a", SOURCE, {"plot.svg": PLOT}, {})
    second = TypstTypesetter().typeset("a", SOURCE, {"plot.svg": PLOT}, {})
    assert first.pdf == second.pdf


def test_marks_carry_the_place_of_the_graphic_in_points_of_a_page_counted_from_zero() -> None:
    document = TypstTypesetter().typeset("a", SOURCE, {"plot.svg": PLOT}, {})
    (mark,) = document.marks
    assert (mark.kind, mark.name, mark.page_index) == ("figure", "Figure 1", 0)
    assert (mark.x, mark.y, mark.width, mark.height) == (20, 20, 60, 30)
    assert len(pymupdf.open(stream=document.pdf)) == 2


def test_a_vector_graphic_stays_vector() -> None:
    document = TypstTypesetter().typeset("a", SOURCE, {"plot.svg": PLOT}, {})
    page = pymupdf.open(stream=document.pdf)[0]
    assert page.get_images() == []
    assert len(page.get_drawings()) == 1


def test_an_error_in_the_source_names_the_paper() -> None:
    with pytest.raises(TypesetError, match="paper-7") as caught:
        TypstTypesetter().typeset("paper-7", '#image("absent.png")', {}, {})
    assert caught.value.reason is TypesetFailure.SOURCE_ERROR


def test_a_missing_font_is_an_error_and_not_another_layout() -> None:
    with pytest.raises(TypesetError) as caught:
        TypstTypesetter().typeset("a", '#set text(font: "No Such Face")\nText', {}, {})
    assert caught.value.reason is TypesetFailure.UNKNOWN_FONT


@pytest.mark.parametrize("name", ["../outside.png", "main.typ", "sub/inside.png"])
def test_a_file_name_that_leaves_the_folder_is_refused(name: str) -> None:
    with pytest.raises(TypesetError) as caught:
        TypstTypesetter().typeset("a", "Text", {name: b""}, {})
    assert caught.value.reason is TypesetFailure.BAD_FILE_NAME
