"""Tests of pages whose text stands sideways."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scidoc_assets.domain.layouts.sideways import Turn, upright
from scidoc_assets_tests.painted import line, page, prose


@pytest.mark.parametrize("angle", [90, 270])
def test_a_box_comes_back_to_its_place(angle: int) -> None:
    turn = Turn(angle, 600.0, 800.0)
    box = (10.0, 20.0, 110.0, 50.0)
    assert turn.back(turn.forward(box)) == pytest.approx(box)


def test_text_that_reads_upwards_is_turned_to_read_rightwards() -> None:
    sideways = [
        replace(
            line("some words in a long row", 100 + 14 * k, 700),
            angle=270,
            bbox_pt=(100.0 + 14 * k, 300.0, 110.0 + 14 * k, 700.0),
        )
        for k in range(6)
    ]
    turned, turn = upright(page(sideways))
    assert turn is not None
    assert (turned.width_pt, turned.height_pt) == (800.0, 600.0)
    assert {ln.angle for ln in turned.lines} == {0}
    assert [ln.baseline for ln in turned.lines] == sorted(ln.baseline for ln in turned.lines)


def test_a_page_with_some_sideways_labels_stays() -> None:
    label = replace(line("Value", 80, 300), angle=270)
    content = page([*prose(72, 100, 528, 6), label])
    assert upright(content) == (content, None)


def test_a_level_caption_keeps_a_page_of_sideways_labels_as_it_is() -> None:
    labels = [
        replace(line("a long name of a column", 100 + 14 * k, 300), angle=270) for k in range(12)
    ]
    content = page([*labels, line("Figure 7: Names of many columns.", 72, 700)])
    assert upright(content) == (content, None)
    assert upright(page(labels))[1] is not None
