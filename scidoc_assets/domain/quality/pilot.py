"""The calibration pilot: which figures raters practise on, and how each rater stands to the others.

Seed 001 D.1: 50 figures before full annotation. Refuses nothing; a rater who shares no figure with
another has no bias (null).
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

from scidoc_assets.domain.quality.gold import group_by_figure
from scidoc_assets.schemas.quality import DIMENSIONS, FigureQualityItem, RaterBias, RaterRow
from scidoc_assets.schemas.quality_reports import PilotFigure

PILOT_SIZE = 50


def select_pilot(
    items: Sequence[FigureQualityItem], seed: int = 0, size: int = PILOT_SIZE
) -> list[str]:
    """Figure ids of the pilot: round robin over figure type and gating, drawn by seeded hash."""
    strata: dict[tuple[str, ...], list[str]] = {}
    for item in sorted(items, key=lambda i: _draw(seed, i.figure_id)):
        if not item.is_excluded:
            key = (item.figure_type, *item.gated_dimensions)
            strata.setdefault(key, []).append(item.figure_id)
    columns = [strata[key] for key in sorted(strata)]
    depth = max((len(column) for column in columns), default=0)
    turns = [column[i] for i in range(depth) for column in columns if i < len(column)]
    return turns[:size]


def order_pilot(
    items: Sequence[FigureQualityItem], ratings: Sequence[RaterRow], seed: int = 0
) -> list[PilotFigure]:
    """The pilot's figures in order, with how many ratings each has; items of one benchmark."""
    by_id = {item.figure_id: item for item in items}
    rated = group_by_figure(ratings)
    return [
        PilotFigure(
            benchmark=by_id[figure_id].benchmark,
            figure_id=figure_id,
            paper_id=by_id[figure_id].paper_id,
            place=place,
            figure_type=by_id[figure_id].figure_type,
            gated_dimensions=by_id[figure_id].gated_dimensions,
            ratings=len(rated.get(figure_id, [])),
        )
        for place, figure_id in enumerate(select_pilot(items, seed), start=1)
    ]


def measure_rater_bias(ratings: Sequence[RaterRow]) -> list[RaterBias]:
    """Per rater: mean of (own score - mean of the other raters) over all shared dimensions."""
    differences: dict[str, list[float]] = defaultdict(list)
    for own in group_by_figure(ratings).values():
        for row in own:
            differences[row.rater_id] += _against_others(row, own)
    benchmark = ratings[0].benchmark if ratings else ""
    return [
        RaterBias(
            benchmark=benchmark,
            rater_id=rater_id,
            mean_difference=fmean(values) if values else None,
            within_1_share=fmean(abs(v) <= 1 for v in values) if values else None,
            n=len(values),
        )
        for rater_id, values in sorted(differences.items())
    ]


def _against_others(row: RaterRow, of_figure: Sequence[RaterRow]) -> list[float]:
    found = []
    for dimension in DIMENSIONS:
        score = row.score(dimension)
        others = [
            s
            for other in of_figure
            if other.rater_id != row.rater_id and (s := other.score(dimension)) is not None
        ]
        if score is not None and others:
            found.append(score - fmean(others))
    return found


def _draw(seed: int, name: str) -> str:
    return hashlib.sha256(f"{seed}\x00{name}".encode()).hexdigest()
