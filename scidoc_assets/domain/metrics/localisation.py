"""Whether crops reach the gold regions (spec evaluation.md, Localisation; seed 000 E.3).

A region is hit when some crop on the same reference image has IoU >= t with it; boxes are
normalised on the original image. A task without gold regions cannot be localised: `no_regions`.
Refuses nothing; thresholds are the caller's (0.5, with 0.3 and 0.7 for sensitivity).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from scidoc_assets.domain.metrics.intervals import mean_interval
from scidoc_assets.domain.metrics.observations import by_model_and_pooled, single
from scidoc_assets.schemas.geometry import iou
from scidoc_assets.schemas.metrics import Localisation
from scidoc_assets.schemas.observations import Observation
from scidoc_assets.schemas.tasks import EvaluationTask

THRESHOLDS = (0.3, 0.5, 0.7)
LOW_COVERAGE = 0.3
Outcome = Literal["no_regions", "no_call", "no_hit", "partial", "all"]
OUTCOMES: tuple[Outcome, ...] = ("no_regions", "no_call", "no_hit", "partial", "all")
HIT_BUCKETS: dict[str, Callable[[int], bool]] = {
    "0": lambda hits: hits == 0,
    "1": lambda hits: hits == 1,
    "2-3": lambda hits: 2 <= hits <= 3,
    ">=4": lambda hits: hits >= 4,
}


@dataclass(frozen=True, slots=True)
class Hits:
    """Gold regions hit by the crops of one observation."""

    regions: int
    hit: int
    crops: int

    @property
    def outcome(self) -> Outcome:
        """Where the observation stands between no call and every region hit."""
        if not self.regions:
            return "no_regions"
        if not self.crops:
            return "no_call"
        if not self.hit:
            return "no_hit"
        return "all" if self.hit == self.regions else "partial"


def image_key(name: str) -> str:
    """An image name without case, spaces, underscores: `Figure 1` and `figure1` are one image."""
    return re.sub(r"[\s_.-]+", "", name).casefold()


def count_hits(row: Observation, task: EvaluationTask, threshold: float) -> Hits:
    """Regions of the task that the crops of the row hit at the IoU threshold (in (0, 1])."""
    crops = [(image_key(crop.image), crop.bbox) for crop in row.crops]
    hit = sum(
        any(
            image == image_key(region.image) and iou(bbox, region.bbox) >= threshold
            for image, bbox in crops
        )
        for region in task.regions
    )
    return Hits(regions=len(task.regions), hit=hit, crops=len(crops))


def localise(
    observations: Sequence[Observation],
    tasks: Mapping[str, EvaluationTask],
    thresholds: Sequence[float] = THRESHOLDS,
    resamples: int = 10_000,
    seed: int = 0,
) -> list[Localisation]:
    """Three sections per model (and pooled) and threshold, over agentic rows:

    `outcome` (n and share of all agentic rows per outcome), `region_coverage` (mean share of
    regions hit among rows that called the crop tool and have regions), `recovery` (by hit count,
    rows wrong under direct with E-Cov < 0.3 that called the tool on a task with regions: n, how many improved E-Cov, how
    many were rescued; value = rescued share).
    """
    if not observations:
        return []
    benchmark, judge = single(observations)
    direct = {(o.model, o.task_id, o.repeat): o for o in observations if o.setting == "direct"}
    agentic = [o for o in observations if o.setting == "agentic"]
    if not agentic:
        return []
    papers = tuple(sorted({o.paper_id for o in agentic}))
    rows: list[Localisation] = []
    for threshold in thresholds:
        for model, members in by_model_and_pooled(agentic).items():
            found = [(o, count_hits(o, tasks[o.task_id], threshold)) for o in members]
            cell = _Cell(benchmark, judge, model, threshold, resamples, seed, papers)
            rows += [*_outcomes(cell, found), _region_coverage(cell, found)]
            rows += _recovery(cell, found, direct)
    return rows


@dataclass(frozen=True)
class _Cell:
    benchmark: str
    judge: str
    model: str
    threshold: float
    resamples: int
    seed: int
    papers: tuple[str, ...]

    def row(
        self,
        section: str,
        bucket: str,
        members: Sequence[Observation],
        values: Sequence[float],
        improved: int | None = None,
        rescued: int | None = None,
    ) -> Localisation:
        low, high = mean_interval(
            values, [o.paper_id for o in members], self.resamples, self.seed, self.papers
        )
        reason = "no_rows" if not values else ("one_paper" if low is None else None)
        return Localisation(
            benchmark=self.benchmark,
            model=self.model,
            iou_threshold=self.threshold,
            section=section,
            bucket=bucket,
            n=len(values),
            value=float(np.mean(values)) if values else None,
            improved=improved,
            rescued=rescued,
            judge=self.judge,
            ci_low=low,
            ci_high=high,
            reason=reason,
        )


Found = list[tuple[Observation, Hits]]


def _outcomes(cell: _Cell, found: Found) -> list[Localisation]:
    rows = []
    members = [o for o, _ in found]
    for outcome in OUTCOMES:
        inside = [float(hits.outcome == outcome) for _, hits in found]
        row = cell.row("outcome", outcome, members, inside)
        rows.append(row.model_copy(update={"n": int(sum(inside))}))
    return rows


def _region_coverage(cell: _Cell, found: Found) -> Localisation:
    called = [(o, h) for o, h in found if h.crops and h.regions]
    shares = [h.hit / h.regions for _, h in called]
    return cell.row("region_coverage", "crop_called", [o for o, _ in called], shares)


def _recovery(
    cell: _Cell, found: Found, direct: Mapping[tuple[str, str, int], Observation]
) -> list[Localisation]:
    called = [(o, h) for o, h in found if h.crops and h.regions]
    paired = [(o, h, direct.get((o.model, o.task_id, o.repeat))) for o, h in called]
    weak = [
        (o, h, base)
        for o, h, base in paired
        if base is not None and not base.is_right and base.evidence_or_zero < LOW_COVERAGE
    ]
    rows = []
    for bucket, holds in HIT_BUCKETS.items():
        inside = [(o, base) for o, h, base in weak if holds(h.hit)]
        rescued = [float(o.is_right) for o, _ in inside]
        improved = sum(o.evidence_or_zero > base.evidence_or_zero for o, base in inside)
        members = [o for o, _ in inside]
        rows.append(cell.row("recovery", bucket, members, rescued, improved, int(sum(rescued))))
    return rows
