"""Figure quality: what people read beside scores: notes, the pilot's figures, a page per figure.

Refuses silent losses: every rating, split or picture that could not be used is a note.
"""

from __future__ import annotations

from typing import Literal

from scidoc_assets.schemas.contexts import Dimension
from scidoc_assets.schemas.figures import FigureType
from scidoc_assets.schemas.geometry import Row

NoteKind = Literal[
    "excluded_item",
    "image_missing",
    "image_unreadable",
    "rating_refused",
    "scores_masked",
    "characters_replaced",
    "means_disagree",
    "split_not_possible",
    "split_request_changed",
    "split_edited",
    "split_without_gold",
]


class QualityNote(Row):
    """Something that figure quality could not use or had to correct. `number` counts per kind."""

    benchmark: str
    kind: NoteKind
    number: int
    subject: str
    detail: str


class PilotFigure(Row):
    """A figure of the calibration pilot, in the order in which raters get it."""

    benchmark: str
    figure_id: str
    paper_id: str
    place: int
    figure_type: FigureType
    gated_dimensions: list[Dimension]
    ratings: int


class FigureQualityPage(Row):
    """One figure with everything said about it, as Markdown. `gap` is the widest |run - gold|."""

    benchmark: str
    figure_id: str
    paper_id: str
    image_sha256: str | None
    runs: int
    failed_runs: int
    gap: float | None
    markdown: str
