"""Agreement statistics by existing libraries, with a reason where they are undefined.

Refuses to pass a NaN, a 0 or a 1 of a degenerate input on as a result (bug log B28): one rater, no
variation and constant input give None with that reason; exact agreement is still given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import krippendorff
import numpy as np

Figure = tuple[float | None, int, str | None]  # value, n, reason
SMALL_N = 10


def exact_share(first: Sequence[object], second: Sequence[object]) -> Figure:
    """Share of equal labels of two raters."""
    if not first:
        return None, 0, "no_shared_records"
    return sum(a == b for a, b in zip(first, second, strict=True)) / len(first), len(first), None


def cohen(first: Sequence[str], second: Sequence[str]) -> Figure:
    """Cohen's kappa of two raters' nominal labels."""
    # Imported where used: else every process of a run holds it.
    from sklearn.metrics import cohen_kappa_score

    if not first:
        return None, 0, "no_shared_records"
    if len({*first, *second}) < 2:
        return None, len(first), "no_variation"
    return float(cohen_kappa_score(first, second)), len(first), None


def spearman(first: Sequence[float], second: Sequence[float]) -> Figure:
    """Spearman's rank correlation; ties are averaged."""
    # Imported where used: else every process of a run holds it.
    from scipy.stats import spearmanr

    if len(first) < 3:
        return None, len(first), "too_few_records"
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None, len(first), "constant_input"
    return float(np.asarray(spearmanr(first, second))[0]), len(first), None


def mean_absolute_error(first: Sequence[float], second: Sequence[float]) -> Figure:
    """Mean absolute difference."""
    if not first:
        return None, 0, "no_shared_records"
    return float(np.mean(np.abs(np.subtract(first, second)))), len(first), None


def unanimous_share(items: Sequence[Sequence[str]]) -> Figure:
    """Share of items on which all raters (two at least) agree; other items are left out."""
    rated = [labels for labels in items if len(labels) > 1]
    if not rated:
        return None, 0, "one_rater" if items else "no_shared_records"
    return sum(len(set(labels)) == 1 for labels in rated) / len(rated), len(rated), None


def fleiss(items: Sequence[Sequence[str]]) -> Figure:
    """Fleiss' kappa over the items with the most common number of raters (two at least)."""
    # Imported where used: else every process of a run holds it.
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    sizes = Counter(len(labels) for labels in items if len(labels) > 1)
    if not sizes:
        return None, 0, "one_rater" if items else "no_shared_records"
    size = max(sizes, key=lambda s: (sizes[s], s))
    rated = [list(labels) for labels in items if len(labels) == size]
    if len({label for labels in rated for label in labels}) < 2:
        return None, len(rated), "no_variation"
    counts, _ = aggregate_raters(np.array(rated))
    return float(fleiss_kappa(counts)), len(rated), None


def alpha(items: Sequence[dict[str, str]]) -> Figure:
    """Krippendorff's alpha, nominal, of items as {rater: label}; raters may be missing."""
    rated = [labels for labels in items if len(labels) > 1]
    if not rated:
        return None, 0, "one_rater" if items else "no_shared_records"
    values = sorted({label for labels in rated for label in labels.values()})
    if len(values) < 2:
        return None, len(rated), "no_variation"
    raters = sorted({rater for labels in rated for rater in labels})
    code = {value: float(i) for i, value in enumerate(values)}
    table = [
        [code[labels[rater]] if rater in labels else np.nan for labels in rated] for rater in raters
    ]
    result = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
    return float(result), len(rated), None
