"""Lines of the published figure-quality layout, as data (spec figure-quality.md, Interchange).

Unknown keys are allowed and kept as JSON. Refuses ids and image paths of another shape, scores
outside 1-10, fractions in a person's rating, and annotations without a rater.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from scidoc_assets.schemas.figures import FigureType
from scidoc_assets.schemas.quality import DIMENSIONS, HIGHEST, LOWEST, NAME_OF, FiveScores

FIGURES, MEANS = "figures.jsonl", "human_means.csv"
Identifier = Annotated[str, StringConstraints(min_length=1, max_length=300, pattern=r"^\S+$")]
ImagePath = Annotated[str, StringConstraints(pattern=r"^images/[^/\\]+$")]
Rating = Annotated[float | None, Field(ge=LOWEST, le=HIGHEST)]


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow", strict=True, allow_inf_nan=False)


class PublishedAnnotation(_Line):
    """One person's rating inside a figure record."""

    source_type: str = "human"
    source_name: Identifier
    visual_clarity: Rating = None
    structure_layout: Rating = None
    caption_consistency: Rating = None
    context_consistency: Rating = None
    misleading_risk: Rating = None
    overall_score: float | None = None
    summary: str | None = None
    suggestion: str | None = None
    visual_clarity_reason: str | None = None
    structure_layout_reason: str | None = None
    caption_consistency_reason: str | None = None
    context_consistency_reason: str | None = None
    misleading_risk_reason: str | None = None
    annotated_at: str | None = None

    def fractions(self) -> list[str]:
        """Dimensions of a person's rating that are no integers; a model's may be anything."""
        scores = {name: getattr(self, name) for name in NAME_OF.values()}
        is_human = self.source_type == "human"
        return [n for n, s in scores.items() if is_human and s is not None and s != int(s)]


class PublishedFigure(_Line):
    """One line of figures.jsonl."""

    figure_id: Annotated[Identifier, StringConstraints(pattern=r"__fig\d{4,}$")]
    paper_id: Identifier
    fig_index: int | None = None
    venue: str | None = None
    year: int | None = None
    title: str | None = None
    caption: str | None = None
    section: str | None = None
    context_texts: list[str] = []
    figure_type: FigureType = "unknown"
    width: int | None = None
    height: int | None = None
    annotator_count: int | None = None
    image: ImagePath | None = None
    human_visual_clarity: Rating = None
    human_structure_layout: Rating = None
    human_caption_consistency: Rating = None
    human_context_consistency: Rating = None
    human_misleading_risk: Rating = None
    human_overall_score: Rating = None
    annotations: list[PublishedAnnotation] = []

    @model_validator(mode="after")
    def _ids_agree(self) -> PublishedFigure:
        if not self.figure_id.startswith(f"{self.paper_id}__"):
            raise ValueError(f"figure_id {self.figure_id} does not begin with {self.paper_id}__")
        raters = [a.source_name for a in self.annotations]
        twice = sorted({r for r in raters if raters.count(r) > 1})
        if twice:
            raise ValueError(f"annotations: rated twice by {', '.join(twice)}")
        for index, annotation in enumerate(self.annotations):
            for name in annotation.fractions():
                raise ValueError(f"annotations.{index}.{name}: must be an integer 1-10 or null")
        return self

    def published_means(self) -> FiveScores:
        """The means that the record states."""
        return FiveScores(
            **{n: getattr(self, f"human_{n}") for n in map(NAME_OF.get, DIMENSIONS) if n}
        )

    def extra(self) -> dict[str, Any]:
        """Unknown keys of the record."""
        return dict(self.model_extra or {})


class SplitLine(_Line):
    """One line of splits/<name>.jsonl."""

    figure_id: Identifier
    paper_id: str | None = None


class RatingLine(_Line):
    """One line of our own rater files (ratings.jsonl)."""

    figure_id: Identifier
    rater_id: Identifier
    visual_clarity: Rating = None
    structure_layout: Rating = None
    caption_consistency: Rating = None
    context_consistency: Rating = None
    misleading_risk: Rating = None
    visual_clarity_reason: str | None = None
    structure_layout_reason: str | None = None
    caption_consistency_reason: str | None = None
    context_consistency_reason: str | None = None
    misleading_risk_reason: str | None = None
    summary: str | None = None
    suggestion: str | None = None
    rated_at: str | None = None
