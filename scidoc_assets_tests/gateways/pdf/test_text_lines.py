"""Tests of text lines: which spans become one, and what a line of several types is."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from scidoc_assets.gateways.pdf.text_lines import read_text
from scidoc_assets.schemas.pages import TextLine
from scidoc_assets_tests.painted import save_pdf


def _lines(tmp_path: Path, *words: tuple[str, str]) -> list[TextLine]:
    """The lines of a page that sets words (text, font) one after the other on one baseline."""

    def paint(page: pymupdf.Page) -> None:
        x = 72.0
        for text, font in words:
            page.insert_text((x, 100), text, fontname=font, fontsize=10)
            x += pymupdf.get_text_length(text, fontname=font, fontsize=10)

    return read_text(pymupdf.open(save_pdf(tmp_path / "a.pdf", paint))[0], None).lines


def test_words_of_one_type_set_one_by_one_are_one_span(tmp_path: Path) -> None:
    [line] = _lines(tmp_path, ("one ", "helv"), ("two ", "helv"), ("three", "helv"))
    assert [span.text for span in line.spans] == ["one two three"]


def test_the_type_of_most_characters_is_the_line_s(tmp_path: Path) -> None:
    [line] = _lines(tmp_path, ("Table 1 ", "hebo"), ("what the many plain words say", "helv"))
    assert [span.is_bold for span in line.spans] == [True, False]
    assert (line.font, line.is_bold) == (line.spans[1].font, False)
    [strong] = _lines(tmp_path, ("A long bold heading ", "hebo"), ("and", "helv"))
    assert (strong.font, strong.is_bold) == (strong.spans[0].font, True)


def test_spaces_alone_make_no_line(tmp_path: Path) -> None:
    assert _lines(tmp_path, ("   ", "helv")) == []


def test_slanted_type_is_italic_and_not_bold(tmp_path: Path) -> None:
    [line] = _lines(tmp_path, ("Slanted", "heit"))
    assert (line.spans[0].is_italic, line.spans[0].is_bold, line.is_bold) == (True, False, False)


def test_spaces_that_the_reader_puts_between_words_part_no_span(tmp_path: Path) -> None:
    """TeX writes no spaces: it moves on."""
    [line] = _set(tmp_path, ("set", 0), ("without", 0), ("spaces", 0))
    assert [span.text for span in line.spans] == ["set without spaces"]


def test_a_space_behind_a_raised_mark_does_not_raise_the_line(tmp_path: Path) -> None:
    [line] = _set(tmp_path, ("7", 4), ("and the long rest of the sentence", 0))
    assert line.text == "7 and the long rest of the sentence"
    assert line.baseline == 100


def _set(tmp_path: Path, *words: tuple[str, float]) -> list[TextLine]:
    """The lines of a page that sets words (text, how far raised in pt), gaps between them."""

    def paint(page: pymupdf.Page) -> None:
        x = 72.0
        for text, raised in words:
            page.insert_text((x, 100 - raised), text, fontname="helv", fontsize=10)
            x += pymupdf.get_text_length(text, fontname="helv", fontsize=10) + 5

    return read_text(pymupdf.open(save_pdf(tmp_path / "a.pdf", paint))[0], None).lines
