"""Rows of papers lost in parsing."""

from __future__ import annotations

from scidoc_assets.domain.layouts.failure import failed_layout


def test_a_lost_paper_holds_its_reason_and_nothing_partial() -> None:
    row = failed_layout("p", "ab" * 32, "time_limit", "p.pdf: over 180 s", "1", "opts")
    assert (row.status, row.reason, row.num_pages) == ("failed", "time_limit", 0)
    assert [row.pages, row.blocks, row.relations] == [[], [], []]
    assert row.provenance.sha256 == "ab" * 32
