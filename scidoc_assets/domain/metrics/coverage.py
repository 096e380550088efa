"""Coverage against correctness: accuracy and claim coverage inside bands of evidence coverage.

Bands: five bins, `low_0.2` (E < 0.2), `low_0.3` (E < 0.3), `high_0.8` (E >= 0.8), and the
differences high minus low (spec evaluation.md; seed 000 D.3). Observational: within each model,
and pooled. A missing label is coverage 0. Tasks without required evidence are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from scidoc_assets.domain.metrics.intervals import mean_interval
from scidoc_assets.domain.metrics.observations import (
    Observation,
    by_model_and_pooled,
    grouped,
    single,
)
from scidoc_assets.schemas.metrics import CoverageDiagnostic

BIN_EDGES = (0.0, 0.2, 0.4, 0.6, 0.8)
LOW_CUTS = (0.2, 0.3)
HIGH_FROM = 0.8
Band = Callable[[float], bool]


def _bands() -> dict[str, Band]:
    bands: dict[str, Band] = {}
    for low, high in [*pairwise(BIN_EDGES), (BIN_EDGES[-1], None)]:
        name = f"bin_{low:.1f}_{high:.1f}" if high else f"bin_{low:.1f}_1.0"
        bands[name] = lambda e, low=low, high=high: e >= low and (high is None or e < high)
    for cut in LOW_CUTS:
        bands[f"low_{cut}"] = lambda e, cut=cut: e < cut
    bands[f"high_{HIGH_FROM}"] = lambda e: e >= HIGH_FROM
    return bands


def diagnose_coverage(
    observations: Sequence[Observation], resamples: int = 10_000, seed: int = 0
) -> list[CoverageDiagnostic]:
    """Rows per model (and pooled), setting, band and metric (`accuracy`, `claim_coverage`,
    `accuracy_difference`); `n` is the number of rows in the band (of the low band and the high
    band together for a difference). Empty bands have value None, reason `no_rows`.
    """
    if not observations:
        return []
    single(observations)
    rows: list[CoverageDiagnostic] = []
    usable = [o for o in observations if o.required_evidence]
    for model, members in by_model_and_pooled(usable).items():
        for setting, cell in grouped(members, "setting").items():
            rows.extend(_diagnose(model, setting, cell, resamples, seed))
    return rows


def _diagnose(
    model: str, setting: str, cell: Sequence[Observation], resamples: int, seed: int
) -> list[CoverageDiagnostic]:
    def row(band: str, metric: str, value, n, interval, reason) -> CoverageDiagnostic:
        return CoverageDiagnostic(
            benchmark=cell[0].benchmark,
            model=model,
            setting=setting,
            judge=cell[0].judge,
            band=band,
            metric=metric,
            value=value,
            n=n,
            ci_low=interval[0],
            ci_high=interval[1],
            reason=reason,
        )

    rows: list[CoverageDiagnostic] = []
    for band, holds in _bands().items():
        inside = [o for o in cell if holds(o.evidence_or_zero)]
        rows.append(row(band, "accuracy", *_mean(inside, _right, resamples, seed)))
        claimed = [o for o in inside if o.required_claims]
        rows.append(row(band, "claim_coverage", *_mean(claimed, _claims, resamples, seed)))
    for cut in LOW_CUTS:
        band = f"high_{HIGH_FROM}_minus_low_{cut}"
        rows.append(row(band, "accuracy_difference", *_difference(cell, cut, resamples, seed)))
    return rows


def _right(row: Observation) -> float:
    return float(row.is_right)


def _claims(row: Observation) -> float:
    return row.claims_or_zero or 0.0


Summary = tuple[float | None, int, tuple[float | None, float | None], str | None]


def _mean(
    rows: Sequence[Observation], score: Callable[[Observation], float], resamples: int, seed: int
) -> Summary:
    if not rows:
        return None, 0, (None, None), "no_rows"
    values = [score(o) for o in rows]
    interval = mean_interval(values, [o.paper_id for o in rows], resamples, seed)
    reason = "one_paper" if interval[0] is None else None
    return float(np.mean(values)), len(values), interval, reason


def _difference(cell: Sequence[Observation], cut: float, resamples: int, seed: int) -> Summary:
    """Accuracy at high coverage minus accuracy at low; the interval resamples papers jointly."""
    low = [o for o in cell if o.evidence_or_zero < cut]
    high = [o for o in cell if o.evidence_or_zero >= HIGH_FROM]
    n = len(low) + len(high)
    if not low or not high:
        return None, n, (None, None), "no_rows"
    value = float(np.mean([o.is_right for o in high]) - np.mean([o.is_right for o in low]))
    bounds = difference_interval(high, low, resamples, seed)
    return value, n, bounds, "one_paper" if bounds[0] is None else None


def difference_interval(
    high: Sequence[Observation], low: Sequence[Observation], resamples: int, seed: int
) -> tuple[float | None, float | None]:
    """95 % interval of mean(high) - mean(low) under one draw of papers for both groups."""
    papers = sorted({o.paper_id for o in [*high, *low]})
    if len(papers) < 2:
        return None, None
    index = {paper: i for i, paper in enumerate(papers)}
    table = np.zeros((len(papers), 4))
    for first, group in ((0, high), (2, low)):
        for row in group:
            table[index[row.paper_id], first : first + 2] += (row.is_right, 1)
    rng = np.random.default_rng(seed)
    draws = rng.multinomial(len(papers), np.full(len(papers), 1 / len(papers)), size=resamples)
    sums = draws @ table
    defined = (sums[:, 1] > 0) & (sums[:, 3] > 0)
    if not defined.any():
        return None, None
    kept = sums[defined]
    bounds = np.quantile(kept[:, 0] / kept[:, 1] - kept[:, 2] / kept[:, 3], [0.025, 0.975])
    return float(bounds[0].round(6)), float(bounds[1].round(6))
