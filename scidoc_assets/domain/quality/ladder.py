"""The protocol ladder: direct -> sidecar -> agent on the same model, paired by figure.

Refuses to compare runs of different models and figures that only one of two runs has scored.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scidoc_assets.domain.quality.metrics import RESAMPLES, group_by_run, in_scope, pair_up
from scidoc_assets.domain.quality.resampling import mean_interval
from scidoc_assets.schemas.quality import (
    DIMENSIONS,
    NAME_OF,
    FigureQualityGold,
    FigureQualityScore,
    MetricDimension,
    Protocol,
)
from scidoc_assets.schemas.quality_metrics import MetricReason, ProtocolStep, SplitManifest

STEPS: tuple[tuple[Protocol, Protocol], ...] = (
    ("direct", "sidecar"),
    ("sidecar", "agent"),
    ("direct", "agent"),
)
_ALL_DIMENSIONS: tuple[MetricDimension, ...] = ("overall", *(NAME_OF[d] for d in DIMENSIONS))


def climb_ladder(
    gold: Sequence[FigureQualityGold],
    scores: Sequence[FigureQualityScore],
    split: SplitManifest | None = None,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> list[ProtocolStep]:
    """Differences of the absolute error (to - from; negative is better), with intervals by paper.

    One row per step, model, pair of runs and dimension; an agent with another language model than
    its vision model is not on the ladder of that model.
    """
    scope = in_scope(gold, split)
    runs = [own for own in group_by_run(scores, scope) if _is_one_model(own[0])]
    rows = []
    for protocol_from, protocol_to in STEPS:
        for before in runs:
            for after in runs:
                is_step = (before[0].protocol, after[0].protocol) == (protocol_from, protocol_to)
                if is_step and before[0].vision_model == after[0].vision_model:
                    rows += _compare(scope, before, after, split, resamples, seed)
    return rows


def _is_one_model(row: FigureQualityScore) -> bool:
    return row.language_model in (None, row.vision_model)


def _compare(
    scope: Sequence[FigureQualityGold],
    before: Sequence[FigureQualityScore],
    after: Sequence[FigureQualityScore],
    split: SplitManifest | None,
    resamples: int,
    seed: int,
) -> list[ProtocolStep]:
    return [
        _step(scope, before, after, dimension, split, resamples, seed)
        for dimension in _ALL_DIMENSIONS
    ]


def _step(
    scope: Sequence[FigureQualityGold],
    before: Sequence[FigureQualityScore],
    after: Sequence[FigureQualityScore],
    dimension: MetricDimension,
    split: SplitManifest | None,
    resamples: int,
    seed: int,
) -> ProtocolStep:
    first = {pair.figure_id: pair for pair in pair_up(scope, before, dimension)}
    shared = [p for p in pair_up(scope, after, dimension) if p.figure_id in first]
    errors_from = [abs(first[pair.figure_id].error) for pair in shared]
    errors_to = [abs(pair.error) for pair in shared]
    changes = [to - start for start, to in zip(errors_from, errors_to, strict=True)]
    low, high = (
        mean_interval(changes, [p.paper_id for p in shared], resamples, seed)
        if shared
        else (None, None)
    )
    reason: MetricReason | None = None if low is not None else "one_paper"
    return ProtocolStep(
        benchmark=scope[0].benchmark,
        split=f"{split.name}@v{split.version}" if split else None,
        run_from=before[0].run_id,
        run_to=after[0].run_id,
        protocol_from=before[0].protocol,
        protocol_to=after[0].protocol,
        vision_model=before[0].vision_model,
        language_model=after[0].language_model,
        dimension=dimension,
        mae_from=float(np.mean(errors_from)) if shared else None,
        mae_to=float(np.mean(errors_to)) if shared else None,
        difference=float(np.mean(changes)) if shared else None,
        ci_low=low,
        ci_high=high,
        n=len(shared),
        reason=reason if shared else "no_rows",
    )
