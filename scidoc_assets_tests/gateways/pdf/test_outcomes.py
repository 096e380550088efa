"""Tests of parse options."""

from __future__ import annotations

from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.schemas.settings import ParseLimits


def test_every_option_changes_the_hash() -> None:
    plain = ParseOptions()
    others = [
        ParseOptions(crop_dpi=150),
        ParseOptions(ocr_max_pages=1),
        ParseOptions(limits=ParseLimits(pages=7)),
    ]
    hashes = {plain.options_hash, *(o.options_hash for o in others)}
    assert len(hashes) == 4
    assert plain.options_hash == ParseOptions().options_hash
