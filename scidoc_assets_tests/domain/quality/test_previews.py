"""Previews show scores with their reasons, gold with its raters, and baselines as such."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from scidoc_assets.domain.quality.metrics import measure_runs
from scidoc_assets.domain.quality.previews import draw_bias, preview_figure
from scidoc_assets_tests.domain.quality.rows_by_hand import gold, item, score


def test_a_figures_preview_holds_caption_snippets_scores_and_reasons():
    rows = [
        score(
            "p__fig0001", 7.0, context_consistency=None, misleading_risk_reason="axis starts at 20"
        ),
        score("p__fig0001", None, "D2", is_baseline=True),
    ]
    text = preview_figure(item(), rows, gold("p__fig0001", 8.25), "crop.png")
    assert "![crop](crop.png)" in text
    assert "> As Figure 1 shows, A is better than B." in text
    assert "| gold (3 raters) | 8.25 | 8.25 | 8.25 | 8.25 | 8.25 | 8.25 |" in text
    assert "| D1 direct | 7 | 7 | 7 | - | 7 | 7 |" in text
    assert "| D2 direct (baseline), failed: unparseable | - | - | - | - | - | - |" in text
    assert "- D1 MR: axis starts at 20" in text


def test_the_bias_picture_is_a_picture_and_the_same_each_time():
    metrics = measure_runs(
        [gold("a__fig0001", 5.0), gold("b__fig0001", 6.0)], [score("a__fig0001", 7.0)]
    )
    png = draw_bias(metrics)
    assert Image.open(io.BytesIO(png)).size[0] == 800
    assert png == draw_bias(metrics)


def test_nothing_measured_is_nothing_drawn():
    with pytest.raises(ValueError, match="no bias was measured"):
        draw_bias([])
