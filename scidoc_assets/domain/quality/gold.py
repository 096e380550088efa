"""Gold from human ratings (spec figure-quality.md, Gold; seed 001 D.3).

Dimension first: mean over the raters who scored a dimension, then the mean over the dimensions. The
mean of per-rater overalls is only used to find cases for adjudication. Refuses two ratings of one
figure by one rater and scores on a dimension that the figure's gating switches off.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from statistics import fmean, median

from scidoc_assets.schemas.contexts import Dimension
from scidoc_assets.schemas.quality import (
    DIMENSIONS,
    NAME_OF,
    AdjudicationCase,
    Dispersion,
    FigureQualityGold,
    FigureQualityItem,
    FiveScores,
    MetricDimension,
    RaterRow,
    ReturnedRating,
)

ADJUDICATION_GAP = 2.0
LOW_SCORE = 4  # bands 1-2 and 3-4: serious or worse
CONTESTED_SPREAD = 2.0


class RatingsRefused(ValueError):
    """Ratings that cannot be used together; `problems` names each (figure, rater, field, why)."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = list(problems)
        more = f" (and {len(problems) - 10} more)" if len(problems) > 10 else ""
        super().__init__(
            f"{len(problems)} bad rating(s), nothing taken; correct them and import again: "
            + "; ".join(problems[:10])
            + more
        )


def check_ratings(ratings: Sequence[RaterRow], items: Iterable[FigureQualityItem] = ()) -> None:
    """Raise RatingsRefused on a repeated (figure, rater), on fractions, and on gated-off scores.

    `items` are optional: ratings of figures that are not among them are only checked by themselves.
    """
    gates = {item.figure_id: set(item.gated_dimensions) for item in items}
    seen: set[tuple[str, str, str]] = set()
    problems = []
    for row in ratings:
        key = (row.paper_id, row.figure_id, row.rater_id)
        where = f"figure {row.figure_id}, rater {row.rater_id}"
        if key in seen:
            problems.append(f"{where}: rated twice")
        seen.add(key)
        problems += [f"{where}: {text}" for text in _bad_scores(row, gates.get(row.figure_id))]
    if problems:
        raise RatingsRefused(problems)


def aggregate_scores(ratings: Sequence[RaterRow]) -> FiveScores:
    """Mean of each dimension over the raters who scored it; null where nobody did."""
    means = {NAME_OF[d]: _mean(row.score(d) for row in ratings) for d in DIMENSIONS}
    return FiveScores(**means)


def build_gold(
    ratings: Sequence[RaterRow], items: Sequence[FigureQualityItem]
) -> list[FigureQualityGold]:
    """One gold row per rated, not excluded item, in the order of `items`.

    Raises RatingsRefused (see `check_ratings`).
    """
    check_ratings(ratings, items)
    by_figure = group_by_figure(ratings)
    rows = []
    for item in items:
        own = by_figure.get(item.figure_id, [])
        scores = aggregate_scores(own)
        if item.is_excluded or scores.mean() is None:
            continue
        rows.append(gold_row(item, scores, len(own), "ratings", needs_adjudication(own)))
    return rows


def merge_gold(
    items: Sequence[FigureQualityItem],
    ratings: Sequence[RaterRow],
    imported: Sequence[FigureQualityGold],
) -> list[FigureQualityGold]:
    """Gold of every benchmark: imported rows, and rows built where ratings are the better source.

    An imported row stays when its published means stand for ratings that the dataset leaves out,
    and when no rating was added to it. Ratings must have been checked (`rater_files`).
    """
    stated = {(row.benchmark, row.figure_id): row for row in imported}
    groups: dict[tuple[str, str], list[RaterRow]] = defaultdict(list)
    for row in sorted(ratings, key=lambda r: r.rater_id):
        groups[row.benchmark, row.figure_id].append(row)
    rows = []
    for item in items:
        key = (item.benchmark, item.figure_id)
        row, own = stated.get(key), groups.get(key, [])
        if row is None or (row.source == "ratings" and len(own) != row.raters):
            scores = aggregate_scores(own)
            if item.is_excluded or scores.mean() is None:
                continue
            row = gold_row(item, scores, len(own), "ratings", needs_adjudication(own))
        rows.append(row.model_copy(update={"figure_type": item.figure_type}))
    return rows


def gold_row(
    item: FigureQualityItem, scores: FiveScores, raters: int, source: str, is_disputed: bool
) -> FigureQualityGold:
    """A gold row of `item` from dimension means; overall is their unrounded mean."""
    return FigureQualityGold.model_validate(
        {
            **scores.model_dump(),
            "benchmark": item.benchmark,
            "figure_id": item.figure_id,
            "paper_id": item.paper_id,
            "venue": item.venue,
            "year": item.year,
            "figure_type": item.figure_type,
            "overall": scores.mean(),
            "raters": raters,
            "source": source,
            "needs_adjudication": is_disputed,
            "source_digest": item.source_digest,
        }
    )


