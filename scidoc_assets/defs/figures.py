"""Figures from candidates to S1: screening by shard, near-duplicates over the whole corpus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scidoc_assets.defs.crop_sheets import crop_sheet
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.figures.curation import Twin, find_twins, mark_twins, screen_figures
from scidoc_assets.schemas.figures import FigureCandidate, FigureTwin, S1FilteredFigure
from scidoc_assets.storage.blobs import BlobStore

Candidates = Sequence[FigureCandidate]
Filtered = Sequence[S1FilteredFigure]


class StoredCrops(Mapping[str, bytes]):
    """Crops by hash, read when asked for: a whole corpus of them does not fit in memory."""

    def __init__(self, blobs: BlobStore) -> None:
        self._blobs = blobs

    def __getitem__(self, sha256: str) -> bytes:
        if not self._blobs.has(sha256):
            raise KeyError(sha256)
        return self._blobs.get(sha256)

    def __contains__(self, sha256: object) -> bool:
        return isinstance(sha256, str) and self._blobs.has(sha256)

    def __iter__(self) -> Iterator[str]:
        raise TypeError("stored crops are looked up by hash, not listed")

    def __len__(self) -> int:
        raise TypeError("stored crops are looked up by hash, not counted")


@stage("screened_figures", uses=("curation",))
def screened_figures(run: StageRun, figure_candidates: Candidates) -> Filtered:
    """Each candidate's picture against the thresholds of S1."""
    crops = StoredCrops(run.project.blobs)
    return screen_figures(figure_candidates, crops, run.project.settings.curation)


@stage("figure_twins", uses=("curation",))
def figure_twins(run: StageRun, screened_figures: Filtered) -> Sequence[FigureTwin]:
    """Near-duplicate pictures over all shards, papers in a stable order."""
    rows = sorted(screened_figures, key=lambda r: r.paper_id)
    twins = find_twins(rows, StoredCrops(run.project.blobs), run.project.settings.curation)
    return [
        FigureTwin(
            figure_id=t.figure_id,
            twin_figure_id=t.twin_figure_id,
            is_in_same_paper=t.is_in_same_paper,
        )
        for t in twins.values()
    ]


def _deleted_without_reason(rows: Rows) -> list[str]:
    return [
        r.figure_id
        for r in rows
        if isinstance(r, S1FilteredFigure) and r.is_kept == (r.reason is not None)
    ]


def _twins_unnamed(rows: Rows) -> list[str]:
    return [
        r.figure_id
        for r in rows
        if isinstance(r, S1FilteredFigure) and r.reason == "near_duplicate" and not r.twin_figure_id
    ]


def _deleted_sheet(project: Project, rows: Rows) -> Mapping[str, Any]:
    deleted = [r for r in rows if isinstance(r, S1FilteredFigure) and not r.is_kept]
    return crop_sheet(project, deleted, [str(r.reason) for r in deleted], "deleted")


@stage(
    "s1_filtered_figures",
    uses=("curation",),
    checks=(
        TableCheck("deletions_have_a_reason", _deleted_without_reason, is_blocking=True),
        TableCheck("near_duplicates_name_their_twin", _twins_unnamed, is_blocking=True),
    ),
    preview=_deleted_sheet,
)
def s1_filtered_figures(
    run: StageRun, screened_figures: Filtered, figure_twins: Sequence[FigureTwin]
) -> Filtered:
    """Screening and near-duplicates together."""
    twins = {
        t.figure_id: Twin(t.figure_id, t.twin_figure_id, t.is_in_same_paper) for t in figure_twins
    }
    return mark_twins(screened_figures, twins, run.project.settings.curation)


STAGES = (screened_figures, figure_twins, s1_filtered_figures)
