"""Splits: deterministic, stratified, whole papers, frozen."""

from __future__ import annotations

from collections import Counter

import pytest

from scidoc_assets.domain.quality.splits import (
    SplitError,
    build_split,
    check_split,
    freeze_split,
    imported_split,
)
from scidoc_assets_tests.domain.quality.rows_by_hand import gold

VENUES, TYPES = ("ACL", "EMNLP", "ICML", "NeurIPS"), ("plot", "diagram", "table", "composite")


def _corpus():
    rows = []
    for paper in range(120):
        for figure in range(1 + paper % 5):
            rows.append(
                gold(
                    f"p{paper:03d}__fig{figure:04d}",
                    7.0,
                    venue=VENUES[paper % 4],
                    figure_type=TYPES[(paper + figure) % 4],
                    raters=2 if paper % 10 == 9 else 3,
                )
            )
    return rows


def test_all_eligible_figures_of_a_paper_are_on_one_side():
    rows = _corpus()
    split = build_split("eval", rows, 100)
    chosen = set(split.figure_ids)
    for row in rows:
        if row.paper_id in split.paper_ids:
            assert row.figure_id in chosen
    assert {row.paper_id for row in rows if row.figure_id in chosen} == set(split.paper_ids)


def test_only_figures_with_three_ratings_enter():
    rows = _corpus()
    few = {row.figure_id for row in rows if row.raters < 3}
    assert few
    assert not few & set(build_split("eval", rows, 100).figure_ids)


def test_venues_and_figure_types_keep_their_shares():
    rows = _corpus()
    split = build_split("eval", rows, 100)
    eligible = [row for row in rows if row.raters >= 3]
    chosen = [row for row in eligible if row.figure_id in set(split.figure_ids)]
    assert 95 <= len(chosen) <= 100
    for read in (lambda r: r.venue, lambda r: r.figure_type):
        whole, part = Counter(map(read, eligible)), Counter(map(read, chosen))
        for name, count in whole.items():
            assert abs(part[name] - count * 100 / len(eligible)) <= 4


def test_the_same_input_gives_the_same_manifest_and_another_seed_another():
    rows = _corpus()
    assert build_split("eval", rows, 100) == build_split("eval", list(rows), 100)
    assert (
        build_split("eval", rows, 100, seed=1).figure_ids
        != build_split("eval", rows, 100).figure_ids
    )


def test_a_frozen_split_is_never_resampled_in_place():
    rows = _corpus()
    frozen = build_split("eval", rows, 100)
    assert freeze_split(build_split("eval", rows, 100), [frozen]) is frozen
    with pytest.raises(SplitError, match="write version 2"):
        freeze_split(build_split("eval", rows, 90), [frozen])
    newer = build_split("eval", rows, 90, version=2)
    assert freeze_split(newer, [frozen]) is newer


def test_an_edited_manifest_is_found_out():
    rows = _corpus()
    split = build_split("eval", rows, 100)
    check_split(split, rows)
    edited = split.model_copy(update={"figure_ids": split.figure_ids[1:]})
    with pytest.raises(SplitError, match="digest"):
        check_split(edited, rows)


def test_a_split_that_names_figures_without_gold_is_refused():
    rows = _corpus()
    split = build_split("eval", rows, 100)
    with pytest.raises(SplitError, match="without gold"):
        check_split(split, [row for row in rows if row.figure_id != split.figure_ids[0]])


def test_no_eligible_figure_is_an_error_that_says_what_to_do():
    with pytest.raises(SplitError, match="import more ratings"):
        build_split("eval", [gold("p__fig0001", 7.0, raters=2)], 10)


def test_a_published_split_is_taken_as_listed():
    rows = _corpus()
    split = imported_split("eval1200", "b", ["p001__fig0000"], rows, "d")
    check_split(split, rows)
    assert (split.figure_ids, split.paper_ids) == (["p001__fig0000"], ["p001"])
