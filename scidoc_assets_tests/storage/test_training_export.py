"""Exports: JSON Lines and Parquet hold the same samples; the Croissant validator accepts them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from scidoc_assets.domain.training.chart_tasks import synthetic_chart
from scidoc_assets.domain.training.drafts import finish
from scidoc_assets.domain.training.rendering import render_sample
from scidoc_assets.domain.training.table_tasks import synthetic_table_logic
from scidoc_assets.schemas.releases import ReleaseSettings
from scidoc_assets.schemas.training import TrainingSample
from scidoc_assets.storage.release_shards import ROW_GROUP
from scidoc_assets.storage.training_export import Drawn, TrainingExport, write_training
from scidoc_assets_tests.storage.released import (
    complaints,
    names,
    parquet_rows,
    records_of,
    validated_by_command,
)


def no_page(*args: object) -> np.ndarray:
    raise AssertionError("no page is needed here")


def accepted(made: Iterable[TrainingSample], count: int) -> list[TrainingSample]:
    return [sample for sample in made if sample.accepted][:count]


CHARTS = accepted((finish(synthetic_chart("chart_point", i, 0), 0) for i in range(20)), 3)
SFT = TrainingExport("mine", ("sft",), ReleaseSettings())
TEXTS = accepted((finish(synthetic_table_logic(i, 0), 0) for i in range(140)), 130)


def drawn() -> list[Drawn]:
    charts = [Drawn(s, render_sample(s, no_page, no_page)) for s in CHARTS]
    located = Drawn(CHARTS[0].model_copy(update={"sample_id": "closed"}), [], [{"paper_id": "p"}])
    return [*charts, *(Drawn(s, []) for s in TEXTS), located]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export") / "mine"
    write_training(folder, drawn(), SFT)
    return folder


def lines(out: Path, form: str = "sft") -> list[dict]:
    texts = [p.read_text(encoding="utf-8") for p in sorted((out / form).glob("*.jsonl"))]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def test_both_forms_hold_every_sample_with_its_pictures(out: Path) -> None:
    given = {s.sample_id for s in (*CHARTS, *TEXTS)}
    assert {r["id"] for r in lines(out)} == given
    assert {r["id"] for r in parquet_rows(out)} == given
    for record in lines(out):
        assert all((out / image).is_file() for image in record["images"])
    inside = {i["path"]: i["bytes"] for r in parquet_rows(out) for i in r["images"]}
    assert len(inside) == len(CHARTS)
    assert all((out / "images" / name).read_bytes() == data for name, data in inside.items())


def test_row_groups_are_small_where_images_are_inside(out: Path) -> None:
    file = pq.ParquetFile(next((out / "data" / "sft").glob("train-*.parquet")))
    assert file.num_row_groups > 1
    assert file.metadata.row_group(0).num_rows == ROW_GROUP


def test_a_file_holds_one_split_only(out: Path) -> None:
    sides: dict[str, set[str]] = {}
    for path in (out / "data").rglob("*.parquet"):
        for row in pq.read_table(path).to_pylist():
            assert path.name.startswith(row["split"])
            for paper in row["paper_ids"]:
                sides.setdefault(paper, set()).add(row["split"])
    assert all(len(found) == 1 for found in sides.values())


def test_a_sample_of_closed_pages_leaves_without_pixels(out: Path) -> None:
    [path] = (out / "locators").glob("*.jsonl")
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["locators"] == [{"paper_id": "p"}]
    assert record["images"] == ["images/closed-0.png"]
    assert not (out / "images" / "closed-0.png").exists()
    assert "closed" not in {r["id"] for r in parquet_rows(out)}


def test_the_validator_accepts_the_description_and_reads_its_records(out: Path) -> None:
    assert complaints(out) == []
    assert "Done" in validated_by_command(out)
    read = records_of(out)
    assert len(read) == len(CHARTS) + len(TEXTS)
    pictures = [image for r in read for n, v in r.items() if n.endswith("/images") for image in v]
    assert len(pictures) == len(CHARTS)
    assert all(image.size[0] > 100 for image in pictures)


def test_equal_samples_give_equal_bytes(out: Path, tmp_path: Path) -> None:
    again = tmp_path / "mine"
    write_training(again, drawn(), SFT)
    assert names(out) == names(again)
    for name in names(out):
        assert (out / name).read_bytes() == (again / name).read_bytes(), name


def test_both_forms_may_share_one_folder_and_its_pictures(tmp_path: Path) -> None:
    out = tmp_path / "both"
    both = TrainingExport("mine", ("sft", "rl"), ReleaseSettings())
    report = write_training(out, drawn(), both)
    for form in ("sft", "rl"):
        assert {r["id"] for r in lines(out, form)} == {s.sample_id for s in (*CHARTS, *TEXTS)}
    assert {p.parent.name for p in (out / "data").rglob("*.parquet")} == {"sft", "rl"}
    assert len(list((out / "images").iterdir())) == len(CHARTS)
    assert [f.path for f in report.files] == names(out)


def test_every_file_is_noted_with_its_rows_and_what_it_shows(tmp_path: Path) -> None:
    out = tmp_path / "noted"
    report = write_training(out, drawn(), SFT)
    noted = {f.path: f for f in report.files}
    shards = [f for f in report.files if f.kind == "parquet"]
    assert sum(f.rows or 0 for f in shards) == len(CHARTS) + len(TEXTS)
    for file in shards:
        assert file.rows == pq.read_metadata(out / file.path).num_rows
        assert file.split is not None
        assert Path(file.path).name.startswith(file.split)
    assert noted["images/" + CHARTS[0].sample_id + "-0.png"].licence_class == "synthetic"
    assert {f.licence_class for f in report.files if f.path.startswith("locators/")} == {"locators"}


def test_a_sample_that_cannot_be_drawn_is_left_out_and_said_so(tmp_path: Path) -> None:
    out = tmp_path / "some"
    failed = Drawn(TEXTS[1], [], failure="page is gone")
    report = write_training(out, [Drawn(TEXTS[0], []), failed], SFT)
    assert (report.samples, report.left_out) == (1, ["page is gone"])
    [line] = (out / "left_out.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line) == {"id": TEXTS[1].sample_id, "reason": "page is gone"}


def test_rl_prompts_carry_their_verifier_and_not_the_answer(tmp_path: Path) -> None:
    out = tmp_path / "rewards"
    write_training(
        out, [Drawn(s, []) for s in TEXTS[:5]], TrainingExport("mine", ("rl",), ReleaseSettings())
    )
    for row in parquet_rows(out):
        repair = json.loads(row["reward_model"]["ground_truth"])["repair"]
        assert row["reward_model"]["verifier"] == "statement_repair"
        assert repair not in row["prompt"][0]["content"]
        assert [t["role"] for t in row["prompt"]] == ["user"]


def test_an_export_that_fails_half_way_leaves_the_earlier_one(tmp_path: Path) -> None:
    out = tmp_path / "mine"
    write_training(out, [Drawn(TEXTS[0], [])], SFT)
    rejected = TEXTS[1].model_copy(update={"accepted": False})
    with pytest.raises(ValueError, match="was rejected"):
        write_training(out, [Drawn(rejected, [])], SFT)
    assert [r["id"] for r in lines(out)] == [TEXTS[0].sample_id]
    assert [p.name for p in tmp_path.iterdir()] == ["mine"]
