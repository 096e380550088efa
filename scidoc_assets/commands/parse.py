"""`scidoc parse`: one paper in, its figures, tables, text and pages out.

Needs no project, configuration or Dagster; works in any folder. The file is parsed in a guarded
worker with the default limits. Nothing is written before the parse is through.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from pebble import ProcessPool

from scidoc_assets.commands.exits import EXIT_FAILED, EXIT_USAGE
from scidoc_assets.commands.files import put_file
from scidoc_assets.commands.latex import AlignedLatex, LatexUnusable, latex_of
from scidoc_assets.commands.text import text_table
from scidoc_assets.domain.contexts.binding import bind_contexts
from scidoc_assets.domain.contexts.hosts import locate_mentions
from scidoc_assets.domain.interchange.ir_json import export_ir
from scidoc_assets.domain.papers.identity import slug
from scidoc_assets.domain.views.markdown import to_markdown
from scidoc_assets.domain.views.object_records import crop_name, object_records
from scidoc_assets.domain.views.page_pictures import (
    all_images_first,
    images_first_markdown,
    picture_name,
)
from scidoc_assets.gateways.ocr.interface import OcrError
from scidoc_assets.gateways.ocr.page_reader import PageReaderFactory
from scidoc_assets.gateways.pdf.outcomes import PaperFailure, PaperParse, ParseOptions
from scidoc_assets.gateways.pdf.page_pictures import shoot_pages
from scidoc_assets.gateways.pdf.workers import ParseJob, open_pool, parse_many


def parse_file(file: Path, out: Path | None, as_json: bool, latex: Path | None = None) -> int:
    """Parse `file`; print its objects (`as_json`: as JSON), write everything below `out`.

    `latex`: folder or main file of the paper's LaTeX source, aligned to the layout (latex.json).
    Returns the exit code: 0; 1 when the paper cannot be used, 2 when `out` cannot be written, with
    the reason on stderr.
    """
    # Crops are cut even if nobody keeps them: their trimmed boxes and faults are in the records.
    options = ParseOptions()
    with open_pool(options, workers=1) as pool:
        job = ParseJob(file, _paper_id(file))
        reader = PageReaderFactory("rapidocr", _ocr_folder())
        try:
            [result] = parse_many([job], options, 1, reader, pool)
        except OcrError as error:
            click.echo(f"scidoc: {file}: {error.fault}: {error}", err=True)
            return EXIT_FAILED
        if isinstance(result, PaperFailure):
            click.echo(f"scidoc: {file}: {result.reason}: {result.detail}", err=True)
            return EXIT_FAILED
        try:
            aligned = latex_of(result.layout, latex) if latex is not None else None
        except LatexUnusable as error:
            click.echo(f"scidoc: {latex}: {error}", err=True)
            return EXIT_FAILED
        records = _records(result)
        if out is not None:
            try:
                _write(out, file, result, records, options, pool, aligned)
            except OSError as error:
                click.echo(f"scidoc: cannot write {out}: {error.strerror or error}", err=True)
                return EXIT_USAGE
    _print(file, out, result, records, as_json)
    if aligned is not None and not as_json:
        click.echo(aligned.summary)
    return 0


def _paper_id(file: Path) -> str:
    """A safe id out of the file name; a hash of the name when nothing safe is left of it."""
    name = os.fsencode(file.stem)
    return slug(file.stem) or f"paper-{hashlib.sha256(name).hexdigest()[:8]}"


def _ocr_folder() -> Path:
    """Where OCR keeps its model files between runs; the temporary folder when home is read-only."""
    base = os.environ.get("XDG_CACHE_HOME")
    folder = (Path(base) if base else Path.home() / ".cache") / "scidoc-assets" / "ocr_models"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / "scidoc-assets-ocr_models"
    return folder


def _records(result: PaperParse) -> list[dict[str, Any]]:
    figures = [cut.row for cut in result.figures]
    bindings = bind_contexts(result.layout, figures)
    return object_records(figures, bindings, locate_mentions(result.layout, figures))


def _write(
    out: Path,
    file: Path,
    result: PaperParse,
    records: Sequence[dict[str, Any]],
    options: ParseOptions,
    pool: ProcessPool,
    aligned: AlignedLatex | None,
) -> None:
    """Write figures.json, crops, ir.json, paper.md, page pictures and their view pages.md."""
    layout = result.layout if aligned is None else aligned.layout
    out.mkdir(parents=True, exist_ok=True)
    crops: dict[str, str] = {}
    for cut in result.figures:
        name = crop_name(cut.row)
        if name is not None and cut.crop_png is not None:
            crops[cut.row.figure_id] = name
            put_file(out / name, cut.crop_png)
    missing: dict[int, str] = {}
    for shot in shoot_pages(file, range(result.layout.num_pages), options, pool):
        if shot.png is None:
            missing[shot.page_index] = shot.reason or "page_unreadable"
        else:
            put_file(out / picture_name(shot.page_index), shot.png)
    views = all_images_first(layout, missing)
    put_file(out / "pages.md", images_first_markdown(layout.title, views).encode())
    put_file(out / "figures.json", (_as_json(records) + "\n").encode())
    put_file(out / "ir.json", (export_ir(layout) + "\n").encode())
    put_file(out / "paper.md", to_markdown(layout, crops).encode())
    if aligned is not None:
        put_file(out / "latex.json", aligned.as_json.encode())


def _as_json(records: Sequence[dict[str, Any]]) -> str:
    return json.dumps({"objects": records}, ensure_ascii=False, allow_nan=False)


def _print(
    file: Path,
    out: Path | None,
    result: PaperParse,
    records: Sequence[dict[str, Any]],
    as_json: bool,
) -> None:
    if as_json:
        # Bytes, so that a locale without UTF-8 cannot break a caption (bug-log row B15).
        click.echo(_as_json(records).encode())
        return
    layout = result.layout
    click.echo(f"{file.name}: {layout.num_pages} pages, {len(layout.blocks)} blocks")
    rows = [
        (r["label"], r["kind"], r["page_index"] + 1, r["mention_count"], r["reason"], r["caption"])
        for r in records
    ]
    columns = ("label", "kind", "page", "mentions", "reason", "caption")
    click.echo(text_table(columns, rows) if rows else "no figures or tables found")
    for warning in layout.warnings:
        click.echo(f"note: {warning}")
    if out is not None:
        click.echo(f"written to {out}: figures.json crops/ ir.json paper.md pages.md pages/")
