"""Training samples leave the project: `scidoc export training`; and one of them as pictures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress
from upath import UPath

from scidoc_assets.commands.exits import EXIT_COUNTED, EXIT_FAILED
from scidoc_assets.definitions import real_project
from scidoc_assets.defs.page_images import PageImages, PictureError
from scidoc_assets.defs.papers import shard_of_paper
from scidoc_assets.defs.project import Project, known_table
from scidoc_assets.defs.releasing import drawn_samples, sources_of
from scidoc_assets.defs.stored import rows_in_store
from scidoc_assets.domain.training.exports import SftForm
from scidoc_assets.domain.training.layout_sources import LayoutView, page_inputs
from scidoc_assets.domain.training.release import ExportFormat, first_of_each
from scidoc_assets.domain.training.rendering import page_view, png_bytes
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.schemas.training import TrainingSample
from scidoc_assets.storage.parquet import read_rows, write_bytes
from scidoc_assets.storage.training_export import ExportReport, TrainingExport, write_training

CLOSED_PAGES = (
    "pages whose licence (manifest column `licence`) does not allow redistribution: they left as "
    "locators, without pixels and passages.\n  --all-pages writes them whole, for your own use only"
)


def draw_sample(root: Path, sample_id: str) -> list[str]:
    """Draw the pictures of a stored sample into data/cache/pictures; their paths.

    A picture that cannot be drawn is one line that says why instead.
    """
    project = real_project(root)
    sample = next(
        (
            s
            for s in rows_in_store(project, "training_samples", TrainingSample)
            if s.sample_id == sample_id
        ),
        None,
    )
    if sample is None:
        return []
    try:
        drawn = PageImages(project, project.settings.training.page_dpi).pictures(sample)
    except PictureError as error:
        return [f"not drawn: {error}"]
    drawn = drawn or _source_pages(project, sample)
    folder = project.paths.cache / "pictures"
    for name, data in drawn:
        write_bytes(UPath(folder / name), data)
    return [str(folder / name) for name, _ in drawn]


def _source_pages(project: Project, sample: TrainingSample) -> list[tuple[str, bytes]]:
    """For a sample of text only: the pages that it was made from, its source blocks boxed."""
    log = json.loads(sample.construction_json)
    blocks = {str(b) for b in log.get("block_ids") or [log.get("block_id")]}
    images = PageImages(project, project.settings.training.page_dpi)
    drawn: list[tuple[str, bytes]] = []
    for paper_id in sample.paper_ids:
        shard = shard_of_paper(project, paper_id)
        path = project.table_path(known_table("parsed_layouts"), shard)
        if shard is None or not path.exists():  # a made-up paper
            continue
        layouts = read_rows(path, ParsedLayout)
        for layout in (x for x in layouts if x.paper_id == paper_id):
            view = LayoutView(layout)
            marks = [("SOURCE", view.by_id[b]) for b in sorted(blocks & view.by_id.keys())]
            for page in page_inputs(view, marks):
                name = f"{sample.sample_id}-source-{len(drawn)}.png"
                drawn.append((name, png_bytes(page_view(page, images.page))))
    return drawn


def export_training(
    root: Path,
    out: Path,
    form: ExportFormat,
    sft_form: SftForm,
    subtasks: Sequence[str],
    has_all_pages: bool,
) -> int:
    """Write accepted samples to `out` and say what is in it; the exit code."""
    project = real_project(root)
    samples = rows_in_store(project, "training_samples", TrainingSample)
    wanted = first_of_each([s for s in samples if not subtasks or s.subtask in subtasks], None)
    if not wanted:
        click.echo(
            "scidoc: no accepted training sample here; make them with\n"
            "  scidoc run --select training_samples",
            err=True,
        )
        return EXIT_FAILED
    papers = rows_in_store(project, "raw_pdfs", RawPdf)
    export = TrainingExport(
        out.resolve().name,
        (form,),
        project.settings.releases,
        sft_form,
        project.settings.training.seed,
        sources_of(papers, (p for s in wanted for p in s.paper_ids)),
    )
    with Progress(console=Console(stderr=True)) as progress:
        tracked = progress.track(wanted, description="drawing")
        drawn = drawn_samples(project, tracked, papers, has_all_pages)
        report = write_training(out, drawn, export)
    return _told(report, out)


def _told(report: ExportReport, out: Path) -> int:
    splits = ", ".join(f"{split} {n}" for split, n in sorted(report.by_split.items()))
    click.echo(f"{report.samples} samples, {report.pictures} pictures in {out} ({splits})")
    if report.located:
        click.echo(f"{report.located} samples show {CLOSED_PAGES}")
    for failure in report.left_out[:5]:
        click.echo(f"left out: {failure}", err=True)
    if report.left_out:
        click.echo(f"{len(report.left_out)} samples could not be drawn", err=True)
    return EXIT_COUNTED if report.left_out else 0
