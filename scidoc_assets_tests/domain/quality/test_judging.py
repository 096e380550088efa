"""The protocols as state machines: calls, retries, failures, gating, model cards."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.quality.judging import (
    advance,
    calls_per_figure,
    next_request,
    start_judging,
)
from scidoc_assets.domain.quality.payloads import read_payload
from scidoc_assets.schemas.calls import ImagePart
from scidoc_assets.schemas.settings import QualityRun
from scidoc_assets_tests.domain.quality.rows_by_hand import (
    fusion_answer,
    item,
    judged,
    language_answer,
    picture,
    record,
    single_answer,
    vision_answer,
)

DIRECT = QualityRun(run_id="D1", protocol="direct", vision_model="v")
SIDECAR = QualityRun(run_id="S1", protocol="sidecar", vision_model="v")
AGENT = QualityRun(run_id="F1", protocol="agent", vision_model="v", language_model="l")


def _drive(state, *answers):
    for answer in answers:
        state = advance(state, record(answer))
    return state


def test_direct_takes_one_call_and_copies_scores_and_reasons():
    state = _drive(start_judging(item(), DIRECT, picture()), single_answer())
    assert state.row is not None
    assert state.row.overall == (8 + 7 + 6 + 5 + 4) / 5
    assert state.row.visual_clarity_reason == "seen in the picture"
    assert [c.stage for c in state.row.calls] == ["single"]
    assert not state.row.has_features


def test_the_agent_takes_three_calls_and_the_runner_decides():
    state = _drive(
        start_judging(item(), AGENT, picture()),
        vision_answer(),
        language_answer(severity="moderate", cap_C=6),
        fusion_answer(),
    )
    row = state.row
    assert row is not None
    assert (row.visual_clarity, row.structure_layout) == (9, 8)
    assert (row.caption_consistency, row.context_consistency, row.misleading_risk) == (6, 8, 6)
    assert row.overall == (9 + 8 + 6 + 8 + 6) / 5
    assert (row.severity, row.risk_low, row.risk_high, row.cap_caption) == ("moderate", 6, 8, 6)
    assert [c.stage for c in row.calls] == ["vision", "language", "fusion"]


def test_the_agent_asks_the_vision_model_first_and_the_language_model_after():
    state = start_judging(item(), AGENT, picture())
    assert next_request(state).model_id == "v"
    state = _drive(state, vision_answer())
    assert next_request(state).model_id == "l"
    parts = [p for m in next_request(state).messages for p in m.parts]
    assert not any(isinstance(p, ImagePart) for p in parts)
    state = _drive(state, language_answer())
    assert next_request(state).model_id == "l"


def test_a_wrong_figure_set_is_asked_again_once_with_the_reason():
    state = _drive(start_judging(item(), DIRECT, picture()), single_answer("other__fig0009"))
    assert not state.is_over
    assert "figure_set_mismatch" in next_request(state).model_dump_json()
    good = _drive(state, single_answer())
    assert good.row is not None
    assert good.row.status == "scored"
    assert [c.is_accepted for c in good.row.calls] == [False, True]
    bad = _drive(state, single_answer("other__fig0009"))
    assert bad.row is not None
    assert (bad.row.status, bad.row.reason) == ("failed", "figure_set_mismatch")
    assert bad.row.overall is None


def test_a_retry_in_one_stage_leaves_the_tries_of_the_next_untouched():
    state = _drive(start_judging(item(), AGENT, picture()), "nonsense", vision_answer(), "nonsense")
    assert not state.is_over
    row = _drive(state, language_answer(), fusion_answer()).row
    assert row is not None
    assert row.status == "scored"


def test_an_unknown_severity_is_a_failed_row():
    state = _drive(
        start_judging(item(), AGENT, picture()),
        vision_answer(),
        language_answer(severity="mild"),
        fusion_answer(),
    )
    assert state.row is not None
    assert (state.row.status, state.row.reason) == ("failed", "unknown_severity")
    assert len(state.row.calls) == 3


@pytest.mark.parametrize("status", ["refused", "empty", "truncated", "missing_key", "rate_limited"])
def test_a_call_without_an_answer_fails_the_row_under_its_own_name(status):
    state = advance(start_judging(item(), DIRECT, picture()), record(None, status))
    assert state.row is not None
    assert (state.row.status, state.row.reason) == ("failed", status)


def test_a_figure_without_picture_fails_without_a_call():
    row = start_judging(item(), DIRECT, None).row
    assert row is not None
    assert (row.reason, row.calls) == ("image_missing", [])


@pytest.mark.parametrize(
    ("run", "sees"), [(SIDECAR, "pixels"), (AGENT, "pixels"), (DIRECT, "ocr_text")]
)
def test_features_that_a_protocol_needs_and_that_are_missing_fail_the_row_without_a_call(run, sees):
    row = start_judging(item(features=None), run, picture(), sees=sees).row
    assert row is not None
    assert (row.reason, row.calls) == ("features_missing", [])
    assert not start_judging(item(features=None), DIRECT, picture()).is_over


@pytest.mark.parametrize("cause", ["image_policy", "images_not_seen", "context_length"])
def test_a_call_that_the_item_itself_makes_impossible_is_named_by_its_cause(cause):
    refused = record(None, "provider_error").model_copy(update={"cause": cause})
    row = advance(start_judging(item(), DIRECT, picture()), refused).row
    assert row is not None
    assert (row.status, row.reason) == ("failed", cause)


def test_a_gated_off_dimension_stays_null_in_every_protocol():
    no_text = item(snippets=[])
    direct = _drive(start_judging(no_text, DIRECT, picture()), single_answer(CTX=judged(None))).row
    agent = _drive(
        start_judging(no_text, AGENT, picture()),
        vision_answer(),
        language_answer(cap_CTX=6),
        fusion_answer(CTX=judged(None)),
    ).row
    assert direct
    assert agent
    for row in (direct, agent):
        assert (row.context_consistency, row.context_consistency_reason) == (None, None)
    assert agent.overall == (9 + 8 + 9 + 7) / 4


def test_an_excluded_item_is_not_judged():
    with pytest.raises(ValueError, match="no_caption_and_no_context"):
        start_judging(item(caption=None, snippets=[]), DIRECT, picture())


def test_a_model_without_eyes_gets_features_for_pixels_and_its_row_says_baseline():
    state = start_judging(item(), DIRECT, picture(), sees="ocr_text")
    request = next_request(state)
    assert not any(isinstance(p, ImagePart) for m in request.messages for p in m.parts)
    assert "features" in (read_payload(request) or {})
    row = _drive(state, single_answer()).row
    assert row is not None
    assert (row.sees, row.has_features, row.is_baseline) == ("ocr_text", True, True)


def test_sidecar_adds_features_beside_the_pixels():
    state = start_judging(item(), SIDECAR, picture())
    request = next_request(state)
    assert any(isinstance(p, ImagePart) for m in request.messages for p in m.parts)
    assert "features" in (read_payload(request) or {})


def test_the_call_budget_of_a_protocol_is_one_or_three():
    assert [calls_per_figure(p) for p in ("direct", "sidecar", "agent")] == [1, 1, 3]


def test_a_finished_figure_asks_nothing_more():
    state = _drive(start_judging(item(), DIRECT, picture()), single_answer())
    with pytest.raises(ValueError, match="nothing is left to ask"):
        next_request(state)
