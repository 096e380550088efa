"""Items, ratings, gold, scores and call records written by hand for the quality tests."""

from __future__ import annotations

import json
from typing import Any

from scidoc_assets.schemas.calls import CallRecord, ImagePart, ModelReply, image_part
from scidoc_assets.schemas.contexts import gated_dimensions
from scidoc_assets.schemas.quality import (
    DIMENSIONS,
    NAME_OF,
    FigureFeatures,
    FigureQualityGold,
    FigureQualityItem,
    FigureQualityScore,
    RaterRow,
)

PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
    b"\x00\x00\x00\rIDATx\x9cc\xf8\xff\xff?\x00\x05\xfe\x02\xfe\xa75\x81\x84\x00\x00\x00\x00IEND\xaeB`\x82"
)


FEATURES = FigureFeatures(
    ocr_engine="e",
    ocr_regions=[],
    ocr_mean_confidence=0.9,
    text_density=0.1,
    panel_labels=["a"],
    caption_ocr_overlap=0.5,
    numeric_overlap=0.5,
    blur_laplacian_variance=321.5,
    edge_density=0.1,
    colour_histogram=[1.0],
    whitespace_share=0.5,
    megapixels=1.0,
)


def picture() -> ImagePart:
    """A picture of one pixel."""
    return image_part(PNG, name="figure")


def item(figure_id: str = "p__fig0001", **changes: Any) -> FigureQualityItem:
    """An item with caption and citing text unless changed."""
    fields: dict[str, Any] = {
        "benchmark": "b",
        "figure_id": figure_id,
        "paper_id": figure_id.split("__")[0],
        "fig_index": 1,
        "label": "Figure 1",
        "venue": "ACL",
        "year": 2024,
        "title": "A title",
        "section": "1 Results",
        "figure_type": "plot",
        "image_sha256": "0" * 64,
        "width_px": 10,
        "height_px": 10,
        "caption": "Figure 1: Accuracy of A and B.",
        "caption_raw": "Figure 1: Accuracy of A and B.",
        "snippets": ["As Figure 1 shows, A is better than B."],
        "context_raw": ["As Figure 1 shows, A is better than B."],
        "snippet_chars_cut": 0,
        "paragraphs_left_out": 0,
        "figure_map": [],
        "map_chars_cut": 0,
        "features": FEATURES,
        "source_digest": None,
    } | changes
    gated = gated_dimensions(bool(fields["caption"]), bool(fields["snippets"]))
    reason = None if gated else "no_caption_and_no_context"
    return FigureQualityItem(**fields, gated_dimensions=gated, is_excluded=not gated, reason=reason)


def rating(
    scores: tuple[float | None, ...], rater: str = "r1", figure_id: str = "p__fig0001", **more: Any
) -> RaterRow:
    """A rating with scores in the order VC SL C CTX MR."""
    named = dict(zip((NAME_OF[d] for d in DIMENSIONS), scores, strict=True))
    return RaterRow(
        benchmark="b",
        figure_id=figure_id,
        paper_id=figure_id.split("__")[0],
        rater_id=rater,
        **named,
        **more,
    )


def gold(figure_id: str, overall: float, **changes: Any) -> FigureQualityGold:
    """A gold row whose five dimensions and overall are all `overall`."""
    fields: dict[str, Any] = {
        **{NAME_OF[d]: overall for d in DIMENSIONS},
        "benchmark": "b",
        "figure_id": figure_id,
        "paper_id": figure_id.split("__")[0],
        "venue": "ACL",
        "year": 2024,
        "figure_type": "plot",
        "overall": overall,
        "raters": 3,
        "source": "ratings",
        "needs_adjudication": False,
    }
    return FigureQualityGold(**fields | changes)


def score(
    figure_id: str, overall: float | None, run_id: str = "D1", **changes: Any
) -> FigureQualityScore:
    """A score row whose five dimensions and overall are `overall`; failed when None."""
    fields: dict[str, Any] = {
        **{NAME_OF[d]: overall for d in DIMENSIONS},
        "benchmark": "b",
        "run_id": run_id,
        "figure_id": figure_id,
        "paper_id": figure_id.split("__")[0],
        "protocol": "direct",
        "vision_model": "v",
        "language_model": None,
        "status": "failed" if overall is None else "scored",
        "reason": "unparseable" if overall is None else None,
        "detail": None,
        "overall": overall,
        "sees": "pixels",
        "has_features": False,
        "is_baseline": False,
        "calls": [],
    }
    return FigureQualityScore(**fields | changes)


def judged(value: int | None, reason: str | None = "seen in the picture") -> dict[str, Any]:
    """A score with its reason as a model writes it."""
    return {"score": value, "reason": reason if value is not None else None}


def single_answer(figure_id: str = "p__fig0001", **changes: Any) -> str:
    """A direct answer 8/7/6/5/4."""
    entry = {"VC": judged(8), "SL": judged(7), "C": judged(6), "CTX": judged(5), "MR": judged(4)}
    return json.dumps({"figures": [{"figure_id": figure_id, **entry, **changes}]})


def vision_answer(figure_id: str = "p__fig0001", **changes: Any) -> str:
    """A visual report: VC 9, SL 8, risk band 6-8."""
    entry: dict[str, Any] = {"VC": judged(9), "SL": judged(8), "facts": ["two bars"]}
    entry |= {"axes_and_units": [], "legend_notes": [], "metrics": []}
    entry |= {"risk_low": 6, "risk_high": 8, "risk_reason": "no error bars"}
    return json.dumps({"figures": [{"figure_id": figure_id, **entry, **changes}]})


def language_answer(figure_id: str = "p__fig0001", **changes: Any) -> str:
    """A textual report: severity none, no caps."""
    entry: dict[str, Any] = {"caption_facts": [], "context_facts": [], "implied_claims": []}
    entry |= {"panels_referred": [], "rule_flags": [], "severity": "none", "severity_reason": "-"}
    entry |= {"cap_C": None, "cap_CTX": None, "cap_MR": None}
    return json.dumps({"figures": [{"figure_id": figure_id, **entry, **changes}]})


def fusion_answer(figure_id: str = "p__fig0001", **changes: Any) -> str:
    """Proposals: C 9, CTX 8, MR 3."""
    entry: dict[str, Any] = {"C": judged(9), "CTX": judged(8), "MR": judged(3), "conflicts": []}
    return json.dumps({"figures": [{"figure_id": figure_id, **entry, **changes}]})


def record(text: str | None, status: str = "answered") -> CallRecord:
    """The journal's record of a call with this answer."""
    return CallRecord.model_validate(
        {
            "request_hash": "h",
            "repeat": 0,
            "model_id": "v",
            "status": status,
            "reply": ModelReply(text=text) if text is not None else None,
            "started_at": "2026-01-01T00:00:00Z",
        }
    )
