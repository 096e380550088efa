"""An imported folder is put in place whole, or everything stays as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets.storage import imported_folders as under_test
from scidoc_assets.storage.imported_folders import (
    BundleError,
    import_name,
    imported_folders,
    replaced_folder,
)
from scidoc_assets.storage.parquet import StoreError


@pytest.mark.parametrize("name", ["a b", "-a", "ä", "reasoning"])
def test_a_name_that_cannot_be_used_is_refused_with_the_way_out(tmp_path: Path, name: str) -> None:
    with pytest.raises(BundleError, match=r"cannot name an import.*rename the folder"):
        import_name(tmp_path / name, "reasoning")


def test_a_new_folder_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    for text in ("old", "new"):
        with replaced_folder(tmp_path / "root" / "set") as part:
            (part / text).write_text(text)
    assert [p.name for p in imported_folders(tmp_path / "root")] == ["set"]
    assert [p.name for p in (tmp_path / "root" / "set").iterdir()] == ["new"]
    assert len(list((tmp_path / "root").iterdir())) == 1


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
    assert imported_folders(tmp_path / "none") == []
