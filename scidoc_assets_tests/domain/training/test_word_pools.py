"""Invented names are different from each other and measures print within their range."""

from __future__ import annotations

from scidoc_assets.domain.training.drafts import rng_for
from scidoc_assets.domain.training.word_pools import (
    CONDITION_TITLES,
    CONDITIONS,
    MEASURES,
    entity_names,
    value_of,
)


def test_names_are_different_and_conditions_have_titles() -> None:
    assert len(set(entity_names(200, rng_for(0)))) == 200
    assert len(CONDITIONS) == len(CONDITION_TITLES)


def test_values_stay_in_range_and_measures_have_distinct_names() -> None:
    rng = rng_for(0)
    for measure in MEASURES:
        assert measure.low - 1 <= float(value_of(measure, rng)) <= measure.high + 1
        assert measure.alias != measure.name
    assert len({m.name for m in MEASURES}) == len(MEASURES)
