"""PP-OCRv6-small weights out of the installed rapidocr wheel, laid out for PaddleOCR.

Copies two ONNX files and writes their `inference.yml` into a cache folder of the caller. Nothing
is downloaded; a wheel without the weights is refused by name.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import yaml

from scidoc_assets.gateways.ocr.interface import OcrError

Part = Literal["det", "rec"]
MODEL_NAMES: dict[Part, str] = {"det": "PP-OCRv6_small_det", "rec": "PP-OCRv6_small_rec"}
WHEEL_FILES: dict[Part, str] = {"det": "PP-OCRv6_det_small.onnx", "rec": "PP-OCRv6_rec_small.onnx"}
REINSTALL = "install rapidocr again as requirements.lock pins it, or set `ocr: off`"
DECODE_BGR = {"DecodeImage": {"channel_first": False, "img_mode": "BGR"}}


def prepare_model_dirs(cache_folder: Path) -> dict[Part, Path]:
    """Model folders (`inference.onnx`, `inference.yml`) for detection and recognition.

    Made at the first call and reused; safe when several workers start together. Raises OcrError
    (`package_missing`, `weights_missing`, `weights_unusable`).
    """
    source = _wheel_models()
    folders: dict[Part, Path] = {}
    for part, name in MODEL_NAMES.items():
        folder = cache_folder / name
        if not (folder / "inference.yml").is_file():
            _write_model_dir(folder, source / WHEEL_FILES[part], part)
        folders[part] = folder
    return folders


def keep_offline(cache_folder: Path) -> None:
    """Tell the packages, before they are imported, to leave network and home folder alone.

    onnxruntime 1.32 starts a telemetry client (with a database in ~/.cache) at import; PaddleX
    asks its model hosts and writes to ~/.paddlex.
    """
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("PADDLE_PDX_DISABLE_MODEL_SOURCE_CHECK", "True")
    os.environ.setdefault("PADDLE_PDX_CACHE_HOME", str(cache_folder / "paddlex"))


@contextmanager
def unusable_named(weights: str, way_out: str) -> Iterator[None]:
    """Name weights that onnxruntime refuses to load inside the block (cut off, not a model).

    Raises OcrError `weights_unusable`.
    """
    from onnxruntime.capi import onnxruntime_pybind11_state as refusals  # type: ignore[attr-defined]

    try:
        yield
    except (
        refusals.InvalidProtobuf,
        refusals.InvalidArgument,
        refusals.InvalidGraph,
        refusals.NoSuchFile,
        refusals.Fail,
    ) as error:
        what = f"OCR weights: {weights} cannot be loaded ({error})"
        raise OcrError("weights_unusable", f"{what}; {way_out}") from error


def _wheel_models() -> Path:
    spec = importlib.util.find_spec("rapidocr")
    if spec is None or spec.origin is None:
        raise OcrError(
            "package_missing",
            "OCR weights: package rapidocr is not installed; reinstall with `make setup`",
        )
    models = Path(spec.origin).parent / "models"
    for name in WHEEL_FILES.values():
        if not (models / name).is_file():
            raise OcrError(
                "weights_missing",
                f"OCR weights: {name} is not in the installed rapidocr wheel; install the version "
                "pinned in requirements.lock, or set `ocr: off` in curation.yaml",
            )
    return models


def _write_model_dir(folder: Path, weights: Path, part: Part) -> None:
    config = _detection_config() if part == "det" else _recognition_config(_characters(weights))
    text = yaml.safe_dump(config, allow_unicode=True, sort_keys=False)
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    shutil.copyfile(weights, fresh / "inference.onnx")
    (fresh / "inference.yml").write_text(text, encoding="utf-8")
    try:
        os.replace(fresh, folder)
    except OSError:
        # Another worker was first: its folder is complete, ours goes.
        shutil.rmtree(fresh)
        if not (folder / "inference.yml").is_file():
            raise


def _characters(weights: Path) -> list[str]:
    import onnxruntime

    with unusable_named(weights.name, REINSTALL):
        session = onnxruntime.InferenceSession(str(weights), providers=["CPUExecutionProvider"])
    listed = session.get_modelmeta().custom_metadata_map.get("character")
    if not listed:
        what = f"OCR weights: {weights.name} holds no `character` list"
        raise OcrError("weights_unusable", f"{what}; {REINSTALL}")
    return listed.split("\n")


def _detection_config() -> dict[str, Any]:
    normalise = {
        "mean": [0.485, 0.456, 0.406],
        "std": [0.229, 0.224, 0.225],
        "scale": "1./255.",
        "order": "hwc",
    }
    return {
        "Global": {"model_name": MODEL_NAMES["det"]},
        "PreProcess": {
            "transform_ops": [
                DECODE_BGR,
                {"DetLabelEncode": None},
                {"DetResizeForTest": {"resize_long": 960}},
                {"NormalizeImage": normalise},
                {"ToCHWImage": None},
                {"KeepKeys": {"keep_keys": ["image", "shape", "polys", "ignore_tags"]}},
            ]
        },
        "PostProcess": {
            "name": "DBPostProcess",
            "thresh": 0.3,
            "box_thresh": 0.6,
            "max_candidates": 1000,
            "unclip_ratio": 1.5,
        },
    }


def _recognition_config(characters: list[str]) -> dict[str, Any]:
    keys = ["image", "label_ctc", "label_gtc", "length", "valid_ratio"]
    return {
        "Global": {"model_name": MODEL_NAMES["rec"]},
        "PreProcess": {
            "transform_ops": [
                DECODE_BGR,
                {"MultiLabelEncode": {"gtc_encode": "NRTRLabelEncode"}},
                {"RecResizeImg": {"image_shape": [3, 48, 320]}},
                {"KeepKeys": {"keep_keys": keys}},
            ]
        },
        "PostProcess": {"name": "CTCLabelDecode", "character_dict": characters},
    }
