"""The two real OCR engines, on the same PP-OCRv6-small weights, and the door that picks one.

`paddleocr`: PaddleOCR's detection and recognition modules on its ONNX engine (about 430 MB, 2.5 s
to start). `rapidocr`: the same models without PaddleX (about 90 MB, 0.5 s). Both take one thread.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np

from scidoc_assets.gateways.ocr.interface import OcrEngine, OcrError
from scidoc_assets.gateways.ocr.reading import BgrImage, Quad, TextModels, read_picture
from scidoc_assets.gateways.ocr.weights import (
    MODEL_NAMES,
    REINSTALL,
    keep_offline,
    prepare_model_dirs,
    unusable_named,
)
from scidoc_assets.schemas.figures import OcrRegion

DETECTION_SIDE_PX = 960
BATCH = 8
WEIGHTS = "PP-OCRv6-small"


def open_ocr(name: Literal["paddleocr", "rapidocr", "off"], cache_folder: Path) -> OcrEngine | None:
    """The engine named in curation.yaml `ocr`, or None for `off`. Nothing is loaded yet.

    `cache_folder` receives the model folders and PaddleX's own files.
    """
    if name == "off":
        return None
    return PaddleOcrEngine(cache_folder) if name == "paddleocr" else RapidOcrEngine(cache_folder)


class PaddleOcrEngine:
    """PaddleOCR with `engine="onnxruntime"`, weights from the rapidocr wheel."""

    name = "paddleocr"

    def __init__(self, cache_folder: Path) -> None:
        self._cache_folder = cache_folder

    @property
    def version(self) -> str:
        return f"paddleocr {_version('paddleocr')} onnxruntime, {WEIGHTS} (rapidocr {_version('rapidocr')})"

    def read(self, png: bytes, max_side_px: int) -> list[OcrRegion]:
        """See OcrEngine.read."""
        return read_picture(_paddle_models(self._cache_folder), png, max_side_px)


class RapidOcrEngine:
    """RapidOCR with its own weights; light, for small machines."""

    name = "rapidocr"

    def __init__(self, cache_folder: Path) -> None:
        self._cache_folder = cache_folder

    @property
    def version(self) -> str:
        return f"rapidocr {_version('rapidocr')}, {WEIGHTS}"

    def read(self, png: bytes, max_side_px: int) -> list[OcrRegion]:
        """See OcrEngine.read."""
        return read_picture(_rapid_models(self._cache_folder), png, max_side_px)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError as error:
        raise OcrError(
            "package_missing", f"OCR: package {package} is not installed; run `make setup`"
        ) from error


@functools.cache
def _paddle_models(cache_folder: Path) -> TextModels:
    keep_offline(cache_folder)
    cv2.setNumThreads(1)
    folders = prepare_model_dirs(cache_folder)
    try:
        from paddleocr import TextDetection, TextRecognition
    except ImportError as error:
        raise OcrError(
            "package_missing", f"OCR: {error}; run `make setup` or set `ocr: rapidocr`"
        ) from error
    logging.getLogger("paddlex").setLevel(logging.WARNING)
    threads = {"intra_op_num_threads": 1, "inter_op_num_threads": 1, "enable_cpu_mem_arena": False}
    common = {"engine": "onnxruntime", "engine_config": threads, "device": "cpu"}
    with unusable_named(str(cache_folder), "delete this folder; it is made again"):
        detector = TextDetection(
            model_name=MODEL_NAMES["det"],
            model_dir=str(folders["det"]),
            limit_type="max",
            limit_side_len=DETECTION_SIDE_PX,
            **common,
        )
        recogniser = TextRecognition(
            model_name=MODEL_NAMES["rec"], model_dir=str(folders["rec"]), **common
        )
    return _PaddleModels(detector, recogniser)


class _PaddleModels:
    def __init__(self, detector: Any, recogniser: Any) -> None:
        self._detector = detector
        self._recogniser = recogniser

    def detect(self, picture: BgrImage) -> Sequence[Quad]:
        (found,) = self._detector.predict(picture)
        return [np.asarray(quad, dtype=np.float32) for quad in found["dt_polys"]]

    def recognise(self, lines: Sequence[BgrImage]) -> Sequence[tuple[str, float]]:
        order = _by_width(lines)
        results = self._recogniser.predict([lines[i] for i in order], batch_size=BATCH)
        read = [(str(r["rec_text"]), float(r["rec_score"])) for r in results]
        return _restored(read, order)


@functools.cache
def _rapid_models(cache_folder: Path) -> TextModels:
    keep_offline(cache_folder)
    cv2.setNumThreads(1)
    try:
        from rapidocr import RapidOCR
    except ImportError as error:
        raise OcrError("package_missing", f"OCR: {error}; run `make setup`") from error
    engine = "EngineConfig.onnxruntime"
    params = {
        "Global.log_level": "critical",
        "Global.text_score": 0.0,
        f"{engine}.intra_op_num_threads": 1,
        f"{engine}.inter_op_num_threads": 1,
        "Det.limit_type": "max",
        "Det.limit_side_len": DETECTION_SIDE_PX,
        "Rec.rec_batch_num": BATCH,
    }
    with unusable_named("the rapidocr wheel's", REINSTALL):
        return _RapidModels(RapidOCR(params=params))


class _RapidModels:
    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def detect(self, picture: BgrImage) -> Sequence[Quad]:
        found = self._engine(picture, use_det=True, use_cls=False, use_rec=False)
        return [] if found.boxes is None else [np.asarray(q, np.float32) for q in found.boxes]

    def recognise(self, lines: Sequence[BgrImage]) -> Sequence[tuple[str, float]]:
        read: list[tuple[str, float]] = []
        for line in lines:
            found = self._engine(line, use_det=False, use_cls=False, use_rec=True)
            read.append((found.txts[0], float(found.scores[0])) if found.txts else ("", 0.0))
        return read


def _by_width(lines: Sequence[BgrImage]) -> list[int]:
    """Order in which lines of like proportions share a batch, so that padding stays small."""
    return sorted(range(len(lines)), key=lambda i: lines[i].shape[1] / lines[i].shape[0])


def _restored(read: Sequence[tuple[str, float]], order: Sequence[int]) -> list[tuple[str, float]]:
    by_place = dict(zip(order, read, strict=True))
    return [by_place[place] for place in range(len(read))]
