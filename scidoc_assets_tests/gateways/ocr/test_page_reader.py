"""Page readers cross process borders and are one key each."""

from __future__ import annotations

import pickle
from pathlib import Path

from scidoc_assets.gateways.ocr.page_reader import PageReaderFactory


def test_a_reader_that_crossed_a_process_border_is_the_same_key() -> None:
    made = PageReaderFactory("rapidocr", Path("cache"))
    arrived = pickle.loads(pickle.dumps(made))
    assert {made: "opened"}[arrived] == "opened"
    assert made != PageReaderFactory("paddleocr", Path("cache"))
