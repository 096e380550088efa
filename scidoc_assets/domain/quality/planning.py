"""Which figures a run is planned on (runs.yaml), decided before any call.

Refuses to judge excluded items: they are counted as notes. Figures that nobody has rated can be
capped; which ones stay is drawn by hash, so the same figures come back tomorrow.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from scidoc_assets.domain.quality.split_plans import figures_of_split
from scidoc_assets.schemas.quality import FigureQualityGold, FigureQualityItem
from scidoc_assets.schemas.quality_metrics import SplitManifest
from scidoc_assets.schemas.settings import QualityRun


def complete_run(run: QualityRun) -> QualityRun:
    """The run with its language model named: an agent without one uses its vision model."""
    if run.protocol != "agent" or run.language_model is not None:
        return run
    return run.model_copy(update={"language_model": run.vision_model})


def plan_figures(
    run: QualityRun,
    items: Sequence[FigureQualityItem],
    gold: Sequence[FigureQualityGold],
    splits: Sequence[SplitManifest],
) -> list[FigureQualityItem]:
    """Items that `run` scores, in their order. Raises SplitError when its split does not exist."""
    chosen = [
        item
        for item in items
        if not item.is_excluded and (not run.benchmarks or item.benchmark in run.benchmarks)
    ]
    if run.split is not None:
        wanted = figures_of_split(splits, run.split)
        chosen = [item for item in chosen if (item.benchmark, item.figure_id) in wanted]
    if run.max_unrated is None:
        return chosen
    rated = {(row.benchmark, row.figure_id) for row in gold}
    kept = rated | _drawn(
        [item for item in chosen if (item.benchmark, item.figure_id) not in rated], run.max_unrated
    )
    return [item for item in chosen if (item.benchmark, item.figure_id) in kept]


def _drawn(items: Sequence[FigureQualityItem], limit: int) -> set[tuple[str, str]]:
    """At most `limit` figures of each benchmark."""
    by_benchmark: dict[str, list[str]] = {}
    for item in items:
        by_benchmark.setdefault(item.benchmark, []).append(item.figure_id)
    return {
        (benchmark, figure_id)
        for benchmark, ids in by_benchmark.items()
        for figure_id in sorted(ids, key=lambda i: hashlib.sha256(i.encode()).hexdigest())[:limit]
    }
