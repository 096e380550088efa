"""Model folders are made from the wheel, once, whole, and without the network."""

from __future__ import annotations

import importlib.util
import shutil
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
import yaml

from scidoc_assets.gateways.ocr.engines import open_ocr
from scidoc_assets.gateways.ocr.interface import OcrError
from scidoc_assets.gateways.ocr.weights import WHEEL_FILES, prepare_model_dirs


def test_both_folders_hold_weights_and_their_description(tmp_path: Path) -> None:
    folders = prepare_model_dirs(tmp_path)
    for part, folder in folders.items():
        assert (folder / "inference.onnx").stat().st_size > 1_000_000
        config = yaml.safe_load((folder / "inference.yml").read_text(encoding="utf-8"))
        assert config["Global"]["model_name"] == f"PP-OCRv6_small_{part}"
    rec = yaml.safe_load((folders["rec"] / "inference.yml").read_text(encoding="utf-8"))
    characters = rec["PostProcess"]["character_dict"]
    assert len(characters) > 18_000
    assert {"0", "A", "\u03b1", "\u56fe"} <= set(characters)


def test_a_second_call_writes_nothing(tmp_path: Path) -> None:
    first = prepare_model_dirs(tmp_path)
    stamps = {part: (folder / "inference.yml").stat().st_mtime_ns for part, folder in first.items()}
    again = prepare_model_dirs(tmp_path)
    assert {p: (f / "inference.yml").stat().st_mtime_ns for p, f in again.items()} == stamps


def test_workers_that_start_together_leave_one_whole_folder(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(prepare_model_dirs, [tmp_path] * 4))
    assert all(folders == made[0] for folders in made)
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(f.name for f in made[0].values())


def test_a_wheel_without_weights_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = ModuleSpec("rapidocr", None, origin=str(tmp_path / "rapidocr" / "__init__.py"))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: empty)
    with pytest.raises(OcrError, match=WHEEL_FILES["det"]) as caught:
        prepare_model_dirs(tmp_path / "cache")
    assert caught.value.fault == "weights_missing"


def test_a_missing_package_is_refused_with_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(OcrError, match="make setup") as caught:
        prepare_model_dirs(tmp_path)
    assert caught.value.fault == "package_missing"


@pytest.mark.parametrize("kept_bytes", [0, 10, 100_000])
def test_weights_that_are_cut_off_are_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept_bytes: int
) -> None:
    found = importlib.util.find_spec("rapidocr")
    assert found is not None
    assert found.origin is not None
    wheel = Path(found.origin).parent / "models"
    models = tmp_path / "rapidocr" / "models"
    models.mkdir(parents=True)
    shutil.copy(wheel / WHEEL_FILES["det"], models)
    (models / WHEEL_FILES["rec"]).write_bytes(
        (wheel / WHEEL_FILES["rec"]).read_bytes()[:kept_bytes]
    )
    cut = ModuleSpec("rapidocr", None, origin=str(models.parent / "__init__.py"))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: cut)
    with pytest.raises(OcrError, match=WHEEL_FILES["rec"]) as caught:
        prepare_model_dirs(tmp_path / "cache")
    assert caught.value.fault == "weights_unusable"
    assert not list((tmp_path / "cache").glob("*rec*"))


def test_a_damaged_model_folder_is_named_with_the_way_out(tmp_path: Path) -> None:
    for folder in prepare_model_dirs(tmp_path).values():
        (folder / "inference.onnx").write_bytes(b"cut off")
    engine = open_ocr("paddleocr", tmp_path)
    assert engine is not None
    with pytest.raises(OcrError, match="delete this folder") as caught:
        engine.read(b"", 100)
    assert caught.value.fault == "weights_unusable"
