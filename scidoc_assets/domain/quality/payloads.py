"""The JSON payload of each judge call, and the message parts around it (spec figure-quality.md).

Same inputs for every protocol: figure, caption, citing text, metadata. Refuses to put pixels, or
features measured on them, into the language and the fusion call: their builders take none.
"""

from __future__ import annotations

import hashlib
import json
from string import Template
from typing import Any

from scidoc_assets.prompts import load_prompt
from scidoc_assets.schemas.calls import (
    ImagePart,
    Message,
    ModelRequest,
    Part,
    PromptRef,
    TextPart,
    text_message,
)
from scidoc_assets.schemas.quality import FigureQualityItem, JudgeStage
from scidoc_assets.schemas.quality_replies import LanguageFigure, VisionFigure

USER_MARK = "<!-- user -->"
MAX_OCR_REGIONS = 80
_PROMPT_OF: dict[JudgeStage, str] = {
    "single": "quality/single_pass",
    "vision": "quality/vision",
    "language": "quality/language",
    "fusion": "quality/fusion",
}
_VISION_DIMENSIONS = ("VC", "SL")
_FUSION_DIMENSIONS = ("C", "CTX", "MR")


def single_request(
    item: FigureQualityItem, model_id: str, image: ImagePart | None, has_features: bool
) -> ModelRequest:
    """The one call of direct and sidecar. `image` is None for a model that cannot see pixels."""
    payload = _text_side(item)
    if has_features:
        payload["features"] = _features(item)
    return _request("single", model_id, item, payload, image)


def vision_request(item: FigureQualityItem, model_id: str, image: ImagePart | None) -> ModelRequest:
    """The agent's first call: picture and features, no caption and no text."""
    payload = {
        "stage": "vision",
        "figure_id": item.figure_id,
        "dimensions": [d for d in item.gated_dimensions if d in _VISION_DIMENSIONS],
        "width_px": item.width_px,
        "height_px": item.height_px,
        "features": _features(item),
    }
    return _request("vision", model_id, item, payload, image)


def language_request(item: FigureQualityItem, model_id: str) -> ModelRequest:
    """The agent's second call: caption, citing text and metadata; never pixels."""
    return _request("language", model_id, item, {**_text_side(item), "stage": "language"}, None)


def fusion_request(
    item: FigureQualityItem, model_id: str, vision: VisionFigure, language: LanguageFigure
) -> ModelRequest:
    """The agent's third call: the two reports."""
    payload = {
        "stage": "fusion",
        "figure_id": item.figure_id,
        "dimensions": [d for d in item.gated_dimensions if d in _FUSION_DIMENSIONS],
        "vision_report": vision.model_dump(),
        "language_report": language.model_dump(),
    }
    return _request("fusion", model_id, item, payload, None)


def retry_request(request: ModelRequest, answer: str, problem: str) -> ModelRequest:
    """The same request with the refused answer and what was wrong with it; a new call."""
    told = f"Your answer was refused: {problem}. Answer again with the complete JSON object."
    history = (*request.messages, text_message("assistant", answer), text_message("user", told))
    return request.model_copy(update={"messages": history})


def read_payload(request: ModelRequest) -> dict[str, Any] | None:
    """The payload of a judge request (for rule baselines and tests); None when it has none."""
    for message in request.messages:
        for part in message.parts:
            if message.role == "user" and isinstance(part, TextPart) and "## Payload" in part.text:
                body = part.text.split("## Payload\n```json\n", 1)[1].rsplit("\n```", 1)[0]
                return json.loads(body)
    return None


def _text_side(item: FigureQualityItem) -> dict[str, Any]:
    return {
        "stage": "single",
        "figure_id": item.figure_id,
        "label": item.label,
        "dimensions": list(item.gated_dimensions),
        "caption": item.caption,
        "citing_text": item.snippets,
        "paper": {
            "title": item.title,
            "venue": item.venue,
            "year": item.year,
            "section": item.section,
        },
        "figure_map": [{"label": e.label, "caption": e.caption} for e in item.figure_map],
        "left_out": {
            "snippet_chars": item.snippet_chars_cut,
            "paragraphs": item.paragraphs_left_out,
            "map_chars": item.map_chars_cut,
        },
    }


def _features(item: FigureQualityItem) -> dict[str, Any] | None:
    if item.features is None:
        return None
    measured = item.features.model_dump(exclude={"ocr_regions"})
    regions = item.features.ocr_regions
    measured["ocr_text"] = [
        {
            "text": r.text,
            "confidence": round(r.confidence, 3),
            "box_px": [round(v) for v in r.bbox_px],
        }
        for r in regions[:MAX_OCR_REGIONS]
    ]
    measured["ocr_regions_left_out"] = max(0, len(regions) - MAX_OCR_REGIONS)
    return measured


def _request(
    stage: JudgeStage,
    model_id: str,
    item: FigureQualityItem,
    payload: dict[str, Any],
    image: ImagePart | None,
) -> ModelRequest:
    prompt, rubric = load_prompt(_PROMPT_OF[stage]), load_prompt("quality/rubric")
    system, user = prompt.text.split(USER_MARK)
    text = Template(user.strip()).substitute(
        dimensions=", ".join(payload["dimensions"]),
        payload=json.dumps(payload, ensure_ascii=False, indent=1),
    )
    parts: tuple[Part, ...] = (TextPart(text=text),)
    if image is not None:
        parts = (*parts, image)
    both = hashlib.sha256(f"{prompt.sha256} {rubric.sha256}".encode()).hexdigest()
    return ModelRequest(
        model_id=model_id,
        messages=(
            text_message("system", Template(system.strip()).substitute(rubric=rubric.text.strip())),
            Message(role="user", parts=parts),
        ),
        prompt=PromptRef(name=prompt.name, version=prompt.version, hash=both),
    )
