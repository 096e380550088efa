"""Verdicts of a protocol: the score fields of a row, from accepted answers.

Holds the two endings, the single pass as answered and the agent through the runner. Refuses nothing
that `answers` accepted, except what the runner refuses: then the verdict is a reason, not a score.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scidoc_assets.domain.quality.runner import (
    RunnerError,
    RunnerInput,
    read_severity,
    run_runner,
)
from scidoc_assets.schemas.contexts import Dimension
from scidoc_assets.schemas.quality import (
    DIMENSIONS,
    NAME_OF,
    FigureQualityItem,
    FiveScores,
    ScoreReason,
)
from scidoc_assets.schemas.quality_replies import (
    FigureJudgement,
    FusionFigure,
    LanguageFigure,
    VisionFigure,
)


@dataclass(frozen=True)
class Verdict:
    """Fields of a scored row, or the reason why there is no score."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    reason: ScoreReason | None = None
    detail: str | None = None


def single_verdict(entry: FigureJudgement) -> Verdict:
    """Scores and reasons as answered; overall is the unrounded mean of the scored dimensions."""
    scores = FiveScores(**{NAME_OF[d]: entry.judgement(d).score for d in DIMENSIONS})
    reasons: dict[Dimension, str | None] = {d: entry.judgement(d).reason for d in DIMENSIONS}
    return Verdict(_score_fields(scores, reasons))


def agent_verdict(
    item: FigureQualityItem, vision: VisionFigure, language: LanguageFigure, fusion: FusionFigure
) -> Verdict:
    """Scores after the runner, with what it used. A runner refusal becomes a failed verdict."""
    try:
        severity = read_severity(language.severity)
        scores = run_runner(_runner_input(vision, language, fusion), item.gated_dimensions)
    except RunnerError as error:
        return Verdict(reason=error.cause, detail=str(error))
    risk_reason = (
        f"{fusion.MR.reason or ''} [visual risk {vision.risk_low:g}-{vision.risk_high:g}: "
        f"{vision.risk_reason}; text severity {severity}: {language.severity_reason}]".strip()
    )
    reasons: dict[Dimension, str | None] = {
        "VC": vision.VC.reason,
        "SL": vision.SL.reason,
        "C": fusion.C.reason,
        "CTX": fusion.CTX.reason,
        "MR": risk_reason,
    }
    reports = {"vision": vision.model_dump(), "language": language.model_dump()}
    reports["fusion"] = fusion.model_dump()
    return Verdict(
        {
            **_score_fields(scores, reasons),
            "severity": severity,
            "risk_low": vision.risk_low,
            "risk_high": vision.risk_high,
            "cap_caption": language.cap_C,
            "cap_context": language.cap_CTX,
            "cap_risk": language.cap_MR,
            "evidence_json": json.dumps(reports, ensure_ascii=False, sort_keys=True),
        }
    )


def _runner_input(
    vision: VisionFigure, language: LanguageFigure, fusion: FusionFigure
) -> RunnerInput:
    if vision.VC.score is None or vision.SL.score is None:
        raise RunnerError("dimension_missing", "the visual report has no VC or SL")
    return RunnerInput(
        vc=vision.VC.score,
        sl=vision.SL.score,
        risk_low=vision.risk_low,
        risk_high=vision.risk_high,
        severity=language.severity,
        c=fusion.C.score,
        ctx=fusion.CTX.score,
        cap_c=language.cap_C,
        cap_ctx=language.cap_CTX,
        cap_mr=language.cap_MR,
    )


def _score_fields(scores: FiveScores, reasons: Mapping[Dimension, str | None]) -> dict[str, Any]:
    fields: dict[str, Any] = scores.model_dump()
    for dimension in DIMENSIONS:
        is_scored = scores.score(dimension) is not None
        fields[f"{NAME_OF[dimension]}_reason"] = reasons[dimension] if is_scored else None
    return {**fields, "overall": scores.mean()}
