"""Where everything of a project lies. Nothing else joins these paths by hand."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from upath import UPath

PROJECT_VARIABLE = "SCIDOC_PROJECT"
STORE_VARIABLE = "SCIDOC_STORE"


class ProjectNotFoundError(Exception):
    """No folder with `data/config` was found upwards of the working folder."""


@dataclass(frozen=True)
class ProjectPaths:
    """Folders of one project; `store` and `blobs` may be on object storage, the rest is local."""

    root: Path
    store: UPath
    blobs: UPath

    @property
    def config(self) -> Path:
        return self.root / "data" / "config"

    @property
    def cache(self) -> Path:
        return self.root / "data" / "cache"

    @property
    def journals(self) -> Path:
        return self.root / "data" / "journals"

    @property
    def catalog(self) -> Path:
        return self.root / "data" / "catalog"

    @property
    def imports(self) -> Path:
        return self.root / "data" / "imports"

    @property
    def datasets(self) -> Path:
        return self.root / "data" / "datasets"

    @property
    def workflow(self) -> Path:
        return self.root / "data" / "workflow"

    @property
    def review(self) -> Path:
        return self.root / "data" / "review"

    @property
    def ratings(self) -> Path:
        return self.review / "figure_quality" / "ratings"

    @property
    def splits(self) -> Path:
        return self.review / "figure_quality" / "splits"

    @property
    def releases(self) -> Path:
        return self.root / "data" / "releases"

    @property
    def run_lock(self) -> Path:
        return self.root / "data" / ".run.lock"

    @property
    def dagster(self) -> Path:
        return self.root / "data" / "dagster"


def project_paths(root: Path) -> ProjectPaths:
    """Paths under `root`; the variable SCIDOC_STORE moves store and blobs (any fsspec address)."""
    base = os.environ.get(STORE_VARIABLE)
    store = UPath(base) if base else UPath(root / "data")
    return ProjectPaths(root=root, store=store / "store", blobs=store / "blobs")


def find_project(start: Path | None = None) -> Path:
    """The project root: SCIDOC_PROJECT, else the nearest parent holding `data/config/corpus.yaml`.

    Raises ProjectNotFoundError with the way out.
    """
    named = os.environ.get(PROJECT_VARIABLE)
    if named:
        return Path(named).resolve()
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents, Path(__file__).resolve().parents[2]):
        if (folder / "data" / "config" / "corpus.yaml").is_file():
            return folder
    raise ProjectNotFoundError(
        f"no project at or above {here}: run inside the checkout, or set {PROJECT_VARIABLE} to it"
    )


def path_token(value: str) -> str:
    """A partition value as one path segment: percent-encoded, so `a/b` stays one folder."""
    return quote(value, safe="-_.~")
