"""Imports of figure-quality datasets and rater files: whole or not at all, with what came in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scidoc_assets.storage.frozen_splits import read_frozen
from scidoc_assets.storage.imported_folders import BundleError
from scidoc_assets.storage.paths import ProjectPaths, project_paths
from scidoc_assets.storage.quality_imports import (
    add_dataset,
    add_rater_files,
    dataset_names,
    datasets_digest,
    image_bytes,
    is_dataset,
    is_rater_folder,
    known_ratings,
    rater_files_of,
    read_datasets,
)
from scidoc_assets_tests.quality_dataset import picture, rated, record, write


@pytest.fixture
def paths(tmp_path: Path) -> ProjectPaths:
    return project_paths(tmp_path / "project")


def test_a_dataset_comes_in_with_pictures_ratings_and_its_frozen_split(paths, tmp_path) -> None:
    records = [record(i) for i in range(4)]
    folder = write(tmp_path / "rated", records, [records[0]["figure_id"]])
    assert is_dataset(folder)
    found = add_dataset(paths, folder)
    assert (found.name, found.figures, found.ratings, found.images) == ("rated", 4, 12, 4)
    assert found.splits == ["eval@v1"]
    (dataset,) = read_datasets(paths.datasets)
    assert len({item.image_sha256 for item in dataset.items}) == 4
    assert image_bytes(paths.datasets, "rated", records[2]["image"]) == picture(2)
    assert [s.figure_ids for s in read_frozen(paths.splits)] == [["paper0__fig0001"]]


def test_missing_and_foreign_pictures_are_left_out_and_counted(paths, tmp_path) -> None:
    records = [record(i) for i in range(3)]
    folder = write(tmp_path / "rated", records)
    (folder / records[0]["image"]).unlink()
    (folder / records[1]["image"]).write_bytes(b"<svg/>")
    assert add_dataset(paths, folder).images == 1
    (dataset,) = read_datasets(paths.datasets)
    assert [item.image_sha256 is None for item in dataset.items] == [True, True, False]


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"annotations": [rated((11, 8, 8, 8, 8), "r")]}, "annotations.0.visual_clarity"),
        ({"annotations": [rated((8, 8, 8, 8, 8), "r")] * 2}, "rated twice by r"),
        ({"figure_id": "paper0__fig0001"}, "already on line 1"),
        ({"image": "images/../../secret.png"}, "image"),
    ],
)
def test_one_bad_line_refuses_the_whole_dataset_by_name(paths, tmp_path, change, where) -> None:
    records = [record(0), record(1), record(1)]
    records[1] = record(1)
    records[2] = record(2) | change
    if "figure_id" in change:
        records[2]["paper_id"] = "paper0"
    folder = tmp_path / "rated"
    (folder / "images").mkdir(parents=True)
    lines = "".join(json.dumps(r) + "\n" for r in records)
    (folder / "figures.jsonl").write_text(lines, encoding="utf-8")
    with pytest.raises(BundleError) as refused:
        add_dataset(paths, folder)
    assert "figures.jsonl:3" in str(refused.value)
    assert where in str(refused.value)
    assert dataset_names(paths.datasets) == []


def test_our_own_benchmark_cannot_be_replaced_by_an_import(paths, tmp_path) -> None:
    with pytest.raises(BundleError, match="cannot name an import"):
        add_dataset(paths, write(tmp_path / "figure_quality", [record(0)]))


def test_a_second_import_replaces_the_first_and_a_changed_split_is_a_new_version(
    paths, tmp_path
) -> None:
    records = [record(i) for i in range(4)]
    ids = [r["figure_id"] for r in records]
    add_dataset(paths, write(tmp_path / "a" / "rated", records, ids[:1]))
    before = datasets_digest(paths.datasets)
    add_dataset(paths, write(tmp_path / "b" / "rated", records, ids[:2]))
    assert datasets_digest(paths.datasets) != before
    assert dataset_names(paths.datasets) == ["rated"]
    assert [(s.version, len(s.figure_ids)) for s in read_frozen(paths.splits)] == [(1, 1), (2, 2)]


def test_rater_files_are_checked_against_figures_and_earlier_ratings(paths, tmp_path) -> None:
    add_dataset(paths, write(tmp_path / "rated", [record(0)]))
    items = read_datasets(paths.datasets)[0].items
    folder = tmp_path / "ours"
    folder.mkdir()
    line = {"figure_id": "paper0__fig0001", "rater_id": "r0", "visual_clarity": 8}
    file = folder / "ratings.jsonl"
    file.write_text(json.dumps(line) + "\n", encoding="utf-8")
    assert is_rater_folder(folder)
    with pytest.raises(BundleError, match="r0 rated paper0__fig0001 twice"):
        add_rater_files(paths, folder, items, known_ratings(paths, items, "ours"))
    assert rater_files_of(paths.ratings) == {}
    file.write_text(json.dumps(line | {"rater_id": "me"}) + "\n", encoding="utf-8")
    for _ in range(2):
        earlier = known_ratings(paths, items, "ours")
        assert add_rater_files(paths, folder, items, earlier) == ("ours", 1)
    assert list(rater_files_of(paths.ratings)) == ["ours/ratings.jsonl"]
    assert len(known_ratings(paths, items, "another")) == 4
