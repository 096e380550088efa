"""`scidoc convert`: a DoclingDocument JSON or an IR JSON as IR JSON and Markdown.

Needs no project. Nothing is written when the input is refused.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import click

from scidoc_assets.commands.exits import EXIT_FAILED, EXIT_USAGE
from scidoc_assets.commands.files import put_file
from scidoc_assets.domain.interchange.documents import read_layout
from scidoc_assets.domain.interchange.ir_json import InterchangeError, export_ir
from scidoc_assets.domain.papers.identity import slug
from scidoc_assets.domain.views.markdown import to_markdown

MAX_BYTES = 500_000_000


def convert_file(file: Path, out: Path, paper_id: str | None) -> int:
    """Convert `file`, write ir.json and paper.md below `out`.

    Returns the exit code: 0; 1 when the document is refused, 2 when `out` cannot be written, with
    field and reason on stderr.
    """
    try:
        layout = read_layout(_text(file), paper_id or slug(file.stem) or _hashed(file))
    except InterchangeError as error:
        click.echo(f"scidoc: {file}: {error}", err=True)
        return EXIT_FAILED
    try:
        put_file(out / "ir.json", (export_ir(layout) + "\n").encode())
        put_file(out / "paper.md", to_markdown(layout).encode())
    except OSError as error:
        click.echo(f"scidoc: cannot write {out}: {error.strerror or error}", err=True)
        return EXIT_USAGE
    click.echo(
        f"{file.name}: {layout.num_pages} pages, {len(layout.blocks)} blocks,"
        f" {len(layout.relations)} relations in {out}: ir.json paper.md"
    )
    return 0


def _text(file: Path) -> str:
    """The file's text. Raises InterchangeError when it is too large or not UTF-8."""
    if file.stat().st_size > MAX_BYTES:
        raise InterchangeError("document", f"over {MAX_BYTES} bytes")
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InterchangeError(f"byte {error.start}", "not UTF-8") from error


def _hashed(file: Path) -> str:
    return f"paper-{hashlib.sha256(file.name.encode('utf-8', 'replace')).hexdigest()[:8]}"
