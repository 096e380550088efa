"""Tests of running text against labels and cells."""

from __future__ import annotations

from scidoc_assets.domain.layouts.prose import prose_flags
from scidoc_assets.schemas.pages import TextStyle
from scidoc_assets_tests.painted import line, prose

STYLE = TextStyle(10.0, "Body", 12.0)


def _flags(lines):
    lines = sorted(lines, key=lambda ln: (ln.baseline, ln.bbox_pt[0]))
    flags = prose_flags(lines, [0] * len(lines), ((72.0, 528.0),), STYLE)
    return {ln.text[:14]: flag for ln, flag in zip(lines, flags, strict=True)}


def test_lines_that_fill_the_column_are_prose_with_their_last_line() -> None:
    lines = [*prose(72, 100, 528, 3), line("to readers.", 72, 136)]
    assert set(_flags(lines).values()) == {True}


def test_axis_labels_and_cells_are_no_prose() -> None:
    lines = [line("Time (s)", 200, 100), line("71.2", 80, 130), line("69.0", 160, 130)]
    assert set(_flags(lines).values()) == {False}


def test_text_wrapped_round_a_figure_is_prose_though_it_shares_rows() -> None:
    wrapped = prose(72, 100, 300, 6)
    ticks = [line(f"0.{k}", 320, 100 + 12 * k) for k in range(6)]
    flags = _flags([*wrapped, *ticks])
    assert all(flags[ln.text[:14]] for ln in wrapped)
    assert not any(flags[ln.text[:14]] for ln in ticks)


def test_a_few_narrow_words_are_no_prose() -> None:
    assert set(_flags([line("see below", 72, 100), line("and above", 72, 112)]).values()) == {False}
