"""A release is put in place whole, never over something else, and a published one never changes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scidoc_assets.domain.releases.card import CardFacts, CardTable
from scidoc_assets.domain.releases.croissant import texts
from scidoc_assets.schemas.releases import ReleasedFile, ReleaseSettings
from scidoc_assets.storage.parquet import StoreError
from scidoc_assets.storage.release_folder import is_release, release_folder, release_writer
from scidoc_assets.storage.release_shards import shard_schema, text_columns
from scidoc_assets_tests.storage.released import complaints, names, parquet_rows, records_of

PIPED: dict[str, Any] = {"capture_output": True, "text": True, "check": True}
SCHEMAS = {"rows": shard_schema(text_columns("id"))}


def write(out: Path, *ids: str, is_frozen: bool = False) -> list[ReleasedFile]:
    """A small data set with a row, a line and a picture per id."""
    with release_folder(out, is_frozen) as part, release_writer(part, SCHEMAS) as writer:
        for name in ids:
            writer.row("rows", "test", {"id": name}, "open", 3)
            writer.line("rows.jsonl", {"id": name}, "rows", "test")
            writer.picture(f"images/{name}.png", b"png", "open")
        table = CardTable("rows", "rows", writer.rows_by_split("rows"))
        facts = CardFacts("mine", "1", "other", "Things.", ["en"], ["other"], [table])
        return writer.describe(facts, {"rows": texts("id")}, ReleaseSettings(), "r", "training")


def test_every_file_is_noted_with_digest_size_and_licence_class(tmp_path: Path) -> None:
    files = {f.path: f for f in write(tmp_path / "out", "a", "b")}
    assert sorted(files) == names(tmp_path / "out")
    for path, file in files.items():
        data = (tmp_path / "out" / path).read_bytes()
        assert (file.sha256, file.size_bytes) == (hashlib.sha256(data).hexdigest(), len(data))
    shard = files["data/rows/test-00000.parquet"]
    assert (shard.rows, shard.split, shard.licence_class) == (2, "test", "open")
    assert (files["rows.jsonl"].rows, files["rows.jsonl"].licence_class) == (2, "text")
    assert files["README.md"].rows is None


def test_what_was_written_is_valid_and_read_back(tmp_path: Path) -> None:
    write(tmp_path / "out", "a", "b")
    assert complaints(tmp_path / "out") == []
    read = [value for record in records_of(tmp_path / "out") for value in record.values()]
    assert read == [b"a", b"b"]
    assert parquet_rows(tmp_path / "out") == [{"id": "a"}, {"id": "b"}]


def test_equal_input_gives_equal_bytes(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        write(tmp_path / folder / "out", "a", "b")
    one, two = tmp_path / "one" / "out", tmp_path / "two" / "out"
    assert names(one) == names(two)
    assert all((one / n).read_bytes() == (two / n).read_bytes() for n in names(one))


def test_a_later_draft_replaces_the_earlier_one_whole(tmp_path: Path) -> None:
    write(tmp_path / "out", "a")
    write(tmp_path / "out", "b")
    assert "images/b.png" in names(tmp_path / "out")
    assert "images/a.png" not in names(tmp_path / "out")
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("is_file", [True, False])
def test_what_is_no_release_is_left_alone(tmp_path: Path, is_file: bool) -> None:
    mine = tmp_path / "out" if is_file else tmp_path / "out" / "thesis.txt"
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("mine", encoding="utf-8")
    with pytest.raises(StoreError, match="no export"):
        write(tmp_path / "out", "a")
    assert mine.read_text(encoding="utf-8") == "mine"


def test_a_failure_half_way_leaves_the_earlier_release(tmp_path: Path) -> None:
    write(tmp_path / "out", "a")
    before = names(tmp_path / "out")
    with (
        pytest.raises(KeyError),
        release_folder(tmp_path / "out") as part,
        release_writer(part, SCHEMAS) as writer,
    ):
        writer.row("no such table", "test", {"id": "b"})
    assert names(tmp_path / "out") == before
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_what_a_killed_writer_left_is_cleared_and_that_of_a_living_one_is_not(
    tmp_path: Path,
) -> None:
    dead = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], **PIPED)
    left = tmp_path / f".out.{int(dead.stdout)}-ab.part"
    others = [tmp_path / f".out.{os.getpid()}-ab.part", tmp_path / ".mine.part"]
    for folder in (left, *others):
        folder.mkdir()
    write(tmp_path / "out", "a")
    assert not left.exists()
    assert all(folder.exists() for folder in others)


def test_a_published_version_is_written_once(tmp_path: Path) -> None:
    write(tmp_path / "out", "a", is_frozen=True)
    write(tmp_path / "out", "a", is_frozen=True)
    for changed in (("a", "b"), ("b",), ()):
        with pytest.raises(StoreError, match="published versions do not change"):
            write(tmp_path / "out", *changed, is_frozen=True)
    assert parquet_rows(tmp_path / "out") == [{"id": "a"}]


def test_nan_is_no_json_and_never_leaves(tmp_path: Path) -> None:
    with (
        pytest.raises(ValueError, match="Out of range float"),
        release_folder(tmp_path / "out") as part,
        release_writer(part, SCHEMAS) as writer,
    ):
        writer.line("rows.jsonl", {"x": float("nan")}, "rows", "test")
    assert not (tmp_path / "out").exists()


def test_a_folder_of_releases_is_told_from_other_folders(tmp_path: Path) -> None:
    assert not is_release(tmp_path)
    write(tmp_path / "version" / "part", "a")
    assert is_release(tmp_path / "version")
    assert is_release(tmp_path / "version" / "part")
    assert not is_release(tmp_path)


def test_no_file_is_written_outside_the_folder(tmp_path: Path) -> None:
    with (
        pytest.raises(ValueError, match="leaves the folder"),
        release_writer(tmp_path / "part", SCHEMAS) as writer,
    ):
        writer.picture("../outside.png", b"png", "open")
    assert not (tmp_path / "outside.png").exists()
