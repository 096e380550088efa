"""Mention counts against the hand-checked truth of the shared papers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scidoc_assets.domain.contexts.binding import bind_contexts
from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.gateways.pdf.parse import parse_paper
from scidoc_assets_tests.domain.contexts.layouts_by_hand import figure

PAPERS = Path(__file__).parents[4] / "shared/corpus/papers"
TRUTHS = sorted(PAPERS.glob("*.truth.json"))


@pytest.mark.slow
@pytest.mark.skipif(not TRUTHS, reason="shared papers with truth are not here")
def test_nine_of_ten_objects_have_their_citing_paragraphs_within_one():
    near = total = 0
    for path in TRUTHS:
        objects = json.loads(path.read_text(encoding="utf-8"))["objects"]
        stem = path.name.removesuffix(".truth.json")
        paper = parse_paper(PAPERS / f"{stem}.pdf", stem, ParseOptions(has_crops=False))
        bound = bind_contexts(paper.layout, [figure(o["label"]) for o in objects])
        total += len(objects)
        near += sum(
            abs(row.mention_count - o["mention_count"]) <= 1
            for row, o in zip(bound, objects, strict=True)
        )
    assert total > 0
    assert near / total >= 0.9
