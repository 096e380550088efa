"""What releases and exports are made of: papers with licences, drawn samples, pictures.

Shared by the release assets and by `scidoc export`. Refuses nothing by itself; a sample that cannot
be drawn comes with its failure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scidoc_assets.defs.page_images import PageImages, PictureError
from scidoc_assets.defs.project import Project
from scidoc_assets.domain.papers.redistribution import may_redistribute
from scidoc_assets.domain.releases.locators import figure_locators
from scidoc_assets.domain.training.release import is_closed, locators, without_passages
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.schemas.releases import LicenceClass, ReleasedSource
from scidoc_assets.schemas.training import TrainingSample
from scidoc_assets.storage.release_pictures import ReleasePictures
from scidoc_assets.storage.training_export import Drawn


def sources_of(papers: Iterable[RawPdf], paper_ids: Iterable[str]) -> list[ReleasedSource]:
    """The papers behind a data set, by paper_id; ids that are no papers (made-up ones) are left out."""
    wanted = set(paper_ids)
    return [
        ReleasedSource(
            **paper.model_dump(
                include={"paper_id", "sha256", "title", "venue", "year", "doi", "licence"}
            ),
            has_open_pixels=may_redistribute(paper.licence),
        )
        for paper in sorted(papers, key=lambda p: p.paper_id)
        if paper.paper_id in wanted
    ]


def open_papers(papers: Iterable[RawPdf]) -> frozenset[str]:
    """Papers whose pages and passages may leave."""
    return frozenset(p.paper_id for p in papers if may_redistribute(p.licence))


def pictures_of(
    project: Project,
    papers: Sequence[RawPdf],
    figures: Sequence[CuratedFigure],
    has_all_pages: bool = False,
) -> ReleasePictures:
    """How the figures of these papers leave."""
    sha256_of = {paper.paper_id: paper.sha256 for paper in papers}
    found = figure_locators(figures, sha256_of)
    return ReleasePictures(project.blobs.get, open_papers(papers), found, has_all_pages)


def drawn_samples(
    project: Project,
    samples: Iterable[TrainingSample],
    papers: Sequence[RawPdf],
    has_all_pages: bool = False,
) -> Iterator[Drawn]:
    """Samples in the given order, drawn one at a time."""
    sha256_of = {paper.paper_id: paper.sha256 for paper in papers}
    may_leave = open_papers(papers)
    dpi = project.settings.training.page_dpi
    images = PageImages(project, dpi)
    for sample in samples:
        is_kept = is_closed(sample, may_leave)
        if is_kept and not has_all_pages:
            yield Drawn(without_passages(sample), [], locators(sample, sha256_of, dpi))
            continue
        try:
            drawn = images.pictures(sample)
        except PictureError as error:
            yield Drawn(sample, [], failure=str(error))
            continue
        yield Drawn(sample, drawn, licence_class=_licence_class(sample, is_kept))


def _licence_class(sample: TrainingSample, is_kept: bool) -> LicenceClass:
    if is_kept:
        return "own_use"
    return "open" if any(item.kind == "page" for item in sample.inputs) else "synthetic"
