"""From an imported dataset to the alignment table: every table of figure quality, stage by stage."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from scidoc_assets.defs import quality, quality_gold
from scidoc_assets.defs.project import Gateways, Project
from scidoc_assets.defs.stage import Stage, StageRun
from scidoc_assets.gateways.llm.opening import open_gateway
from scidoc_assets.schemas.settings import QualityRun, SplitRequest
from scidoc_assets.storage.frozen_splits import read_frozen
from scidoc_assets.storage.quality_imports import add_dataset
from scidoc_assets_tests.quality_dataset import rated, record, write

SHARED_RECORDS = (
    Path(__file__).resolve().parents[3] / "shared/corpus/records/scifigqual_eval1200_sample.jsonl"
)


@dataclass
class Chain:
    """Runs the stages in order on what is imported; `tables` keeps their rows by name."""

    project: Project
    tables: dict[str, Sequence[Any]] = field(default_factory=dict)

    def make(self) -> Chain:
        self.tables = {"raw_pdfs": [], "curated_figures": [], "context_bindings": []}
        for stage in (*quality_gold.STAGES, *quality.STAGES):
            self.tables[stage.spec.name] = self._rows(stage)
        return self

    def _rows(self, stage: Stage) -> list[Any]:
        inputs = {name: self.tables[name] for name in stage.inputs}
        runs = self.project.settings.runs.runs
        keys = [r.run_id for r in runs] if stage.spec.partitions == "run" else [None]
        rows: list[Any] = []
        for key in keys:
            made = stage.body(StageRun(self.project, key, logging.getLogger("test")), **inputs)
            assert [c.name for c in stage.checks if c.offenders(made)] == []
            rows += made
        return rows

    def cell(self, run_id: str, metric: str, dimension: str = "overall") -> Any:
        (found,) = [
            row
            for row in self.tables["figure_quality_metrics"]
            if (row.run_id, row.metric, row.dimension) == (run_id, metric, dimension)
        ]
        return found


@pytest.fixture
def chain(make_project: Callable[..., Project]) -> Chain:
    made = make_project()
    gateways = Gateways(ocr=lambda: None, model=open_gateway)
    return Chain(Project(made.paths, made.settings, gateways))


def configured(chain: Chain, **changes: Any) -> Chain:
    runs = chain.project.settings.runs.model_copy(update=changes)
    settings = chain.project.settings.model_copy(update={"runs": runs})
    return Chain(Project(chain.project.paths, settings, chain.project.gateways))


# Rater rows of seed 001 as known-numbers.md lists them, and the gold they must give.
PUBLISHED = {
    "A": ([(9, 9, 5, None, 9), (8, 8, 5, None, 8), (9, 9, 6, None, 7)], 7.67),
    "B": ([(6, 5, 5, 6, 4), (5, 6, 5, 6, 4), (8, 9, 6, 7, 5)], 5.80),
    "C": ([(8, 9, 9, 8, 9), (9, 9, 8, 9, 9), (9, 9, 9, 9, 8)], 8.73),
}


def published_records() -> list[dict[str, Any]]:
    records = []
    for number, (rows, _) in enumerate(PUBLISHED.values()):
        scores = [tuple(None if s is None else float(s) for s in row) for row in rows]
        notes = [rated(row, f"r{i}") for i, row in enumerate(scores)]  # type: ignore[arg-type]
        changes: dict[str, Any] = {"annotations": notes}
        if rows[0][3] is None:
            changes["context_texts"] = []
        records.append(record(number, 1, **changes))
    return records


def test_the_published_rater_rows_give_the_published_gold(chain, tmp_path) -> None:
    add_dataset(chain.project.paths, write(tmp_path / "rated", published_records()))
    gold = chain.make().tables["figure_quality_gold"]
    assert [round(row.overall, 2) for row in gold] == [want for _, want in PUBLISHED.values()]
    assert gold[0].context_consistency is None
    assert [row.raters for row in gold] == [3, 3, 3]


def test_three_protocols_are_measured_against_gold_with_planned_and_failed(chain, tmp_path) -> None:
    records = [record(i) for i in range(8)]
    folder = write(tmp_path / "rated", records)
    (folder / records[0]["image"]).unlink()
    add_dataset(chain.project.paths, folder)
    done = chain.make()
    scores = done.tables["figure_quality_scores"]
    assert len(scores) == 3 * 8
    cell = done.cell("D1", "mae")
    assert (cell.n, cell.planned_n, cell.failed_n, cell.is_baseline) == (7, 8, 1, True)
    human = {row.figure_id: row.overall for row in done.tables["figure_quality_gold"]}
    errors = [abs(s.overall - human[s.figure_id]) for s in scores[:8] if s.overall is not None]
    assert cell.value == pytest.approx(sum(errors) / 7)
    assert cell.ci_low <= cell.value <= cell.ci_high
    steps = {(r.run_from, r.run_to) for r in done.tables["protocol_ladder"]}
    assert steps == {("D1", "S1"), ("S1", "F1"), ("D1", "F1")}
    kinds = {row.stratum_kind for row in done.tables["figure_quality_breakdown"]}
    assert kinds == {"venue", "year", "figure_type"}
    notes = [(n.kind, n.subject) for n in done.tables["figure_quality_notes"]]
    assert notes == [("image_missing", "paper0__fig0001")]
    assert len(done.tables["figure_quality_pages"]) == 8


def test_a_run_that_is_not_configured_has_no_row(chain, tmp_path) -> None:
    add_dataset(chain.project.paths, write(tmp_path / "rated", [record(i) for i in range(4)]))
    only = QualityRun(run_id="S7", protocol="sidecar", vision_model="embedded/extractive")
    done = configured(chain, runs=[only]).make()
    assert {row.run_id for row in done.tables["figure_quality_metrics"]} == {"S7"}
    assert done.tables["protocol_ladder"] == []


def test_constant_gold_has_no_correlation_and_says_why(chain, tmp_path) -> None:
    same = [rated((7.0,) * 5, f"r{i}") for i in range(3)]
    records = [record(i, annotations=same) for i in range(4)]
    add_dataset(chain.project.paths, write(tmp_path / "rated", records))
    cell = chain.make().cell("D1", "spearman")
    assert (cell.value, cell.reason) == (None, "constant_input")


def test_metrics_are_taken_on_the_datasets_split(chain, tmp_path) -> None:
    records = [record(i) for i in range(8)]
    ids = [r["figure_id"] for r in records[:4]]
    add_dataset(chain.project.paths, write(tmp_path / "rated", records, ids))
    cell = chain.make().cell("D1", "mae")
    assert (cell.split, cell.planned_n) == ("eval@v1", 4)


def test_a_requested_split_is_frozen_and_stays_after_more_ratings(chain, tmp_path) -> None:
    request = SplitRequest(name="eval", benchmark="rated", target=4)
    asked = configured(chain, splits=[request])
    paths = chain.project.paths
    add_dataset(paths, write(tmp_path / "a" / "rated", [record(i) for i in range(8)]))
    first = asked.make().tables["figure_quality_splits"]
    assert read_frozen(paths.splits) == first
    add_dataset(paths, write(tmp_path / "b" / "rated", [record(i) for i in range(20)]))
    assert asked.make().tables["figure_quality_splits"] == first
    papers = set(first[0].paper_ids)
    rows = [r for r in asked.tables["figure_quality_gold"] if r.paper_id in papers]
    assert {r.figure_id for r in rows} == set(first[0].figure_ids)


def test_stray_rater_lines_are_counted_and_the_others_enter_gold(chain, tmp_path) -> None:
    paths = chain.project.paths
    add_dataset(paths, write(tmp_path / "rated", [record(0)]))
    folder = paths.ratings / "ours"
    folder.mkdir(parents=True)
    line = {"figure_id": "paper0__fig0001", "rater_id": "me"} | rated((8.0,) * 5, "me")
    bad = [
        line | {"rater_id": "r0"},
        line | {"rater_id": "x", "visual_clarity": 11},
        line | {"rater_id": "y", "figure_id": "gone__fig0001"},
    ]
    body = "".join(json.dumps(r) + "\n" for r in [line, *bad])
    (folder / "ratings.jsonl").write_text(body, encoding="utf-8")
    done = chain.make().tables
    notes = done["figure_quality_notes"]
    assert {n.kind for n in notes} == {"rating_refused"}
    assert sorted(n.subject for n in notes) == [f"ours/ratings.jsonl:{i}" for i in (2, 3, 4)]
    (gold,) = done["figure_quality_gold"]
    assert (gold.raters, gold.overall) == (4, 5.0)
    bias = {(r.scope, r.rater_id): r.mean_difference for r in done["figure_quality_rater_bias"]}
    assert bias["all", "me"] == bias["pilot", "me"] == 4.0


def test_wide_disagreement_goes_to_the_adjudicator(chain, tmp_path) -> None:
    notes = [rated((3.0,) * 5, "a"), rated((6.0,) * 5, "b"), rated((4.0,) * 5, "c")]
    add_dataset(chain.project.paths, write(tmp_path / "rated", [record(0, annotations=notes)]))
    done = chain.make().tables
    (case,) = done["figure_quality_adjudication"]
    assert (case.gap, case.raters) == (3.0, ["a", "b", "c"])
    spread = {row.dimension: row.mean_spread for row in done["figure_quality_dispersion"]}
    assert spread["visual_clarity"] == 3.0
    assert done["figure_quality_gold"][0].needs_adjudication


@pytest.mark.skipif(not SHARED_RECORDS.exists(), reason="shared published records are not here")
def test_the_six_published_records_run_through_without_their_pictures(chain, tmp_path) -> None:
    folder = tmp_path / "scifigqual"
    folder.mkdir()
    (folder / "figures.jsonl").write_bytes(SHARED_RECORDS.read_bytes())
    add_dataset(chain.project.paths, folder)
    done = chain.make()
    gold = done.tables["figure_quality_gold"]
    assert [round(row.overall, 2) for row in gold] == [7.67, 7.67, 8.73, 5.8, 8.07, 8.47]
    cell = done.cell("F1", "mae")
    assert (cell.value, cell.n, cell.planned_n, cell.failed_n) == (None, 0, 6, 6)
    assert {n.kind for n in done.tables["figure_quality_notes"]} == {"image_missing"}
