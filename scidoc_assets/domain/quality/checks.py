"""What must hold of stored score rows: gating, caps, overall, evidence (issue "Figure quality").

Each check returns the ids of the rows that break it. Refuses to repair anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scidoc_assets.schemas.quality import (
    DIMENSIONS,
    NAME_OF,
    FigureQualityItem,
    FigureQualityScore,
)

_TOLERANCE = 1e-9


def find_broken_gating(
    scores: Iterable[FigureQualityScore], items: Sequence[FigureQualityItem]
) -> list[str]:
    """Rows that score a gated-off dimension, miss a gated one, or belong to an excluded item."""
    gates = {item.figure_id: set(item.gated_dimensions) for item in items}
    broken = []
    for row in scores:
        scored = {d for d in DIMENSIONS if row.score(d) is not None}
        wanted = gates.get(row.figure_id, set()) if row.status == "scored" else set()
        is_excluded = row.status == "scored" and not wanted
        if scored != wanted or is_excluded:
            broken.append(_name(row))
    return broken


def find_scores_beside_their_gates(scores: Iterable[FigureQualityScore]) -> list[str]:
    """The same truth read off the rows alone: each carries the dimensions its item switches on."""
    return [
        _name(row)
        for row in scores
        if {d for d in DIMENSIONS if row.score(d) is not None}
        != (set(row.gated_dimensions) if row.status == "scored" else set())
    ]


def find_broken_caps(scores: Iterable[FigureQualityScore]) -> list[str]:
    """Agent rows above one of their caps."""
    broken = []
    for row in scores:
        pairs = [
            (row.caption_consistency, row.cap_caption),
            (row.context_consistency, row.cap_context),
            (row.misleading_risk, row.cap_risk),
        ]
        if any(s is not None and cap is not None and s > cap for s, cap in pairs):
            broken.append(_name(row))
    return broken


def find_wrong_overalls(scores: Iterable[FigureQualityScore]) -> list[str]:
    """Rows whose overall is not the mean of their scored dimensions (null when none is)."""
    broken = []
    for row in scores:
        mean = row.mean()
        if (mean is None) != (row.overall is None) or (
            mean is not None and abs(mean - (row.overall or 0.0)) > _TOLERANCE
        ):
            broken.append(_name(row))
    return broken


def find_scores_without_evidence(scores: Iterable[FigureQualityScore]) -> list[str]:
    """Rows with a score that has no reason."""
    return [
        _name(row)
        for row in scores
        if any(
            row.score(d) is not None and not (getattr(row, f"{NAME_OF[d]}_reason") or "").strip()
            for d in DIMENSIONS
        )
    ]


def _name(row: FigureQualityScore) -> str:
    return f"{row.run_id}/{row.figure_id}"
