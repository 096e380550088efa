"""Figure quality, the human side: items, ratings, gold, frozen splits, dispersion, pilot, notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from scidoc_assets.defs.project import Project
from scidoc_assets.defs.quality_pictures import with_pictures
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.quality.gold import (
    LOW_SCORE,
    find_adjudication_cases,
    find_returned_ratings,
    measure_dispersion,
    merge_gold,
)
from scidoc_assets.domain.quality.items import BENCHMARK, build_items
from scidoc_assets.domain.quality.notes import Remark, count_remarks, remarks_of_imports
from scidoc_assets.domain.quality.pilot import measure_rater_bias, order_pilot
from scidoc_assets.domain.quality.rater_files import RaterFiles, read_rater_files
from scidoc_assets.domain.quality.split_plans import SplitPlan, plan_splits
from scidoc_assets.schemas.contexts import ContextBinding
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.schemas.quality import (
    DIMENSIONS,
    AdjudicationCase,
    Dispersion,
    FigureQualityGold,
    FigureQualityItem,
    RaterBias,
    RaterRow,
    ReturnedRating,
)
from scidoc_assets.schemas.quality_metrics import SplitManifest
from scidoc_assets.schemas.quality_reports import PilotFigure, QualityNote
from scidoc_assets.storage.frozen_splits import freeze, frozen_digest, read_frozen
from scidoc_assets.storage.quality_imports import (
    datasets_digest,
    rater_files_digest,
    rater_files_of,
    read_datasets,
)

Items = Sequence[FigureQualityItem]
Ratings = Sequence[RaterRow]
Gold = Sequence[FigureQualityGold]
Splits = Sequence[SplitManifest]
R = TypeVar("R", FigureQualityItem, RaterRow, FigureQualityGold)
Made = TypeVar("Made")


def of_benchmark(rows: Sequence[R], benchmark: str) -> list[R]:
    """The rows of one benchmark, in their order."""
    return [row for row in rows if row.benchmark == benchmark]


def benchmarks(rows: Sequence[R]) -> list[str]:
    """Benchmarks by first appearance: our own, then the imported ones."""
    return list(dict.fromkeys(row.benchmark for row in rows))


def _imports_digest(project: Project, key: str | None) -> str:
    return project.once("datasets", lambda: datasets_digest(project.paths.datasets))


def _ratings_digest(project: Project, key: str | None) -> str:
    files = rater_files_digest(project.paths.ratings)
    return f"{_imports_digest(project, key)}|{files}"


def _all_digest(project: Project, key: str | None) -> str:
    frozen = frozen_digest(project.paths.splits)
    return f"{_ratings_digest(project, key)}|{frozen}"


def _gate_without_input(rows: Rows) -> list[str]:
    broken = []
    for r in rows:
        if isinstance(r, FigureQualityItem):
            has = {"C": bool(r.caption), "CTX": bool(r.snippets)}
            wanted = set() if not any(has.values()) else {"VC", "SL", "MR"}
            wanted |= {d for d, is_there in has.items() if is_there}
            if set(r.gated_dimensions) != wanted:
                broken.append(r.figure_id)
    return broken


def _excluded_without_reason(rows: Rows) -> list[str]:
    return [
        r.figure_id
        for r in rows
        if isinstance(r, FigureQualityItem) and r.is_excluded != (r.reason is not None)
    ]


def _low_without_reason(rows: Rows) -> list[str]:
    return [
        f"{r.figure_id} {r.rater_id} {d}"
        for r in rows
        if isinstance(r, RaterRow)
        for d in DIMENSIONS
        if (score := r.score(d)) is not None and score <= LOW_SCORE and not r.reason(d)
    ]


@stage(
    "figure_quality_items",
    uses=("curation",),
    external=_imports_digest,
    checks=(
        TableCheck("gating_follows_caption_and_context", _gate_without_input, is_blocking=True),
        TableCheck("excluded_items_have_a_reason", _excluded_without_reason, is_blocking=True),
    ),
)
def figure_quality_items(
    run: StageRun,
    raw_pdfs: Sequence[RawPdf],
    curated_figures: Sequence[CuratedFigure],
    context_bindings: Sequence[ContextBinding],
) -> Items:
    """Figure instances of our corpus, then those of every imported dataset with its pictures."""
    papers = {paper.paper_id: paper for paper in raw_pdfs}
    items = build_items(BENCHMARK, curated_figures, context_bindings, papers)
    for dataset in read_datasets(run.project.paths.datasets):
        items += with_pictures(run, dataset)
    return items


@stage(
    "figure_quality_ratings",
    external=_ratings_digest,
    checks=(TableCheck("low_scores_have_a_reason", _low_without_reason),),
)
def figure_quality_ratings(run: StageRun, figure_quality_items: Items) -> Ratings:
    """Ratings of imported datasets, then those of our own rater files."""
    imported = [r for d in read_datasets(run.project.paths.datasets) for r in d.ratings]
    return [*imported, *_own_ratings(run.project, figure_quality_items, imported).rows]


def _own_ratings(project: Project, items: Items, imported: Ratings) -> RaterFiles:
    files = rater_files_of(project.paths.ratings)
    return read_rater_files(files, items, imported)


def _wrong_overalls(rows: Rows) -> list[str]:
    return [
        r.figure_id
        for r in rows
        if isinstance(r, FigureQualityGold) and not _is_near(r.mean(), r.overall)
    ]


def _is_near(mean: float | None, overall: float | None) -> bool:
    if mean is None or overall is None:
        return mean is overall
    return abs(mean - overall) <= 1e-9


@stage(
    "figure_quality_gold",
    external=_imports_digest,
    checks=(TableCheck("overall_is_the_mean_of_dimensions", _wrong_overalls, is_blocking=True),),
)
def figure_quality_gold(
    run: StageRun, figure_quality_items: Items, figure_quality_ratings: Ratings
) -> Gold:
    """Dimension-first gold of every rated figure."""
    imported = [row for d in read_datasets(run.project.paths.datasets) for row in d.gold]
    return merge_gold(figure_quality_items, figure_quality_ratings, imported)


def _splits_overlap(rows: Rows) -> list[str]:
    """Splits whose figures repeat: a figure belongs to a split once."""
    return [
        r.name
        for r in rows
        if isinstance(r, SplitManifest) and len(set(r.figure_ids)) != len(r.figure_ids)
    ]


@stage(
    "figure_quality_splits",
    uses=("runs",),
    external=_all_digest,
    checks=(TableCheck("split_figures_are_unique", _splits_overlap, is_blocking=True),),
)
def figure_quality_splits(run: StageRun, figure_quality_gold: Gold) -> Splits:
    """Frozen evaluation splits; new ones are written down once."""
    plan = _split_plan(run.project, figure_quality_gold)
    for split in plan.to_freeze:
        freeze(run.project.paths.splits, split)
    return plan.manifests


def _split_plan(project: Project, gold: Gold) -> SplitPlan:
    frozen = read_frozen(project.paths.splits)
    imported = [s for d in read_datasets(project.paths.datasets) for s in d.splits]
    return plan_splits(project.settings.runs.splits, imported, frozen, gold)


def _per_benchmark(ratings: Ratings, rule: Callable[[Ratings], Sequence[Made]]) -> list[Made]:
    return [row for name in benchmarks(ratings) for row in rule(of_benchmark(ratings, name))]


@stage("figure_quality_dispersion")
def figure_quality_dispersion(
    run: StageRun, figure_quality_ratings: Ratings
) -> Sequence[Dispersion]:
    """Spread of raters and agreement of rater pairs, per dimension."""
    return _per_benchmark(figure_quality_ratings, measure_dispersion)


@stage("figure_quality_adjudication")
def figure_quality_adjudication(
    run: StageRun, figure_quality_ratings: Ratings
) -> Sequence[AdjudicationCase]:
    """Figures whose per-rater overalls differ by more than 2, widest gap first."""
    return _per_benchmark(figure_quality_ratings, find_adjudication_cases)


@stage("figure_quality_returned")
def figure_quality_returned(
    run: StageRun, figure_quality_ratings: Ratings
) -> Sequence[ReturnedRating]:
    """Low or contested scores without a reason: they go back to their rater."""
    return _per_benchmark(figure_quality_ratings, find_returned_ratings)


@stage("figure_quality_pilot")
def figure_quality_pilot(
    run: StageRun, figure_quality_items: Items, figure_quality_ratings: Ratings
) -> Sequence[PilotFigure]:
    """The figures of the calibration pilot, over figure types and gating."""
    rows: list[PilotFigure] = []
    for name in benchmarks(figure_quality_items):
        own = of_benchmark(figure_quality_items, name)
        rows += order_pilot(own, of_benchmark(figure_quality_ratings, name))
    return rows


@stage("figure_quality_rater_bias")
def figure_quality_rater_bias(
    run: StageRun,
    figure_quality_ratings: Ratings,
    figure_quality_pilot: Sequence[PilotFigure],
) -> Sequence[RaterBias]:
    """How harsh each rater is against the others: on the pilot's figures, and on all."""
    pilot = {(row.benchmark, row.figure_id) for row in figure_quality_pilot}
    shown = [r for r in figure_quality_ratings if (r.benchmark, r.figure_id) in pilot]
    piloted = _per_benchmark(shown, measure_rater_bias)
    return [
        *(row.model_copy(update={"scope": "pilot"}) for row in piloted),
        *_per_benchmark(figure_quality_ratings, measure_rater_bias),
    ]


@stage("figure_quality_notes", uses=("runs",), external=_all_digest)
def figure_quality_notes(
    run: StageRun,
    figure_quality_items: Items,
    figure_quality_gold: Gold,
    figure_quality_splits: Splits,
) -> Sequence[QualityNote]:
    """Everything that could not be used as it came: excluded figures, refused ratings, splits."""
    datasets = read_datasets(run.project.paths.datasets)
    imported = [rating for d in datasets for rating in d.ratings]
    bad = _own_ratings(run.project, figure_quality_items, imported).bad_lines
    remarks: list[Remark] = remarks_of_imports(figure_quality_items, datasets, bad)
    remarks += _split_plan(run.project, figure_quality_gold).notes
    return count_remarks(remarks)


STAGES = (
    figure_quality_items,
    figure_quality_ratings,
    figure_quality_gold,
    figure_quality_splits,
    figure_quality_dispersion,
    figure_quality_adjudication,
    figure_quality_returned,
    figure_quality_pilot,
    figure_quality_rater_bias,
    figure_quality_notes,
)
