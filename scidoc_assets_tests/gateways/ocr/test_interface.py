"""OCR faults carry their cause; every engine fits the interface."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets.gateways.ocr.engines import PaddleOcrEngine, RapidOcrEngine
from scidoc_assets.gateways.ocr.fake import FakeOcrEngine
from scidoc_assets.gateways.ocr.interface import OcrEngine, OcrError


def test_a_fault_names_its_cause_and_keeps_its_message() -> None:
    error = OcrError("weights_missing", "OCR weights: det.onnx is absent")
    assert error.fault == "weights_missing"
    assert "det.onnx" in str(error)


@pytest.mark.parametrize(
    "engine", [FakeOcrEngine(), RapidOcrEngine(Path("unused")), PaddleOcrEngine(Path("unused"))]
)
def test_every_engine_has_a_name_and_a_version_before_it_loads(engine: OcrEngine) -> None:
    assert engine.name in engine.version
