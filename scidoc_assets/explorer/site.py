"""Writes the site: templates over views, pictures from blobs, drawings from graphs.

Static files only: no server, no script, no address outside the folder; it opens from a disk. All
text is escaped by the template engine. Same rows, same bytes; unchanged files are not touched, and
files of an earlier build that are no longer part of the site are removed (nothing else is).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from upath import UPath

from scidoc_assets.domain.arguments.drawing import draw_graph
from scidoc_assets.explorer.answers import answers_by_task
from scidoc_assets.explorer.naming import graph_file, paper_page
from scidoc_assets.explorer.overview import TaskLine, board, counts, paper_lines, task_lines
from scidoc_assets.explorer.pages import GraphPart, paper_view, task_view
from scidoc_assets.explorer.rows import ExplorerRows, grouped
from scidoc_assets.schemas.arguments import GraphEdge, GraphNode
from scidoc_assets.storage.parquet import StoreError, write_bytes

LISTING = "files.json"
# A front page with more lines than this is slow to open.
LIST_ROWS = 500
# Characters that XML does not allow; a drawing that held one would not open.
_NOT_XML = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")


@dataclass
class SiteReport:
    """What a build made; `missing_pictures` are blobs that could not be read."""

    index: Path
    pages: int = 0
    pictures: int = 0
    missing_pictures: list[str] = field(default_factory=list)


def build_site(rows: ExplorerRows, blob: Callable[[str], bytes], folder: Path) -> SiteReport:
    """Write the site under `folder`; `blob(sha256)` gives a picture's bytes or raises StoreError."""
    site = _Site(folder, blob)
    answers = answers_by_task(rows)
    papers, tasks = paper_lines(rows), task_lines(rows.reasoning_tasks, answers)
    site.page(
        "index.html",
        "index.html",
        rows=rows,
        counts=counts(rows),
        papers=papers,
        tasks=tasks,
        board=board(rows.reasoning_metrics),
    )
    site.lists("papers", papers)
    site.lists("tasks", tasks)
    _paper_pages(site, rows, tasks)
    for line in tasks:
        task = line.task
        drawing = site.drawing(f"task-{task.task_id}", task.nodes, task.edges, task.root_id)
        said = answers.get((task.benchmark, task.task_id), [])
        site.page(line.page, "task.html", view=task_view(task, said, drawing))
    site.file("style.css", _template_text("style.css"))
    return site.finish()


def _paper_pages(site: _Site, rows: ExplorerRows, tasks: Sequence[TaskLine]) -> None:
    figures = grouped(rows.curated_figures, lambda f: f.paper_id)
    contexts = {c.figure_id: c for c in rows.context_bindings}
    curations = {c.paper_id: c for c in rows.paper_curations}
    graphs = grouped(rows.argument_graphs, lambda g: g.paper_id)
    of_paper = grouped(tasks, lambda line: line.task.paper_id)
    for paper in rows.raw_pdfs:
        parts = [
            GraphPart(g, site.drawing(g.graph_id, g.nodes, g.edges, g.root_id))
            for g in graphs.get(paper.paper_id, ())
        ]
        view = paper_view(
            paper,
            curations.get(paper.paper_id),
            figures.get(paper.paper_id, ()),
            contexts,
            parts,
            of_paper.get(paper.paper_id, ()),
        )
        site.page(paper_page(paper.paper_id), "paper.html", view=view)


def _template_text(name: str) -> bytes:
    return (Path(__file__).parent / "templates" / name).read_bytes()


class _Site:
    """The folder being written, and what belongs to it."""

    def __init__(self, folder: Path, blob: Callable[[str], bytes]) -> None:
        self._folder = folder
        self._blob = blob
        self._files: set[str] = set()
        self._report = SiteReport(folder / "index.html")
        self._templates = Environment(
            loader=PackageLoader("scidoc_assets.explorer"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters["share"] = share

    def page(self, name: str, template: str, **values: Any) -> None:
        """Render one page; addresses inside are relative to it."""
        up = "../" * (len(PurePosixPath(name).parts) - 1)
        text = self._templates.get_template(template).render(
            up=up,
            picture=lambda sha: self.picture(sha, up),
            paper_page=paper_page,
            list_rows=LIST_ROWS,
            **values,
        )
        self.file(name, text.encode("utf-8"))
        self._report.pages += 1

    def lists(self, kind: str, lines: Sequence[object]) -> None:
        """Pages of `LIST_ROWS` lines each, for a list that is too long for the front page."""
        if len(lines) <= LIST_ROWS:
            return
        for number, start in enumerate(range(0, len(lines), LIST_ROWS), start=1):
            self.page(
                f"lists/{kind}-{number}.html",
                "list.html",
                kind=kind,
                lines=lines[start : start + LIST_ROWS],
                first=start + 1,
                count=len(lines),
            )

    def file(self, name: str, data: bytes) -> None:
        """Put one file, unless the same bytes are there."""
        path = self._folder / name
        self._files.add(name)
        if not path.is_file() or path.read_bytes() != data:
            write_bytes(UPath(path), data)

    def picture(self, sha256: str | None, up: str) -> str | None:
        """Address of a picture seen from a page, written once; None when it is not stored."""
        if sha256 is None or not re.fullmatch(r"[0-9a-f]{64}", sha256):
            return None
        name = f"pictures/{sha256}.png"
        if name not in self._files:
            if not (self._folder / name).is_file():
                try:
                    write_bytes(UPath(self._folder / name), self._blob(sha256))
                except StoreError:
                    self._report.missing_pictures.append(sha256)
                    return None
            self._files.add(name)
            self._report.pictures += 1
        return up + name

    def drawing(
        self,
        owner_id: str,
        nodes: Sequence[GraphNode],
        edges: Sequence[GraphEdge],
        root_id: str | None,
    ) -> str | None:
        """Draw a graph and give its address; None for a graph that is empty or cyclic."""
        if not nodes:
            return None
        try:
            data = _NOT_XML.sub(b" ", draw_graph(nodes, edges, root_id))
        except ValueError:
            return None
        name = graph_file(owner_id)
        self.file(name, data)
        return name

    def finish(self) -> SiteReport:
        """Remove what an earlier build left, list what belongs to this one."""
        listing = self._folder / LISTING
        if listing.is_file():
            before = set(json.loads(listing.read_text(encoding="utf-8")))
            for name in sorted(before - self._files):
                path = self._folder / name
                if path.resolve().is_relative_to(self._folder.resolve()):
                    path.unlink(missing_ok=True)
        listed = json.dumps(sorted(self._files), indent=0).encode()
        write_bytes(UPath(listing), listed)
        return self._report


def share(value: float | None) -> str:
    """A share as a percentage for people, an en dash where there is none."""
    return "–" if value is None else f"{100 * value:.0f} %"
