"""Bundles come in whole or not at all, under the name of their folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets.domain.tasks.building import BENCHMARK
from scidoc_assets.storage.bundles import (
    BundleError,
    add_bundle,
    bundle_names,
    bundles_digest,
    read_bundles,
)
from scidoc_assets_tests.domain.imports.factory import LABEL, TASK, files, lines


def a_bundle(folder: Path, content: dict[str, bytes] | None = None) -> Path:
    folder.mkdir(parents=True)
    for name, data in (content or files()).items():
        (folder / name).write_bytes(data)
    return folder


def test_a_bundle_is_a_benchmark_named_after_its_folder(tmp_path: Path) -> None:
    imports = tmp_path / "imports"
    assert add_bundle(imports, a_bundle(tmp_path / "mine-1.0")).benchmark == "mine-1.0"
    assert bundle_names(imports) == ["mine-1.0"]
    (bundle,) = read_bundles(imports)
    assert {row.benchmark for row in (*bundle.tasks, *bundle.responses)} == {"mine-1.0"}


def test_a_bad_line_stores_nothing_and_names_its_file_and_line(tmp_path: Path) -> None:
    bad = files(labels=lines(LABEL, {**LABEL, "repeat": 1, "judge": None}))
    with pytest.raises(BundleError, match=r"labels\.jsonl.*2.*judge"):
        add_bundle(tmp_path / "imports", a_bundle(tmp_path / "bad", bad))
    assert not (tmp_path / "imports").exists()


def test_a_bad_second_import_leaves_the_first_as_it_was(tmp_path: Path) -> None:
    imports = tmp_path / "imports"
    add_bundle(imports, a_bundle(tmp_path / "one" / "same"))
    before = bundles_digest(imports)
    with pytest.raises(BundleError):
        add_bundle(imports, a_bundle(tmp_path / "two" / "same", files(tasks=b"{")))
    assert bundles_digest(imports) == before


def test_a_changed_bundle_replaces_the_earlier_one_and_its_digest(tmp_path: Path) -> None:
    imports = tmp_path / "imports"
    add_bundle(imports, a_bundle(tmp_path / "one" / "same"))
    before = bundles_digest(imports)
    changed = files(tasks=lines({**TASK, "question": "How?"}))
    add_bundle(imports, a_bundle(tmp_path / "two" / "same", changed))
    assert bundle_names(imports) == ["same"]
    assert bundles_digest(imports) != before
    assert read_bundles(imports)[0].tasks[0].question == "How?"


@pytest.mark.parametrize("name", [BENCHMARK, "with space", ".hidden", "a|b"])
def test_a_name_that_cannot_be_a_benchmark_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BundleError, match="cannot name an import"):
        add_bundle(tmp_path / "imports", a_bundle(tmp_path / name))


def test_a_bundle_that_was_damaged_after_its_import_is_named(tmp_path: Path) -> None:
    imports = tmp_path / "imports"
    add_bundle(imports, a_bundle(tmp_path / "mine"))
    (imports / "mine" / "tasks.jsonl").write_bytes(b"{}\n")
    with pytest.raises(BundleError, match=r"tasks\.jsonl"):
        read_bundles(imports)


def test_without_imports_there_are_no_bundles(tmp_path: Path) -> None:
    assert (bundle_names(tmp_path / "none"), read_bundles(tmp_path / "none")) == ([], [])
