"""A rule baseline that answers judge requests from their payload, without any model.

It lets a newcomer see the whole path with no key; its rows are labelled baseline and never stand as
equal to a model's. It reads features and text only, never pixels. Refuses requests that are not of
figure quality: None.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from scidoc_assets.domain.quality.payloads import read_payload
from scidoc_assets.schemas.calls import ModelRequest

BASELINE_VERSION = "figure-quality-rules@1"
_FINDING = re.compile(
    r"\d|\b(?:\w+er than|more|less|increas\w*|decreas\w*|improv\w*|outperform\w*|compar\w*|best|worst"
    r"|high\w*|low\w*|trend\w*)\b|高于|低于|优于|增加|减少|提高|降低",
    re.IGNORECASE,
)
_METRIC = re.compile(
    r"\b(?:accuracy|error|loss|score|rate|ratio|time|recall|precision|f1|bleu|probability|energy|number"
    r"|count|frequency|intensity|temperature|concentration|performance|mean|median|distribution)\b|[%=±]",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
_SHORT_CAPTION = 6
_SHORT_CONTEXT = 90


def answer_quality_request(request: ModelRequest) -> str | None:
    """The JSON answer to one judge call, or None when the request is none of figure quality."""
    is_ours = request.prompt is not None and request.prompt.name.startswith("quality/")
    payload = read_payload(request) if is_ours else None
    if payload is None:
        return None
    entry = _ANSWERS[payload["stage"]](payload)
    return json.dumps(
        {"figures": [{"figure_id": payload["figure_id"], **entry}]}, ensure_ascii=False
    )


def _single(payload: dict[str, Any]) -> dict[str, Any]:
    features = payload.get("features") or {}
    scores = {
        "VC": _clarity(features),
        "SL": _layout(features),
        "C": _caption(payload["caption"] or ""),
        "CTX": _context(payload["citing_text"]),
        "MR": (7, "no sign of a conflict can be told from text and features alone"),
    }
    return {d: _judged(pair, d in payload["dimensions"]) for d, pair in scores.items()}


def _vision(payload: dict[str, Any]) -> dict[str, Any]:
    features = payload.get("features") or {}
    words = [line["text"] for line in features.get("ocr_text", [])]
    return {
        "VC": _judged(_clarity(features), True),
        "SL": _judged(_layout(features), True),
        "facts": [f"text read in the picture: {word}" for word in words[:12]],
        "axes_and_units": [word for word in words if re.search(r"\(.+\)|%", word)][:6],
        "legend_notes": [],
        "metrics": [word for word in words if _METRIC.search(word)][:6],
        "risk_low": 6,
        "risk_high": 8,
        "risk_reason": "the rules do not read axes or baselines",
    }


def _language(payload: dict[str, Any]) -> dict[str, Any]:
    caption, citing = payload["caption"] or "", payload["citing_text"]
    omits_metric = bool(caption) and not _METRIC.search(caption)
    only_points = bool(citing) and _context(citing)[0] <= 6
    flags = ["caption_omits_metric"] * omits_metric + ["bare_pointer"] * only_points
    return {
        "caption_facts": [caption] if caption else [],
        "context_facts": list(citing),
        "implied_claims": [],
        "panels_referred": sorted(set(re.findall(r"\(([a-h])\)", " ".join([caption, *citing])))),
        "rule_flags": flags,
        "severity": "minor" if flags else "none",
        "severity_reason": ", ".join(flags) or "no rule is broken",
        "cap_C": 6 if omits_metric else None,
        "cap_CTX": 6 if only_points else None,
        "cap_MR": None,
    }


def _fusion(payload: dict[str, Any]) -> dict[str, Any]:
    text = payload["language_report"]
    scores = {
        "C": _caption(" ".join(text["caption_facts"])),
        "CTX": _context(text["context_facts"]),
        "MR": (7, "no conflict between the reports can be told by rule"),
    }
    judged = {d: _judged(pair, d in payload["dimensions"]) for d, pair in scores.items()}
    return {**judged, "conflicts": []}


_ANSWERS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "single": _single,
    "vision": _vision,
    "language": _language,
    "fusion": _fusion,
}


def _judged(pair: tuple[int, str], is_on: bool) -> dict[str, Any]:
    return {"score": pair[0], "reason": pair[1]} if is_on else {"score": None, "reason": None}


def _clarity(features: dict[str, Any]) -> tuple[int, str]:
    blur, trust = features.get("blur_laplacian_variance"), features.get("ocr_mean_confidence")
    score = 8 - 2 * (blur is not None and blur < 50) - 2 * (trust is not None and trust < 0.7)
    score -= (features.get("megapixels") or 1.0) < 0.1
    return score, f"blur variance {_shown(blur)}, mean OCR confidence {_shown(trust)}"


def _layout(features: dict[str, Any]) -> tuple[int, str]:
    white, density = features.get("whitespace_share"), features.get("text_density")
    score = 8 - (white is not None and not 0.1 <= white <= 0.95) - (density or 0.0) // 0.4
    return int(score), f"white space share {_shown(white)}, text density {_shown(density)}"


def _caption(caption: str) -> tuple[int, str]:
    words = len(_WORD.findall(caption))
    if words < _SHORT_CAPTION:
        return 4, f"the caption has {words} words"
    if not _METRIC.search(caption):
        return 6, "the caption names no metric"
    return 8, f'the caption names "{_first(_METRIC, caption)}"'


def _context(citing: list[str]) -> tuple[int, str]:
    text = " ".join(citing)
    if len(text) < _SHORT_CONTEXT or not _FINDING.search(text):
        return 6, "the citing text states no finding that the rules know"
    return 7, f'the citing text states "{_first(_FINDING, text)}"'


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found.group() if found else ""


def _shown(value: float | None) -> str:
    return "not measured" if value is None else f"{value:.3g}"
