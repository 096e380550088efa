"""What a benchmark of a given size cannot show: the smallest visible difference.

Two-sided test at 5 %, power 80 % by default. Normal approximations of statsmodels; a hint for
reading a leaderboard, not a test. Refuses fewer than two tasks: None.
"""

from __future__ import annotations

import math

ALPHA, POWER = 0.05, 0.8


def smallest_paired_difference(
    n: int, changed_share: float = 0.25, alpha: float = ALPHA, power: float = POWER
) -> float | None:
    """Smallest accuracy difference in [0, 1] that n tasks show when the same tasks are answered
    twice and `changed_share` of them change between the two; None when no difference does.
    """
    # Imported where used: else every process of a run holds it.
    from statsmodels.stats.power import TTestPower

    if n < 3 or changed_share <= 0:
        return None
    effect = float(TTestPower().solve_power(nobs=n, alpha=alpha, power=power))
    # The difference of a pair is -1, 0 or 1: its variance is changed_share - difference^2.
    visible = effect * math.sqrt(changed_share / (1 + effect**2))
    return visible if visible <= changed_share else None


def smallest_unpaired_difference(
    n: int, base: float = 0.5, alpha: float = ALPHA, power: float = POWER
) -> float | None:
    """Smallest accuracy difference in [0, 1] above `base` between two separate sets of n tasks;
    None when even 100 % could not be told from `base`.
    """
    # Imported where used: else every process of a run holds it.
    from statsmodels.stats.power import NormalIndPower

    if n < 2:
        return None
    effect = float(NormalIndPower().solve_power(nobs1=n, alpha=alpha, power=power, ratio=1.0))
    angle = math.asin(math.sqrt(base)) + effect / 2
    return None if angle >= math.pi / 2 else math.sin(angle) ** 2 - base


def power_hint(n: int, changed_share: float = 0.25) -> str:
    """A sentence for reports: with n tasks, what difference is not visible."""
    visible = smallest_paired_difference(n, changed_share)
    if visible is None:
        return f"With {n} tasks no difference between two settings is visible."
    return (
        f"With {n} tasks a difference below {100 * visible:.1f} points between two settings or "
        f"models on the same tasks is not visible (two-sided {ALPHA:.0%} test, {POWER:.0%} power, "
        f"{changed_share:.0%} of the answers changing)."
    )
