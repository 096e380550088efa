"""Tests of the step from painted lines to page text."""

from __future__ import annotations

from scidoc_assets.domain.layouts.pagetext import read_text
from scidoc_assets_tests.painted import line, page, prose


def test_every_line_is_text_or_furniture() -> None:
    numbers = [line(str(k + 1), 40, 100 + 12 * k, 50, size=6) for k in range(20)]
    contents = [
        page([line("Running head", 72, 40), *prose(72, 100, 528, 20), *numbers], index=k)
        for k in range(3)
    ]
    pages, style = read_text(contents)
    assert style.size == 10.0
    for found in pages:
        assert len(found.lines) == 20
        assert {role for _, role in found.furniture} == {"header", "line_number"}
        assert all(found.is_prose)


def test_columns_are_told_for_every_line() -> None:
    content = page([*prose(50, 100, 290, 10), *prose(310, 100, 550, 10)])
    pages, _ = read_text([content])
    assert sorted(pages[0].column_of) == [0] * 10 + [1] * 10
