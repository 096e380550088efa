"""Reading a judge's answer: contract, figure set, gating and evidence, or a reason to refuse it.

Refuses answers about other figures than the request's, scores on gated-off dimensions, missing
scores and scores without a reason. Nothing is clipped or filled in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel

from scidoc_assets.schemas.contexts import Dimension
from scidoc_assets.schemas.quality import DIMENSIONS, FigureQualityItem, ScoreReason
from scidoc_assets.schemas.quality_replies import (
    FigureJudgement,
    FusionFigure,
    FusionReply,
    Judgement,
    LanguageFigure,
    LanguageReply,
    SinglePassReply,
    VisionFigure,
    VisionReply,
)
from scidoc_assets.schemas.replies import parse_reply


class _Entry(Protocol):
    @property
    def figure_id(self) -> str: ...


EntryT = TypeVar("EntryT", bound=_Entry)
ReplyT = TypeVar("ReplyT", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Reading(Generic[EntryT]):
    """The entry of the request's figure, or why the answer is refused."""

    entry: EntryT | None
    reason: ScoreReason | None = None
    detail: str | None = None


def read_single(text: str, item: FigureQualityItem) -> Reading[FigureJudgement]:
    """Read a direct or sidecar answer."""
    reading = _only_figure(text, SinglePassReply, item, lambda reply: reply.figures)
    entry = reading.entry
    given: dict[Dimension, Judgement] = {d: entry.judgement(d) for d in DIMENSIONS} if entry else {}
    return _checked(reading, given, item)


def read_vision(text: str, item: FigureQualityItem) -> Reading[VisionFigure]:
    """Read the agent's visual report."""
    reading = _only_figure(text, VisionReply, item, lambda reply: reply.figures)
    entry = reading.entry
    if entry and entry.risk_low > entry.risk_high:
        detail = f"risk_low {entry.risk_low} is above risk_high {entry.risk_high}"
        return Reading(None, "risk_band_swapped", detail)
    given: dict[Dimension, Judgement] = {"VC": entry.VC, "SL": entry.SL} if entry else {}
    return _checked(reading, given, item)


def read_language(text: str, item: FigureQualityItem) -> Reading[LanguageFigure]:
    """Read the agent's textual report; the runner judges its severity."""
    return _only_figure(text, LanguageReply, item, lambda reply: reply.figures)


def read_fusion(text: str, item: FigureQualityItem) -> Reading[FusionFigure]:
    """Read the agent's proposals."""
    reading = _only_figure(text, FusionReply, item, lambda reply: reply.figures)
    entry = reading.entry
    given: dict[Dimension, Judgement] = (
        {"C": entry.C, "CTX": entry.CTX, "MR": entry.MR} if entry else {}
    )
    return _checked(reading, given, item)


def _only_figure(
    text: str,
    model: type[ReplyT],
    item: FigureQualityItem,
    figures_of: Callable[[ReplyT], Sequence[EntryT]],
) -> Reading[EntryT]:
    """The one entry of a parsed answer whose figure set is that of the request."""
    parsed = parse_reply(text, model)
    if parsed.value is None:
        reason: ScoreReason = "wrong_shape" if parsed.reason == "wrong_shape" else "unparseable"
        return Reading(None, reason, f"{parsed.reason}: {parsed.detail or ''}".strip(": "))
    entries = figures_of(parsed.value)
    named = [entry.figure_id for entry in entries]
    if named != [item.figure_id]:
        detail = f"figures must be exactly [{item.figure_id}], the answer has {named}"
        return Reading(None, "figure_set_mismatch", detail)
    return Reading(entries[0])


def _checked(
    reading: Reading[EntryT], given: Mapping[Dimension, Judgement], item: FigureQualityItem
) -> Reading[EntryT]:
    """The reading, or its refusal when a judgement breaks gating or has no evidence."""
    for dimension, judgement in given.items():
        is_on = dimension in item.gated_dimensions
        if not is_on and judgement.score is not None:
            detail = (
                f"{dimension} is not among the dimensions of this figure, its score must be null"
            )
            return Reading(None, "gated_dimension_scored", detail)
        if is_on and judgement.score is None:
            return Reading(None, "dimension_missing", f"{dimension} has no score")
        if is_on and not (judgement.reason or "").strip():
            return Reading(None, "evidence_reason_missing", f"{dimension} has no reason")
    return reading
