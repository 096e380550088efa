"""The fake engine answers by picture and remembers questions."""

from __future__ import annotations

import hashlib

from scidoc_assets.gateways.ocr.fake import FakeOcrEngine
from scidoc_assets.schemas.figures import OcrRegion

LINE = OcrRegion(text="loss", confidence=0.9, bbox_px=(0, 0, 10, 5))


def test_known_pictures_get_their_lines_and_others_none() -> None:
    engine = FakeOcrEngine({hashlib.sha256(b"a").hexdigest(): [LINE]})
    assert engine.read(b"a", 1600) == [LINE]
    assert engine.read(b"b", 800) == []
    assert [side for _, side in engine.asked] == [1600, 800]
