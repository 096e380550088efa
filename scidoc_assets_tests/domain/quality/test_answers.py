"""Answers are taken whole or refused with a reason; nothing is clipped or filled in."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.quality.answers import (
    read_fusion,
    read_language,
    read_single,
    read_vision,
)
from scidoc_assets_tests.domain.quality.rows_by_hand import (
    fusion_answer,
    item,
    judged,
    language_answer,
    single_answer,
    vision_answer,
)


def test_a_good_answer_is_read_also_from_a_fence():
    assert read_single(single_answer(), item()).entry is not None
    fenced = f"Here it is:\n```json\n{single_answer()}\n```"
    entry = read_single(fenced, item()).entry
    assert entry is not None
    assert entry.CTX.score == 5


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I would say it is a good figure.", "unparseable"),
        ("", "unparseable"),
        (single_answer(VC=judged(11)), "wrong_shape"),
        (single_answer(VC={"score": "7", "reason": "x"}), "wrong_shape"),
        (single_answer(VC={"score": "N/A", "reason": "x"}), "wrong_shape"),
        (single_answer(VC={"score": 7.5, "reason": "x"}), "wrong_shape"),
        (single_answer(VC={"score": 7}), "wrong_shape"),
        (single_answer("p__fig0002"), "figure_set_mismatch"),
        ('{"figures": []}', "figure_set_mismatch"),
        (single_answer(VC=judged(None)), "dimension_missing"),
        (single_answer(VC=judged(7, "  ")), "evidence_reason_missing"),
    ],
)
def test_a_faulty_answer_is_refused_with_its_reason(text, reason):
    reading = read_single(text, item())
    assert (reading.entry, reading.reason) == (None, reason)


def test_a_score_on_a_gated_off_dimension_is_refused_and_null_is_right():
    without_text = item(snippets=[])
    assert read_single(single_answer(), without_text).reason == "gated_dimension_scored"
    assert read_single(single_answer(CTX=judged(None)), without_text).entry is not None


def test_an_answer_with_the_figure_twice_is_refused():
    text = single_answer()
    doubled = text.replace('"figures": [', '"figures": [' + text[len('{"figures": [') : -2] + ", ")
    reading = read_single(doubled, item())
    assert reading.reason == "figure_set_mismatch"
    assert "p__fig0001" in (reading.detail or "")


def test_a_swapped_risk_band_is_refused():
    assert read_vision(vision_answer(), item()).entry is not None
    reading = read_vision(vision_answer(risk_low=9, risk_high=2), item())
    assert reading.reason == "risk_band_swapped"


def test_an_unknown_severity_passes_the_reader_and_is_left_to_the_runner():
    entry = read_language(language_answer(severity="mild"), item()).entry
    assert entry is not None
    assert entry.severity == "mild"


def test_the_fusion_must_score_what_is_switched_on():
    assert read_fusion(fusion_answer(), item()).entry is not None
    assert read_fusion(fusion_answer(C=judged(None)), item()).reason == "dimension_missing"
