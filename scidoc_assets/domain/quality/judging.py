"""One figure through one protocol, as a pure state machine (spec figure-quality.md, Protocols).

`start_judging` makes a state, `next_request` says what to ask, `advance` takes the call's record; a
loop over a gateway is all that is left. A refused answer is asked again once, with the reason.
Every call is a record of its own, so a crash between the agent's three calls repeats none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from scidoc_assets.domain.quality.answers import (
    Reading,
    read_fusion,
    read_language,
    read_single,
    read_vision,
)
from scidoc_assets.domain.quality.payloads import (
    fusion_request,
    language_request,
    retry_request,
    single_request,
    vision_request,
)
from scidoc_assets.domain.quality.score_rows import Verdict, agent_verdict, single_verdict
from scidoc_assets.schemas.calls import CallRecord, ImagePart, ModelRequest
from scidoc_assets.schemas.quality import (
    FigureQualityItem,
    FigureQualityScore,
    JudgeCall,
    JudgeStage,
    Protocol,
    ScoreReason,
)
from scidoc_assets.schemas.quality_replies import FusionFigure, LanguageFigure, VisionFigure
from scidoc_assets.schemas.settings import QualityRun

MAX_TRIES = 2
Sees = Literal["pixels", "ocr_text", "text"]
_READERS: dict[JudgeStage, Callable[[str, FigureQualityItem], Reading]] = {
    "single": read_single,
    "vision": read_vision,
    "language": read_language,
    "fusion": read_fusion,
}


@dataclass(frozen=True)
class JudgeState:
    """Where a figure stands in its protocol. `row` is None while calls are left."""

    item: FigureQualityItem
    run: QualityRun
    image: ImagePart | None
    sees: Sees
    is_baseline: bool
    stage: JudgeStage
    request: ModelRequest | None
    tries: int = 0
    vision: VisionFigure | None = None
    language: LanguageFigure | None = None
    calls: tuple[JudgeCall, ...] = ()
    row: FigureQualityScore | None = None

    @property
    def is_over(self) -> bool:
        """Whether the score row is made."""
        return self.row is not None

    @property
    def has_features(self) -> bool:
        """Whether the calls carry OCR and image features."""
        return self.run.protocol != "direct" or self.sees != "pixels"


def start_judging(
    item: FigureQualityItem,
    run: QualityRun,
    image: ImagePart | None,
    sees: Sees = "pixels",
    is_baseline: bool = False,
) -> JudgeState:
    """The first state. `sees` is what the run's vision model sees.

    A vision model without eyes gets the features in place of the pixels, and its rows are
    baseline. Without image or needed features the row fails (`image_missing`, `features_missing`)
    and no call is made. Raises ValueError on an excluded item: it is counted, not judged.
    """
    if item.is_excluded:
        raise ValueError(f"figure {item.figure_id} is excluded ({item.reason}); do not judge it")
    shown = image if sees == "pixels" else None
    stage: JudgeStage = "vision" if run.protocol == "agent" else "single"
    state = JudgeState(item, run, shown, sees, is_baseline or sees != "pixels", stage, None)
    if image is None:
        return _fail(state, "image_missing", "the figure's picture is not in the blob store")
    if state.has_features and item.features is None:
        return _fail(
            state, "features_missing", "measure OCR and image features of the picture first"
        )
    return replace(state, request=_first_request(state))


def next_request(state: JudgeState) -> ModelRequest:
    """What to ask now. Raises ValueError when the figure is done."""
    if state.request is None:
        raise ValueError(f"figure {state.item.figure_id}: nothing is left to ask")
    return state.request


def advance(state: JudgeState, record: CallRecord) -> JudgeState:
    """The state after a call. Raises ValueError when the figure is done."""
    request = next_request(state)
    text = record.reply.text if record.reply else None
    if record.status != "answered" or not text:
        detail = record.detail or record.cause
        state = _with_call(state, record, request, is_accepted=False, detail=detail)
        return _fail(state, _call_reason(record), detail)
    reading = _READERS[state.stage](text, state.item)
    is_accepted = reading.entry is not None
    state = _with_call(state, record, request, is_accepted, reading.detail)
    if is_accepted:
        return _accept(state, reading.entry)
    if state.tries + 1 < MAX_TRIES:
        again = retry_request(request, text, f"{reading.reason}: {reading.detail}")
        return replace(state, request=again, tries=state.tries + 1)
    return _fail(state, reading.reason or "unparseable", reading.detail)


def calls_per_figure(protocol: Protocol) -> int:
    """Calls of one figure when no answer is refused."""
    return 3 if protocol == "agent" else 1


def _first_request(state: JudgeState) -> ModelRequest:
    model = state.run.vision_model
    if state.stage == "vision":
        return vision_request(state.item, model, state.image)
    return single_request(state.item, model, state.image, state.has_features)


def _accept(state: JudgeState, entry: object) -> JudgeState:
    language_model = state.run.language_model or state.run.vision_model
    if isinstance(entry, VisionFigure):
        request = language_request(state.item, language_model)
        return replace(state, vision=entry, stage="language", request=request, tries=0)
    if isinstance(entry, LanguageFigure) and state.vision:
        request = fusion_request(state.item, language_model, state.vision, entry)
        return replace(state, language=entry, stage="fusion", request=request, tries=0)
    if isinstance(entry, FusionFigure) and state.vision and state.language:
        return _finish(state, agent_verdict(state.item, state.vision, state.language, entry))
    return _finish(state, single_verdict(entry))  # type: ignore[arg-type]


def _call_reason(record: CallRecord) -> ScoreReason:
    """The cause where it is one of ours (`image_policy`), else the status of the call."""
    if record.cause in get_args(ScoreReason):
        return cast(ScoreReason, record.cause)
    return "empty" if record.status == "answered" else record.status


def _fail(state: JudgeState, reason: ScoreReason, detail: str | None) -> JudgeState:
    return _finish(state, Verdict(reason=reason, detail=detail))


def _finish(state: JudgeState, verdict: Verdict) -> JudgeState:
    item, run = state.item, state.run
    row = FigureQualityScore.model_validate(
        {
            **verdict.fields,
            "benchmark": item.benchmark,
            "run_id": run.run_id,
            "figure_id": item.figure_id,
            "paper_id": item.paper_id,
            "protocol": run.protocol,
            "vision_model": run.vision_model,
            "language_model": run.language_model,
            "status": "failed" if verdict.reason else "scored",
            "reason": verdict.reason,
            "detail": verdict.detail,
            "sees": state.sees,
            "has_features": state.has_features,
            "is_baseline": state.is_baseline,
            "gated_dimensions": item.gated_dimensions,
            "calls": state.calls,
        }
    )
    return replace(state, row=row, request=None)


def _with_call(
    state: JudgeState,
    record: CallRecord,
    request: ModelRequest,
    is_accepted: bool,
    detail: str | None,
) -> JudgeState:
    prompt = request.prompt
    call = JudgeCall(
        stage=state.stage,
        model_id=record.model_id,
        status=record.status,
        is_accepted=is_accepted,
        detail=detail,
        request_hash=record.request_hash,
        raw_text=record.reply.text if record.reply else None,
        prompt_name=prompt.name if prompt else "",
        prompt_version=prompt.version if prompt else "",
        prompt_hash=prompt.hash if prompt else "",
        served_model=record.reply.served_model if record.reply else None,
        cost_usd=record.cost_usd,
        latency_s=record.latency_s,
        attempts=len(record.attempts),
    )
    return replace(state, calls=(*state.calls, call))
