"""Verdicts: reasons follow scores, and the risk reason names band and severity."""

from __future__ import annotations

import json

from scidoc_assets.domain.quality.answers import (
    read_fusion,
    read_language,
    read_single,
    read_vision,
)
from scidoc_assets.domain.quality.score_rows import agent_verdict, single_verdict
from scidoc_assets_tests.domain.quality.rows_by_hand import (
    fusion_answer,
    item,
    judged,
    language_answer,
    single_answer,
    vision_answer,
)


def test_a_null_score_keeps_no_reason():
    no_text = item(snippets=[])
    entry = read_single(single_answer(CTX={"score": None, "reason": "no text"}), no_text).entry
    assert entry is not None
    fields = single_verdict(entry).fields
    assert (fields["context_consistency"], fields["context_consistency_reason"]) == (None, None)
    assert fields["overall"] == (8 + 7 + 6 + 4) / 4


def test_the_agents_verdict_keeps_its_evidence():
    figure = item()
    vision = read_vision(vision_answer(), figure).entry
    language = read_language(language_answer(), figure).entry
    fusion = read_fusion(fusion_answer(MR=judged(3, "bars start at 20")), figure).entry
    assert vision
    assert language
    assert fusion
    fields = agent_verdict(figure, vision, language, fusion).fields
    assert "visual risk 6-8" in fields["misleading_risk_reason"]
    assert set(json.loads(fields["evidence_json"])) == {"vision", "language", "fusion"}
