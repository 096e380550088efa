"""Exports: JSON Lines and Parquet hold the same samples; the Croissant validator accepts them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import mlcroissant
import numpy as np
import pyarrow.parquet as pq
import pytest

from scidoc_assets.domain.training.chart_tasks import synthetic_chart
from scidoc_assets.domain.training.drafts import finish
from scidoc_assets.domain.training.rendering import render_sample
from scidoc_assets.domain.training.table_tasks import synthetic_table_logic
from scidoc_assets.schemas.training import TrainingSample
from scidoc_assets.storage.parquet import StoreError
from scidoc_assets.storage.training_export import ROW_GROUP, Drawn, write_training


def no_page(*args: object) -> np.ndarray:
    raise AssertionError("no page is needed here")


def accepted(made: Iterable[TrainingSample], count: int) -> list[TrainingSample]:
    return [sample for sample in made if sample.accepted][:count]


CHARTS = accepted((finish(synthetic_chart("chart_point", i, 0), 0) for i in range(20)), 3)
TEXTS = accepted((finish(synthetic_table_logic(i, 0), 0) for i in range(140)), 130)


def drawn() -> list[Drawn]:
    charts = [Drawn(s, render_sample(s, no_page, no_page)) for s in CHARTS]
    located = Drawn(CHARTS[0].model_copy(update={"sample_id": "closed"}), [], [{"paper_id": "p"}])
    return [*charts, *(Drawn(s, []) for s in TEXTS), located]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export") / "mine"
    write_training(folder, drawn(), "sft", "messages", 0)
    return folder


def lines(out: Path, form: str = "sft") -> list[dict]:
    texts = [p.read_text(encoding="utf-8") for p in sorted((out / form).glob("*.jsonl"))]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def rows(out: Path) -> list[dict]:
    return [
        r for p in sorted((out / "data").glob("*.parquet")) for r in pq.read_table(p).to_pylist()
    ]


def test_both_forms_hold_every_sample_with_its_pictures(out: Path) -> None:
    given = {s.sample_id for s in (*CHARTS, *TEXTS)}
    assert {r["id"] for r in lines(out)} == given
    assert {r["id"] for r in rows(out)} == given
    for record in lines(out):
        assert all((out / image).is_file() for image in record["images"])
    inside = {i["path"]: i["bytes"] for r in rows(out) for i in r["images"]}
    assert len(inside) == len(CHARTS)
    assert all((out / "images" / name).read_bytes() == data for name, data in inside.items())


def test_row_groups_are_small_where_images_are_inside(out: Path) -> None:
    file = pq.ParquetFile(next((out / "data").glob("train-*.parquet")))
    assert file.num_row_groups > 1
    assert file.metadata.row_group(0).num_rows == ROW_GROUP


def test_a_file_holds_one_split_only(out: Path) -> None:
    sides: dict[str, set[str]] = {}
    for path in (out / "data").glob("*.parquet"):
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
    assert "closed" not in {r["id"] for r in rows(out)}


def test_the_validator_accepts_the_description_and_reads_its_records(out: Path) -> None:
    tool = Path(sys.executable).with_name("mlcroissant")
    done = subprocess.run(
        [str(tool), "validate", "--jsonld", "croissant.json"],
        cwd=out,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    dataset = mlcroissant.Dataset(out / "croissant.json")
    sets = [r.id for r in dataset.metadata.record_sets]
    read = [record for name in sets for record in dataset.records(name)]
    assert len(read) == len(CHARTS) + len(TEXTS)


def test_equal_samples_give_equal_bytes(out: Path, tmp_path: Path) -> None:
    again = tmp_path / "mine"
    write_training(again, drawn(), "sft", "messages", 0)
    assert names(out) == names(again)
    for name in names(out):
        assert (out / name).read_bytes() == (again / name).read_bytes(), name


def names(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def test_rl_prompts_carry_their_verifier_and_not_the_answer(tmp_path: Path) -> None:
    out = tmp_path / "rewards"
    write_training(out, [Drawn(s, []) for s in TEXTS[:5]], "rl", "messages", 0)
    for row in rows(out):
        repair = json.loads(row["reward_model"]["ground_truth"])["repair"]
        assert row["reward_model"]["verifier"] == "statement_repair"
        assert repair not in row["prompt"][0]["content"]
        assert [t["role"] for t in row["prompt"]] == ["user"]


def test_a_folder_that_is_no_export_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(StoreError, match="no export"):
        write_training(tmp_path, [], "sft", "messages", 0)
    assert (tmp_path / "thesis.txt").exists()


def test_an_export_that_fails_half_way_leaves_the_earlier_one(tmp_path: Path) -> None:
    out = tmp_path / "mine"
    write_training(out, [Drawn(TEXTS[0], [])], "sft", "messages", 0)
    rejected = TEXTS[1].model_copy(update={"accepted": False})
    with pytest.raises(ValueError, match="was rejected"):
        write_training(out, [Drawn(rejected, [])], "sft", "messages", 0)
    assert [r["id"] for r in lines(out)] == [TEXTS[0].sample_id]
    assert [p.name for p in tmp_path.iterdir()] == ["mine"]
