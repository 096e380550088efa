"""The rule baseline answers every stage in the contract, and only judge requests."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.quality.baseline import answer_quality_request
from scidoc_assets.domain.quality.judging import advance, next_request, start_judging
from scidoc_assets.schemas.calls import ModelRequest, text_message
from scidoc_assets.schemas.settings import QualityRun
from scidoc_assets_tests.domain.quality.rows_by_hand import item, picture, record


def _judge(figure, protocol):
    run = QualityRun(run_id="X1", protocol=protocol, vision_model="embedded/extractive")
    state = start_judging(figure, run, picture(), sees="ocr_text")
    while not state.is_over:
        state = advance(state, record(answer_quality_request(next_request(state))))
    assert state.row is not None
    return state.row


@pytest.mark.parametrize("protocol", ["direct", "sidecar", "agent"])
@pytest.mark.parametrize(
    "figure", [item(), item(snippets=[]), item(caption=None, caption_raw=None)]
)
def test_every_protocol_ends_in_a_scored_row_that_respects_gating(protocol, figure):
    row = _judge(figure, protocol)
    assert (row.status, row.is_baseline) == ("scored", True)
    assert (row.caption_consistency is None) == ("C" not in figure.gated_dimensions)
    assert (row.context_consistency is None) == ("CTX" not in figure.gated_dimensions)


def test_a_pointer_and_a_caption_without_metric_are_capped_at_six():
    bare = item(
        caption="Figure 1: Overview of the whole proposed system.", snippets=["See Figure."]
    )
    row = _judge(bare, "agent")
    assert row.caption_consistency is not None
    assert row.caption_consistency <= 6
    assert row.context_consistency is not None
    assert row.context_consistency <= 6
    assert (row.cap_caption, row.cap_context) == (6, 6)


def test_other_requests_are_not_answered():
    request = ModelRequest(model_id="m", messages=(text_message("user", "What is shown?"),))
    assert answer_quality_request(request) is None
