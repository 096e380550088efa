"""A folder is put in place whole, or everything stays as it was."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scidoc_assets.storage import whole_folder as under_test
from scidoc_assets.storage.parquet import StoreError
from scidoc_assets.storage.whole_folder import replaced_folder


def _filled(folder: Path, name: str) -> Path:
    folder.mkdir(parents=True)
    (folder / name).touch()
    return folder


@pytest.fixture
def dead() -> str:
    """The process id of a writer that has ended."""
    code = "import os; print(os.getpid())"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def test_a_new_folder_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    for text in ("old", "new"):
        with replaced_folder(tmp_path / "root" / "set.v1") as part:
            (part / text).write_text(text)
    assert [p.name for p in (tmp_path / "root").iterdir()] == ["set.v1"]
    assert [p.name for p in (tmp_path / "root" / "set.v1").iterdir()] == ["new"]


def test_two_writers_at_once_do_not_share_a_folder(tmp_path: Path) -> None:
    with replaced_folder(tmp_path / "set") as first, replaced_folder(tmp_path / "set") as second:
        assert first != second
        (second / "second").touch()
    assert [p.name for p in tmp_path.iterdir()] == ["set"]


def test_a_writer_killed_between_its_renames_loses_nothing(tmp_path: Path, dead: str) -> None:
    _filled(tmp_path / f".set.{dead}-ab.old", "old")
    _filled(tmp_path / f".set.{dead}-ab.part", "half")
    with pytest.raises(KeyError), replaced_folder(tmp_path / "set"):
        raise KeyError("x")
    assert [p.name for p in tmp_path.iterdir()] == ["set"]
    assert [p.name for p in (tmp_path / "set").iterdir()] == ["old"]


@pytest.mark.parametrize("failing", [1, 2])
def test_a_failed_replacement_leaves_the_old_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    with replaced_folder(tmp_path / "set") as part:
        (part / "old").touch()
    moves: list[object] = []
    real = under_test.os.replace

    def replace(source: Path, target: Path) -> None:
        moves.append(source)
        if len(moves) == failing:
            raise OSError(28, "No space left on device")
        real(source, target)

    monkeypatch.setattr(under_test.os, "replace", replace)
    with pytest.raises(StoreError, match="disk full"), replaced_folder(tmp_path / "set") as part:
        (part / "new").touch()
    assert [p.name for p in tmp_path.iterdir()] == ["set"]
    assert [p.name for p in (tmp_path / "set").iterdir()] == ["old"]


def test_a_fault_of_the_caller_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(KeyError), replaced_folder(tmp_path / "set"):
        raise KeyError("x")
    assert list(tmp_path.iterdir()) == []
