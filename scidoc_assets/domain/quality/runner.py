"""The deterministic runner after the agent's three calls (spec figure-quality.md, Runner).

Holds ownership (VC and SL belong to the vision stage), caps and the closed form of MR. Refuses an
unknown severity and a swapped risk band: both are a failed row, never a default.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from scidoc_assets.schemas.contexts import Dimension
from scidoc_assets.schemas.quality import HIGHEST, LOWEST, FiveScores, Severity

RunnerCause = Literal["unknown_severity", "risk_band_swapped", "dimension_missing"]


class RunnerError(ValueError):
    """The three reports cannot be run; `cause` is one of `RunnerCause`."""

    def __init__(self, cause: RunnerCause, detail: str) -> None:
        self.cause: RunnerCause = cause
        super().__init__(f"{cause}: {detail}")


@dataclass(frozen=True, slots=True)
class RunnerInput:
    """What the three calls decided. `c` and `ctx` are the fusion's proposals; its MR is not used."""

    vc: int
    sl: int
    risk_low: float
    risk_high: float
    severity: str
    c: int | None
    ctx: int | None
    cap_c: int | None = None
    cap_ctx: int | None = None
    cap_mr: int | None = None


def run_runner(given: RunnerInput, gated: Sequence[Dimension]) -> FiveScores:
    """Final scores of one figure over its `gated` (switched-on) dimensions.

    VC and SL are copied, C and CTX are capped where switched on, MR comes from the risk band and
    the severity. Rounding is half to even. Raises RunnerError.
    """
    return FiveScores(
        visual_clarity=given.vc if "VC" in gated else None,
        structure_layout=given.sl if "SL" in gated else None,
        caption_consistency=_capped("C", given.c, given.cap_c, gated),
        context_consistency=_capped("CTX", given.ctx, given.cap_ctx, gated),
        misleading_risk=_risk(given) if "MR" in gated else None,
    )


def read_severity(text: str) -> Severity:
    """The severity named by `text`, letter case aside. Raises RunnerError `unknown_severity`."""
    known: tuple[Severity, ...] = get_args(Severity)
    for severity in known:
        if text.strip().lower() == severity:
            return severity
    raise RunnerError("unknown_severity", f"{text!r} is none of {', '.join(known)}")


def fuse_risk(low: float, high: float, severity: Severity) -> float:
    """Unrounded MR before clipping and cap, by the severity table (step 3 of the runner)."""
    middle = (low + high) / 2
    if severity == "contradiction":
        return 2.0
    if severity == "severe":
        return middle if high <= 3 else 4.5
    if severity == "moderate":
        return middle if high <= 5 else 6.5
    if severity == "minor":
        eased = max(low, middle - 1)
        floor = 8.0 if low >= 9 else 7.0 if low >= 7 else eased
        return max(eased, floor)
    return middle


def _risk(given: RunnerInput) -> int:
    if given.risk_low > given.risk_high:
        raise RunnerError(
            "risk_band_swapped", f"risk_low {given.risk_low} is above risk_high {given.risk_high}"
        )
    fused = fuse_risk(given.risk_low, given.risk_high, read_severity(given.severity))
    score = min(max(round(fused), LOWEST), HIGHEST)
    return score if given.cap_mr is None else min(score, given.cap_mr)


def _capped(
    dimension: Dimension, score: int | None, cap: int | None, gated: Sequence[Dimension]
) -> int | None:
    if dimension not in gated:
        return None
    if score is None:
        raise RunnerError("dimension_missing", f"{dimension} is switched on but has no score")
    return score if cap is None else min(score, cap)
