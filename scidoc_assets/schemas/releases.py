"""Releases: what leaves the project as data sets, one row per file, and how it is configured.

A file is under one licence class: `open` holds pixels of papers whose licence allows them,
`synthetic` pixels that are of no paper (made-up sources, authors' references), `locators` points at pages instead of pixels, `text`
holds no pixels, `own_use` pixels that may not be passed on (exports only, never releases). Refuses
version names that cannot be a folder.
"""

from __future__ import annotations

import datetime
from typing import Literal

from pydantic import Field, PositiveInt

from scidoc_assets.schemas.geometry import BBoxPt, Row

DRAFT = "draft"
ReleaseKind = Literal["benchmark", "training"]
ReleasedPart = Literal["reasoning", "figure_quality", "workflow", "training"]
LicenceClass = Literal["open", "synthetic", "locators", "text", "own_use"]
FileKind = Literal["card", "croissant", "parquet", "lines", "table", "image"]


class ReleaseSettings(Row):
    """releases.yaml: the version that `benchmark_release` and `training_release` write.

    `draft` is written anew whenever something changed; any other version is written once and never
    changed. `licence` is that of the compilation, `published_on` its date (null: not published).
    Pictures of training samples are drawn for a release (50 ms each): a draft holds at most
    `draft_per_subtask` of them (null: all), other versions and `scidoc export` hold all.
    """

    version: str = Field(default=DRAFT, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$")
    licence: str = Field(default="other", min_length=1)
    published_on: datetime.date | None = None
    draft_per_subtask: PositiveInt | None = 20


class PageLocator(Row):
    """Where a figure stands in its paper, for who holds the PDF: digest, page, box, resolution.

    `other_pages` are page indices that a continued object also covers.
    """

    figure_id: str
    paper_id: str
    sha256: str | None
    page_index: int
    bbox_pt: BBoxPt | None
    dpi: int
    crop_sha256: str | None
    other_pages: list[int]


class ReleasedFile(Row):
    """One file of a release. `path` is below the release's folder; `rows` null where none are counted.

    `table` and `split` are those of a shard or of lines; null for files that hold no rows.
    """

    release_id: str
    part: ReleasedPart
    path: str
    kind: FileKind
    table: str | None
    split: str | None
    rows: int | None
    size_bytes: int
    sha256: str
    licence_class: LicenceClass


class ReleasedSource(Row):
    """A paper behind a release, with the licence that its manifest states and what it allows."""

    paper_id: str
    sha256: str | None
    title: str | None
    venue: str | None
    year: int | None
    doi: str | None
    licence: str | None
    has_open_pixels: bool
