"""Tests of rules that belong to running heads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scidoc_assets.domain.figures.running_rules import without_running_rules
from scidoc_assets.domain.layouts.sideways import upright
from scidoc_assets.schemas.pages import PageContent
from scidoc_assets_tests.painted import line, page, paths, prose, text_of


def _sheet(index: int, *rules: tuple[float, float, float, float]) -> PageContent:
    head = line("Journal of Useful Things", 72, 40, size=8)
    return page([head, *prose(72, 100, 528, 20)], rules, index=index)


def _left(contents: list[PageContent]) -> list[int]:
    pages, _ = text_of(*contents)
    return [len(c.paths) for c in without_running_rules(contents, pages)]


def test_a_rule_that_comes_back_under_a_running_head_goes() -> None:
    rule = (72.0, 48.0, 528.0, 48.0)
    assert _left([_sheet(k, rule) for k in range(3)]) == [0, 0, 0]


@pytest.mark.parametrize(
    "rule",
    [(72.0, 90.0, 528.0, 90.0), (72.0, 48.0, 140.0, 48.0), (72.0, 44.0, 528.0, 80.0)],
    ids=["far from the head", "short", "a box"],
)
def test_other_paths_at_the_head_of_pages_stay(rule: tuple[float, float, float, float]) -> None:
    assert _left([_sheet(k, rule) for k in range(3)]) == [1, 1, 1]


def test_a_rule_a_line_below_the_head_goes_as_well() -> None:
    rule = (72.0, 53.0, 528.0, 53.0)
    assert _left([_sheet(k, rule) for k in range(3)]) == [0, 0, 0]


def test_a_rule_under_one_head_only_stays() -> None:
    sheets = [_sheet(0), _sheet(1, (72.0, 48.0, 528.0, 48.0)), _sheet(2)]
    assert _left(sheets) == [0, 1, 0]


@pytest.mark.parametrize("angle", [90, 270])
def test_head_and_rule_go_from_a_page_turned_upright(angle: int) -> None:
    rule = (72.0, 48.0, 528.0, 48.0)
    rows = [
        replace(
            line("some words in a long row", 100, 700),
            angle=angle,
            bbox_pt=(100.0 + 14 * k, 300.0, 110.0 + 14 * k, 700.0),
        )
        for k in range(6)
    ]
    head = line("Journal of Useful Things", 72, 40, size=8)
    sideways = replace(page([head, *rows], index=3), paths=paths([rule]))
    turned, turn = upright(sideways)
    assert turn is not None
    contents = [*(_sheet(k, rule) for k in range(3)), turned]
    pages, _ = text_of(*contents)
    assert [(ln.text, role) for ln, role in pages[3].furniture] == [(head.text, "header")]
    assert len(without_running_rules(contents, pages)[3].paths) == 0