def group_by_figure(ratings: Iterable[RaterRow]) -> dict[str, list[RaterRow]]:
    """Ratings of each figure, raters in the order of their ids."""
    groups: dict[str, list[RaterRow]] = defaultdict(list)
    for row in sorted(ratings, key=lambda r: (r.figure_id, r.rater_id)):
        groups[row.figure_id].append(row)
    return dict(groups)


def needs_adjudication(ratings: Sequence[RaterRow]) -> bool:
    """Whether the per-rater overalls of one figure differ by more than 2."""
    overalls = [o for o in (row.mean() for row in ratings) if o is not None]
    return len(overalls) > 1 and _gap(overalls) > ADJUDICATION_GAP


def find_adjudication_cases(ratings: Sequence[RaterRow]) -> list[AdjudicationCase]:
    """Figures for the adjudicator, widest gap first."""
    cases = []
    for figure_id, own in group_by_figure(ratings).items():
        if not needs_adjudication(own):
            continue
        overalls = [o for o in (row.mean() for row in own) if o is not None]
        low, high = min(overalls), max(overalls)
        cases.append(
            AdjudicationCase(
                benchmark=own[0].benchmark,
                figure_id=figure_id,
                paper_id=own[0].paper_id,
                lowest_overall=low,
                highest_overall=high,
                gap=_gap(overalls),
                raters=[row.rater_id for row in own],
            )
        )
    return sorted(cases, key=lambda case: (-case.gap, case.figure_id))


def find_returned_ratings(ratings: Sequence[RaterRow]) -> list[ReturnedRating]:
    """Scores that go back to their rater: low (<= 4) or contested (spread > 2) without a reason."""
    returned = []
    for own in group_by_figure(ratings).values():
        for dimension in DIMENSIONS:
            scored = [s for s in (row.score(dimension) for row in own) if s is not None]
            is_contested = bool(scored) and max(scored) - min(scored) > CONTESTED_SPREAD
            for row in own:
                score = row.score(dimension)
                if score is None or row.reason(dimension):
                    continue
                if score <= LOW_SCORE or is_contested:
                    returned.append(_returned(row, dimension, score))
    return returned


def measure_dispersion(ratings: Sequence[RaterRow]) -> list[Dispersion]:
    """Spread and pair agreement per dimension and of the per-rater overalls (seed 001, table 4)."""
    if not ratings:
        return []
    figures = list(group_by_figure(ratings).values())
    benchmark = ratings[0].benchmark
    rows = [
        _dispersion(benchmark, NAME_OF[d], figures, lambda row, d=d: row.score(d))
        for d in DIMENSIONS
    ]
    return [*rows, _dispersion(benchmark, "overall", figures, RaterRow.mean)]


def _bad_scores(row: RaterRow, gates: set[Dimension] | None) -> list[str]:
    problems = []
    for dimension in DIMENSIONS:
        score = row.score(dimension)
        if score is None:
            continue
        if score != int(score):
            problems.append(f"{NAME_OF[dimension]} is {score}, must be an integer 1-10 or null")
        if gates is not None and dimension not in gates:
            problems.append(f"{NAME_OF[dimension]} is scored but gated off, must be null")
    return problems


def _returned(row: RaterRow, dimension: Dimension, score: float) -> ReturnedRating:
    return ReturnedRating(
        benchmark=row.benchmark,
        figure_id=row.figure_id,
        rater_id=row.rater_id,
        dimension=NAME_OF[dimension],
        score=score,
        cause="low_without_reason" if score <= LOW_SCORE else "contested_without_reason",
    )


def _dispersion(
    benchmark: str,
    dimension: MetricDimension,
    figures: Sequence[Sequence[RaterRow]],
    read: Callable[[RaterRow], float | None],
) -> Dispersion:
    spreads: list[float] = []
    near: list[bool] = []
    for own in figures:
        scores = [s for s in map(read, own) if s is not None]
        if len(scores) < 2:
            continue
        spreads.append(max(scores) - min(scores))
        near += [abs(a - b) <= 1 for a, b in combinations(scores, 2)]
    return Dispersion(
        benchmark=benchmark,
        dimension=dimension,
        mean_spread=fmean(spreads) if spreads else None,
        median_spread=median(spreads) if spreads else None,
        within_1_pair_share=fmean(near) if near else None,
        n=len(spreads),
        n_pairs=len(near),
    )


def _gap(overalls: Sequence[float]) -> float:
    # Means of fifths: 4.4 - 2.4 must be 2, not a hair more.
    return round(max(overalls) - min(overalls), 9)


def _mean(scores: Iterable[float | None]) -> float | None:
    known = [score for score in scores if score is not None]
    return fmean(known) if known else None
