"""Tests of painted pages as plain data."""

from __future__ import annotations

from scidoc_assets.schemas.pages import TextSpan, make_line, no_paths


def _span(text: str, font: str, is_bold: bool) -> TextSpan:
    return TextSpan(text, 0.0, 1.0, 10.0, font, is_bold, False)


def test_a_line_has_the_font_and_weight_of_most_characters() -> None:
    spans = (_span("Figure 1.", "Bold", True), _span(" A long plain caption text", "Body", False))
    line = make_line((0, 0, 1, 1), 1, 10, 0, 0, spans, "".join(s.text for s in spans))
    assert (line.font, line.is_bold) == ("Body", False)


def test_a_table_of_no_paths_is_empty() -> None:
    assert len(no_paths()) == 0
