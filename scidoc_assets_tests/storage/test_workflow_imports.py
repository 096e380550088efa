"""Workflow imports: all or nothing, pictures from inside the folder only, read back as imported."""

from __future__ import annotations

import base64
import csv
from pathlib import Path
from typing import Any

import pytest
from upath import UPath

from scidoc_assets.storage.imported_folders import BundleError
from scidoc_assets.storage.paths import ProjectPaths
from scidoc_assets.storage.workflow_imports import (
    add_workflow,
    is_workflow_folder,
    picture_bytes,
    read_workflows,
    workflows_digest,
)
from scidoc_assets_tests.domain.responses.factory import png
from scidoc_assets_tests.domain.workflow.conftest import make_item

ROW: dict[str, str] = {
    "index": "1",
    "question": "Which?",
    "answer": "B",
    "image_path": "pages/p1.png",
    "category": "C1",
    "eval_method": "json_match",
}


@pytest.fixture
def paths(tmp_path: Path) -> ProjectPaths:
    root = tmp_path / "project"
    return ProjectPaths(root, UPath(root / "store"), UPath(root / "blobs"))


def write_table(folder: Path, name: str, *rows: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    with (folder / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)


def a_folder(tmp_path: Path, **changes: str) -> Path:
    """A table in two settings with one page picture beside it."""
    folder = tmp_path / "published"
    row = {**ROW, **changes}
    write_table(folder, "bench_EN_AF.tsv", row)
    segments = '[{"image": "p1.png"}, {"text": "Which?"}]'
    write_table(folder, "bench_ZH_IL.tsv", {**row, "question": "哪个？", "segments": segments})
    (folder / "pages").mkdir(exist_ok=True)
    (folder / "pages" / "p1.png").write_bytes(png(20, 30))
    return folder


def test_a_published_table_comes_back_with_its_pictures(
    tmp_path: Path, paths: ProjectPaths
) -> None:
    folder = a_folder(tmp_path)
    assert is_workflow_folder(folder)
    add_workflow(paths, folder)
    [found] = read_workflows(paths)
    assert (found.name, [i.item_id for i in found.items]) == ("published", ["1"])
    assert {i.setting for i in found.instances} == {"en_images_first", "zh_markdown_interleaved"}
    assert picture_bytes(paths, found, "pages/p1.png") == png(20, 30)


def test_pictures_inside_the_table_are_stored_too(tmp_path: Path, paths: ProjectPaths) -> None:
    folder = tmp_path / "inside"
    row = {**ROW, "image_path": "", "image": base64.b64encode(png(9, 9)).decode()}
    write_table(folder, "bench_EN_AF.tsv", row)
    found = add_workflow(paths, folder)
    [part] = [p for p in found.instances[0].parts if p.kind == "file_image"]
    assert picture_bytes(paths, read_workflows(paths)[0], str(part.file)) == png(9, 9)


@pytest.mark.parametrize("path", ["../secret.png", "/etc/hostname", "pages/none.png"])
def test_a_picture_outside_the_folder_or_missing_refuses_the_import(
    tmp_path: Path, paths: ProjectPaths, path: str
) -> None:
    (tmp_path / "secret.png").write_bytes(png(5, 5))
    folder = tmp_path / "published"
    write_table(folder, "bench_EN_AF.tsv", {**ROW, "image_path": path})
    with pytest.raises(BundleError, match="nothing was imported"):
        add_workflow(paths, folder)
    assert read_workflows(paths) == []


def test_a_link_out_of_the_folder_is_no_picture(tmp_path: Path, paths: ProjectPaths) -> None:
    (tmp_path / "secret.png").write_bytes(png(5, 5))
    folder = a_folder(tmp_path)
    (folder / "pages" / "p1.png").unlink()
    (folder / "pages" / "p1.png").symlink_to(tmp_path / "secret.png")
    with pytest.raises(BundleError, match="is not in"):
        add_workflow(paths, folder)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"category": "Z9"}, r"bench_EN_AF\.tsv, line 2, field category"),
        ({"eval_method": "guess"}, "field eval_method"),
        ({"answer": ""}, "field answer"),
    ],
)
def test_a_bad_line_refuses_everything_by_file_line_and_field(
    tmp_path: Path, paths: ProjectPaths, changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(BundleError, match=said):
        add_workflow(paths, a_folder(tmp_path, **changes))
    assert read_workflows(paths) == []


def test_an_unusable_item_and_one_of_another_import_are_refused(
    tmp_path: Path, paths: ProjectPaths
) -> None:
    for name in ("first", "second", "broken"):
        (tmp_path / name).mkdir()
    line = make_item().model_dump_json() + "\n"
    (tmp_path / "first" / "items.jsonl").write_text(line, encoding="utf-8")
    (tmp_path / "second" / "items.jsonl").write_text(line, encoding="utf-8")
    broken = make_item(item_id="q9", evaluator="number").model_dump_json()
    (tmp_path / "broken" / "items.jsonl").write_text(broken, encoding="utf-8")
    add_workflow(paths, tmp_path / "first")
    add_workflow(paths, tmp_path / "first")  # the same import again replaces itself
    with pytest.raises(BundleError, match="q1 of b is in the import 'first'"):
        add_workflow(paths, tmp_path / "second")
    with pytest.raises(BundleError, match="item q9"):
        add_workflow(paths, tmp_path / "broken")
    assert [w.name for w in read_workflows(paths)] == ["first"]


def test_the_digest_changes_with_the_import(tmp_path: Path, paths: ProjectPaths) -> None:
    assert workflows_digest(paths) == ""
    add_workflow(paths, a_folder(tmp_path))
    first = workflows_digest(paths)
    add_workflow(paths, a_folder(tmp_path, answer="C"))
    assert first not in ("", workflows_digest(paths))


def test_a_damaged_import_is_named(tmp_path: Path, paths: ProjectPaths) -> None:
    add_workflow(paths, a_folder(tmp_path))
    (paths.workflow / "published" / "items.jsonl").write_text("{", encoding="utf-8")
    with pytest.raises(BundleError, match="published: damaged"):
        read_workflows(paths)
