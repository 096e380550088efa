"""What a judge must answer in each call of a figure-quality protocol (spec figure-quality.md).

Read by `schemas/replies.parse_reply` in strict mode: a score is an integer 1-10 or null, "7" and 11
are refused, nothing is clipped. Extra keys are ignored; a missing key is refused.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from scidoc_assets.schemas.contexts import Dimension

Score = Annotated[int, Field(ge=1, le=10)]
Band = Annotated[float, Field(ge=1, le=10)]


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Judgement(_Reply):
    """A score with the evidence it stands on; null on a gated-off dimension."""

    score: Score | None
    reason: str | None


class FigureJudgement(_Reply):
    """All five dimensions of one figure."""

    figure_id: str
    VC: Judgement
    SL: Judgement
    C: Judgement
    CTX: Judgement
    MR: Judgement

    def judgement(self, dimension: Dimension) -> Judgement:
        """Judgement of one dimension."""
        return getattr(self, dimension)


class SinglePassReply(_Reply):
    """Direct and sidecar: one entry for each figure of the request, and no other."""

    figures: list[FigureJudgement]


class VisionFigure(_Reply):
    """Final VC and SL, what is seen, and the visual risk band (10 = no risk)."""

    figure_id: str
    VC: Judgement
    SL: Judgement
    facts: list[str]
    axes_and_units: list[str]
    legend_notes: list[str]
    metrics: list[str]
    risk_low: Band
    risk_high: Band
    risk_reason: str


class VisionReply(_Reply):
    """The agent's first call."""

    figures: list[VisionFigure]


class LanguageFigure(_Reply):
    """What caption and citing text claim. `severity` is checked by the runner, not here."""

    figure_id: str
    caption_facts: list[str]
    context_facts: list[str]
    implied_claims: list[str]
    panels_referred: list[str]
    rule_flags: list[str]
    severity: str
    severity_reason: str
    cap_C: Score | None
    cap_CTX: Score | None
    cap_MR: Score | None = None


class LanguageReply(_Reply):
    """The agent's second call."""

    figures: list[LanguageFigure]


class FusionFigure(_Reply):
    """C, CTX and MR proposed from the two reports."""

    figure_id: str
    C: Judgement
    CTX: Judgement
    MR: Judgement
    conflicts: list[str]


class FusionReply(_Reply):
    """The agent's third call."""

    figures: list[FusionFigure]
