"""Benchmarks leave and come in again through the real `scidoc`, and their metrics are equal."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets_tests.quality_dataset import record, write
from scidoc_assets_tests.small_project import (
    EVALUATION,
    EXTRACTIVE,
    ask,
    make_folder,
    scidoc,
    store_rows,
    write_tasks,
)
from scidoc_assets_tests.storage.released import complaints

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]

METRICS = "model, setting, judge, stratum_kind, stratum, metric"
VALUES = f"{METRICS}, value, n, planned_n, failed_n, ci_low, ci_high, is_baseline, reason"
QUALITY = "figure_quality_items,figure_quality_ratings,figure_quality_gold,figure_quality_splits"


def test_our_answers_and_labels_give_equal_metrics_after_export_and_import(tmp_path: Path) -> None:
    root = make_folder(tmp_path / "project", [EXTRACTIVE], ("direct", "agentic"))
    write_tasks(root, 6)
    store_rows(root, "raw_pdfs", [])
    assert scidoc(root, "run", "--select", EVALUATION, timeout_s=500).returncode == 0
    out = tmp_path / "again"
    done = scidoc(root, "export", "benchmark", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert "6 tasks, 12 responses, 12 labels, 0 pictures" in done.stdout
    assert "--all-pages" in done.stdout
    assert complaints(out) == []
    assert scidoc(root, "import", str(out)).returncode == 0
    assert scidoc(root, "run", "--select", EVALUATION, timeout_s=500).returncode == 0
    sql = f"SELECT {VALUES} FROM reasoning_metrics WHERE benchmark = '%s' ORDER BY {METRICS}"
    own, back = ask(root, sql % "papers"), ask(root, sql % "again")
    assert own
    assert back == own
    assert {row[-2] for row in back} == {True}
    localised = "SELECT section, bucket, iou_threshold, n FROM localisation WHERE benchmark = '%s'"
    assert sorted(ask(root, localised % "again")) == sorted(ask(root, localised % "papers"))
    unknown = scidoc(root, "export", "benchmark", "--out", str(out), "--benchmark", "nope")
    assert (unknown.returncode, "there are: reasoning, again" in unknown.stderr) == (2, True)


def test_a_rated_data_set_has_equal_ratings_gold_and_splits_after_export_and_import(
    tmp_path: Path,
) -> None:
    root = make_folder(tmp_path / "project", [EXTRACTIVE])
    for table in ("raw_pdfs", "curated_figures", "context_bindings"):
        store_rows(root, table, [])
    records = [record(number, note=number) for number in range(6)]
    write(tmp_path / "rated", records, [records[0]["figure_id"], records[1]["figure_id"]])
    assert scidoc(root, "import", str(tmp_path / "rated")).returncode == 0
    assert scidoc(root, "run", "--select", QUALITY).returncode == 0
    out = tmp_path / "again"
    arguments = ("export", "figure-quality", "--out", str(out), "--benchmark", "rated")
    closed = scidoc(root, *arguments)
    assert "6 figures (6 rated), 18 ratings, 0 pictures" in closed.stdout, closed.stderr
    done = scidoc(root, *arguments, "--all-pages")
    assert "6 figures (6 rated), 18 ratings, 6 pictures" in done.stdout, done.stderr
    assert complaints(out) == []
    for entry in records:
        assert (out / entry["image"]).read_bytes() == (
            tmp_path / "rated" / entry["image"]
        ).read_bytes()
    assert scidoc(root, "import", str(out)).returncode == 0
    assert scidoc(root, "run", "--select", QUALITY).returncode == 0
    tables = {
        "figure_quality_ratings": "figure_id, rater_id, visual_clarity, misleading_risk_reason",
        "figure_quality_gold": "figure_id, overall, raters, source",
        "figure_quality_items": "figure_id, caption, snippets, image_sha256, figure_type",
        "figure_quality_splits": "name, figure_ids",
    }
    for table, columns in tables.items():
        sql = f"SELECT {columns} FROM {table} WHERE benchmark = '%s' ORDER BY ALL"
        assert ask(root, sql % "rated"), table
        assert ask(root, sql % "again") == ask(root, sql % "rated"), table
