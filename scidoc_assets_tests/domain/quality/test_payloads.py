"""Requests of the protocols: the same inputs, and never pixels where they do not belong."""

from __future__ import annotations

from scidoc_assets.domain.quality.answers import read_language, read_vision
from scidoc_assets.domain.quality.payloads import (
    fusion_request,
    language_request,
    read_payload,
    retry_request,
    single_request,
    vision_request,
)
from scidoc_assets.schemas.calls import ImagePart
from scidoc_assets.schemas.contexts import FigureMapEntry
from scidoc_assets_tests.domain.quality.rows_by_hand import (
    item,
    language_answer,
    picture,
    vision_answer,
)

FULL = item(
    figure_map=[FigureMapEntry(figure_id="x", label="Figure 2", caption="Other.", chars_cut=3)],
    map_chars_cut=3,
)


def _images(request):
    return [p for m in request.messages for p in m.parts if isinstance(p, ImagePart)]


def _text(request):
    return request.model_dump_json()


def test_the_language_call_has_no_pixels_and_nothing_measured_on_them():
    request = language_request(FULL, "m")
    assert _images(request) == []
    assert "321.5" not in _text(request)
    assert "features" not in (read_payload(request) or {})


def test_the_vision_call_has_the_picture_and_no_caption_or_citing_text():
    request = vision_request(FULL, "m", picture())
    assert len(_images(request)) == 1
    assert FULL.caption not in _text(request)
    assert FULL.snippets[0] not in _text(request)


def test_the_fusion_call_has_both_reports_and_no_pixels():
    vision = read_vision(vision_answer(), FULL).entry
    language = read_language(language_answer(), FULL).entry
    assert vision
    assert language
    request = fusion_request(FULL, "m", vision, language)
    payload = read_payload(request) or {}
    assert _images(request) == []
    assert payload["vision_report"]["risk_low"] == 6
    assert payload["dimensions"] == ["C", "CTX", "MR"]


def test_direct_and_sidecar_differ_by_the_features_alone():
    direct = read_payload(single_request(FULL, "m", picture(), has_features=False)) or {}
    sidecar = read_payload(single_request(FULL, "m", picture(), has_features=True)) or {}
    assert sidecar.pop("features")["blur_laplacian_variance"] == 321.5
    assert direct == sidecar


def test_the_payload_says_what_was_left_out():
    payload = read_payload(single_request(FULL, "m", None, has_features=False)) or {}
    assert payload["left_out"] == {"snippet_chars": 0, "paragraphs": 0, "map_chars": 3}


def test_every_call_carries_the_same_rubric_and_names_its_prompt():
    requests = [
        single_request(FULL, "m", picture(), has_features=False),
        vision_request(FULL, "m", picture()),
        language_request(FULL, "m"),
    ]
    assert all("Hard caps" in _text(request) for request in requests)
    names = [request.prompt.name for request in requests if request.prompt]
    assert names == ["quality/single_pass", "quality/vision", "quality/language"]


def test_a_caption_with_dollar_signs_and_braces_arrives_unchanged():
    odd = item(caption="Cost in $ of ${x} and `code`", caption_raw="x")
    payload = read_payload(language_request(odd, "m")) or {}
    assert payload["caption"] == "Cost in $ of ${x} and `code`"


def test_a_retry_shows_the_refused_answer_and_the_reason():
    request = language_request(FULL, "m")
    again = retry_request(request, "bad", "figure_set_mismatch: two figures")
    assert again.messages[: len(request.messages)] == request.messages
    assert again.messages[-2].role == "assistant"
    assert "figure_set_mismatch: two figures" in _text(again)
