"""Coverage against correctness: accuracy and claim coverage inside bands of evidence coverage.

Bands: five bins, `low_0.2` (E < 0.2), `low_0.3` (E < 0.3), `high_0.8` (E >= 0.8), and the
differences high minus low (spec evaluation.md; seed 000 D.3). Within each model and pooled. A
missing label is coverage 0. Refuses tasks without required evidence: they have no band.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from scidoc_assets.domain.metrics.intervals import (
    Floats,
    difference_intervals,
    none_if_nan,
    ratio_intervals,
    sums_by_paper,
)
from scidoc_assets.domain.metrics.observations import (
    by_model_and_pooled,
    grouped,
    single,
)
from scidoc_assets.schemas.metrics import CoverageDiagnostic
from scidoc_assets.schemas.observations import Observation

BIN_EDGES = (0.0, 0.2, 0.4, 0.6, 0.8)
LOW_CUTS = (0.2, 0.3)
HIGH_FROM = 0.8
HIGH = f"high_{HIGH_FROM}"


def _bands() -> dict[str, Callable[[float], bool]]:
    bands: dict[str, Callable[[float], bool]] = {}
    for low, high in pairwise(BIN_EDGES):
        bands[f"bin_{low:.1f}_{high:.1f}"] = lambda e, low=low, high=high: low <= e < high
    bands[f"bin_{BIN_EDGES[-1]:.1f}_1.0"] = lambda e: e >= BIN_EDGES[-1]
    for cut in LOW_CUTS:
        bands[f"low_{cut}"] = lambda e, cut=cut: e < cut
    bands[HIGH] = lambda e: e >= HIGH_FROM
    return bands


BANDS = _bands()
COLUMNS = tuple((band, metric) for band in BANDS for metric in ("accuracy", "claim_coverage"))


def diagnose_coverage(
    observations: Sequence[Observation], resamples: int = 10_000, seed: int = 0
) -> list[CoverageDiagnostic]:
    """Rows per model (and pooled), setting, band and metric (`accuracy`, `claim_coverage`,
    `accuracy_difference`); `n` is the number of rows in the band (of both bands for a difference).
    An empty band has value None, reason `no_rows`. Intervals are 95 % bootstrap by paper.
    """
    usable = [o for o in observations if o.required_evidence]
    if not usable:
        return []
    single(usable)
    papers = {paper: i for i, paper in enumerate(sorted({o.paper_id for o in usable}))}
    rows: list[CoverageDiagnostic] = []
    for model, members in by_model_and_pooled(usable).items():
        for setting, cell in grouped(members, "setting").items():
            sums, counts = _fill(cell, papers)
            maker = _Maker(cell[0].benchmark, cell[0].judge, model, setting, resamples, seed)
            rows += [*maker.means(sums, counts), *maker.differences(sums, counts)]
    return rows


def _fill(cell: Sequence[Observation], papers: dict[str, int]) -> tuple[Floats, Floats]:
    """Sums and counts of shape (papers, COLUMNS)."""
    values = np.zeros((len(cell), len(COLUMNS)))
    weights = np.zeros_like(values)
    for index, row in enumerate(cell):
        scores = {"accuracy": float(row.is_right), "claim_coverage": row.claims_or_zero}
        for column, (band, metric) in enumerate(COLUMNS):
            score = scores[metric]
            if score is not None and BANDS[band](row.evidence_or_zero):
                values[index, column], weights[index, column] = score, 1.0
    place = np.array([papers[o.paper_id] for o in cell])
    return sums_by_paper(values, place, len(papers)), sums_by_paper(weights, place, len(papers))


@dataclass(frozen=True)
class _Maker:
    benchmark: str
    judge: str
    model: str
    setting: str
    resamples: int
    seed: int

    def means(self, sums: Floats, counts: Floats) -> list[CoverageDiagnostic]:
        low, high = ratio_intervals(sums, counts, self.resamples, self.seed)
        total, n = sums.sum(axis=0), counts.sum(axis=0)
        return [
            self._row(band, metric, total[c] / n[c] if n[c] else None, n[c], low[c], high[c])
            for c, (band, metric) in enumerate(COLUMNS)
        ]

    def differences(self, sums: Floats, counts: Floats) -> list[CoverageDiagnostic]:
        """Accuracy at high coverage minus accuracy at low coverage."""
        top = COLUMNS.index((HIGH, "accuracy"))
        bottoms = [COLUMNS.index((f"low_{cut}", "accuracy")) for cut in LOW_CUTS]
        tops = [top] * len(bottoms)
        low, high = difference_intervals(
            (sums[:, tops], counts[:, tops]),
            (sums[:, bottoms], counts[:, bottoms]),
            self.resamples,
            self.seed,
        )
        total, n = sums.sum(axis=0), counts.sum(axis=0)
        rows = []
        for i, (cut, bottom) in enumerate(zip(LOW_CUTS, bottoms, strict=True)):
            has_both = n[top] and n[bottom]
            value = total[top] / n[top] - total[bottom] / n[bottom] if has_both else None
            band = f"{HIGH}_minus_low_{cut}"
            row = (band, "accuracy_difference", value, n[top] + n[bottom], low[i], high[i])
            rows.append(self._row(*row))
        return rows

    def _row(
        self, band: str, metric: str, value: float | None, n: float, low: float, high: float
    ) -> CoverageDiagnostic:
        has_interval = value is not None and not np.isnan(low)
        return CoverageDiagnostic(
            benchmark=self.benchmark,
            model=self.model,
            setting=self.setting,
            judge=self.judge,
            band=band,
            metric=metric,
            value=None if value is None else float(value),
            n=int(n),
            ci_low=none_if_nan(low) if has_interval else None,
            ci_high=none_if_nan(high) if has_interval else None,
            reason="no_rows" if value is None else (None if has_interval else "one_paper"),
        )
