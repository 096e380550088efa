from __future__ import annotations

import pytest

from scidoc_assets.domain.metrics.power import (
    power_hint,
    smallest_paired_difference,
    smallest_unpaired_difference,
)


def test_more_tasks_show_smaller_differences() -> None:
    few, many = smallest_paired_difference(50), smallest_paired_difference(500)
    assert few is not None
    assert many is not None
    assert many < few


def test_two_sets_of_100_show_about_20_points_at_half() -> None:
    """A textbook figure: 0.5 against 0.69 with 100 each, 80 % power."""
    assert smallest_unpaired_difference(97, 0.5) == pytest.approx(0.2, abs=0.01)


def test_too_few_tasks_show_nothing_at_all() -> None:
    assert smallest_paired_difference(8) is None
    assert smallest_paired_difference(2) is None
    assert smallest_unpaired_difference(3) is None
    assert power_hint(8) == "With 8 tasks no difference between two settings is visible."


def test_the_hint_names_the_difference() -> None:
    assert "With 235 tasks a difference below 9.0 points" in power_hint(235)
