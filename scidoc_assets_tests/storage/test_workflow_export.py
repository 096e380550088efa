"""Accepted items leave as lines that the import takes back; others' items stay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from upath import UPath

from scidoc_assets.schemas.releases import ReleaseSettings
from scidoc_assets.storage.paths import ProjectPaths
from scidoc_assets.storage.workflow_export import released_items, write_workflow
from scidoc_assets.storage.workflow_imports import add_workflow
from scidoc_assets_tests.domain.responses.factory import png
from scidoc_assets_tests.domain.workflow.conftest import make_item, with_record
from scidoc_assets_tests.storage.released import complaints, parquet_rows, records_of

ITEMS = [
    with_record(make_item()).model_copy(update={"decision": "accepted"}),
    with_record(
        make_item(
            item_id="q2",
            evaluator="image",
            reference_json='{"image": "gold.png"}',
            evaluator_params_json="{}",
        )
    ).model_copy(update={"decision": "accepted"}),
]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workflow") / "mine"
    pictures = {"gold.png": png(9, 9)}
    write_workflow(folder, "mine", ITEMS, pictures, ReleaseSettings(), "r")
    return folder


def test_only_items_authored_and_accepted_here_leave() -> None:
    pending = make_item(item_id="p")
    foreign = make_item(item_id="f", decision="imported")
    assert released_items([pending, foreign, *ITEMS]) == ITEMS


def test_the_import_takes_the_items_back_with_their_pictures(out: Path, tmp_path: Path) -> None:
    paths = ProjectPaths(tmp_path, UPath(tmp_path / "store"), UPath(tmp_path / "blobs"))
    back = add_workflow(paths, out)
    left_out = {"source_digest", "decision"}
    assert [i.model_dump(exclude=left_out) for i in back.items] == [
        i.model_dump(exclude=left_out) for i in ITEMS
    ]
    assert set(back.pictures) == {"gold.png"}


def test_the_validator_accepts_the_description_and_reads_its_records(out: Path) -> None:
    assert complaints(out) == []
    assert len(records_of(out)) == len(ITEMS)
    rows = parquet_rows(out)
    assert rows[0]["source_papers"] == [{"paper_id": "p1", "sha256": "s1"}]
    assert json.loads(rows[0]["authoring"])["author"] == "ann"


@pytest.mark.parametrize("name", ["../../gold.png", "/gold.png", "deep/gold.png", "..\\gold.png"])
def test_a_picture_stays_inside_the_folder_whatever_its_name(tmp_path: Path, name: str) -> None:
    item = ITEMS[1].model_copy(update={"reference_json": json.dumps({"image": name})})
    out = tmp_path / "deep" / "mine"
    write_workflow(out, "mine", [item], {name: png(9, 9)}, ReleaseSettings(), "r")
    assert [p for p in tmp_path.rglob("gold.png") if not p.is_relative_to(out)] == []
    paths = ProjectPaths(tmp_path / "p", UPath(tmp_path / "s"), UPath(tmp_path / "b"))
    assert set(add_workflow(paths, out).pictures) == {name}
