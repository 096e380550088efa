"""The main job on the sample corpus, through the real command, against the corpus's own truth."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scidoc_assets.schemas.geometry import iou
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.tables import TABLES
from scidoc_assets_tests.conftest import REPOSITORY

RUN_TIMEOUT_S = 500
MIN_IOU = 0.8
FOUND_SHARE = 0.95

# Fewer shards and one fast model: the same code in a quarter of the time.
SMALLER = {
    "corpus.yaml": "shards: 8\n",
    "models.yaml": (
        "agent_turns: 3\n"
        "models:\n"
        "  - {model_id: embedded/extractive, provider: embedded, sees: ocr_text, tools: json,"
        " is_baseline: true}\n"
        "  - {model_id: hosted/with-no-key, litellm_model: openai/x, api_key_env: SCIDOC_NO_SUCH_KEY}\n"
    ),
}


@dataclass(frozen=True)
class Finished:
    """A project after `scidoc sample` and `scidoc run`."""

    root: Path
    exit_code: int
    output: str

    def scidoc(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return call(self.root, *arguments)

    def rows(self, sql: str) -> list[dict[str, Any]]:
        done = self.scidoc("query", sql, "--format", "json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def truths(self) -> dict[str, dict[str, Any]]:
        files = (self.root / "data" / "corpus" / "sample").glob("*.truth.json")
        made = [json.loads(f.read_text(encoding="utf-8")) for f in sorted(files)]
        return {t["paper_id"]: t for t in made if t["expected"]["status"] == "parsed"}


def call(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SCIDOC_PROJECT": str(root), "PYTHONPATH": str(REPOSITORY)}
    return subprocess.run(
        [sys.executable, "-m", "scidoc_assets.cli", *arguments],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        timeout=RUN_TIMEOUT_S,
        check=False,
    )


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    root = tmp_path_factory.mktemp("end_to_end") / "project"
    shutil.copytree(REPOSITORY / "data" / "config", root / "data" / "config")
    shutil.copy(REPOSITORY / "dagster.yaml", root / "dagster.yaml")
    for name, text in SMALLER.items():
        (root / "data" / "config" / name).write_text(text, encoding="utf-8")
    assert call(root, "sample").returncode == 0
    done = call(root, "run")
    return Finished(root, done.returncode, done.stdout + done.stderr)


pytestmark = pytest.mark.timeout(RUN_TIMEOUT_S + 100)


def label_key(label: str | None) -> str | None:
    parsed = parse_label(label)
    return parsed.key if parsed else None


def test_the_run_ends_with_counted_failures_and_names_them(finished: Finished) -> None:
    assert finished.exit_code == 3, finished.output
    assert "damaged-download: damaged" in finished.output
    assert "SCIDOC_NO_SUCH_KEY" in finished.output


def test_every_paper_has_a_terminal_status_and_only_the_damaged_one_failed(
    finished: Finished,
) -> None:
    rows = finished.rows("SELECT paper_id, status, reason FROM raw_pdfs")
    assert len(rows) == 10
    assert [r["paper_id"] for r in rows if r["status"] == "failed"] == ["damaged-download"]


def test_objects_are_found_with_their_label_kind_and_box(finished: Finished) -> None:
    found = finished.rows(
        "SELECT paper_id, label, kind, page_index, bbox_pt FROM figure_candidates"
    )
    right, wanted = 0, []
    for paper_id, truth in finished.truths().items():
        for item in truth["objects"]:
            wanted.append((paper_id, item["label"]))
            right += any(
                f["paper_id"] == paper_id
                and label_key(f["label"]) == label_key(item["label"])
                and f["kind"] == item["kind"]
                and f["page_index"] == item["page"]
                and f["bbox_pt"] is not None
                and iou(tuple(f["bbox_pt"]), tuple(item["bbox"])) >= MIN_IOU
                for f in found
            )
    assert right >= FOUND_SHARE * len(wanted), f"{right} of {len(wanted)}"


def test_papers_are_kept_or_dropped_as_the_truth_says(finished: Finished) -> None:
    rows = finished.rows("SELECT paper_id, is_kept, reason FROM paper_curations")
    found = {r["paper_id"]: (r["is_kept"], r["reason"]) for r in rows}
    expected = {
        paper_id: (t["expected"]["paper"] == "kept", t["expected"]["reason"])
        for paper_id, t in finished.truths().items()
    }
    assert found == expected


def test_near_duplicates_name_their_twin_and_only_those_across_papers_go(
    finished: Finished,
) -> None:
    rows = finished.rows(
        "SELECT paper_id, label, is_kept, twin_figure_id, is_twin_in_same_paper AS same"
        " FROM s1_filtered_figures WHERE twin_figure_id IS NOT NULL"
    )
    across = [r for r in rows if not r["same"]]
    within = [r for r in rows if r["same"]]
    assert [(r["paper_id"], r["is_kept"]) for r in within] == [("phys-rings", True)]
    assert len(across) == 1
    assert across[0]["paper_id"] in ("bio-biofilm", "bio-detergent")
    assert not across[0]["is_kept"]


def test_the_funnel_adds_up(finished: Finished) -> None:
    rows = finished.rows("SELECT step, unit, entered, kept, removed FROM figure_funnel")
    assert rows
    assert all(r["entered"] == r["kept"] + r["removed"] for r in rows)


def test_mentions_are_counted_as_the_truth_says(finished: Finished) -> None:
    rows = finished.rows(
        "SELECT f.paper_id, f.label, c.mention_count FROM curated_figures f"
        " JOIN context_bindings c USING (figure_id)"
    )
    counts = {(r["paper_id"], label_key(r["label"])): r["mention_count"] for r in rows}
    off = []
    for paper_id, truth in finished.truths().items():
        for item in truth["objects"]:
            count = counts.get((paper_id, label_key(item["label"])))
            if count is not None and abs(count - item["mention_count"]) > 1:
                off.append((paper_id, item["label"], count, item["mention_count"]))
    assert len(off) <= 0.1 * len(counts), off


def test_every_curated_figure_has_its_crop_and_its_context_or_a_reason(finished: Finished) -> None:
    rows = finished.rows(
        "SELECT f.figure_id, f.crop_sha256, c.has_context, c.context_reason"
        " FROM curated_figures f LEFT JOIN context_bindings c USING (figure_id)"
    )
    assert rows
    for row in rows:
        assert (
            finished.root / "data" / "blobs" / row["crop_sha256"][:2] / row["crop_sha256"]
        ).exists()
        assert row["has_context"] or row["context_reason"]


def test_the_known_argument_is_found_with_its_anchors(finished: Finished) -> None:
    graphs = finished.rows("SELECT paper_id, is_valid, depth, nodes, edges FROM argument_graphs")
    valid = {g["paper_id"]: g for g in graphs if g["is_valid"]}
    kept = {p for p, t in finished.truths().items() if t["expected"]["paper"] == "kept"}
    assert len(set(valid) & kept) >= 6
    assert all(g["depth"] >= 3 for g in valid.values())
    matched = total = 0
    for paper_id, graph in valid.items():
        evidence = [
            n for n in finished.truths()[paper_id]["argument"]["nodes"] if n["type"] == "evidence"
        ]
        said = " ".join(
            a["source_excerpt"] for n in graph["nodes"] for a in n["source_attributions"]
        )
        total += len(evidence)
        matched += sum(squeeze(n["excerpt"])[:40] in squeeze(said) for n in evidence)
    assert matched >= 0.6 * total, f"{matched} of {total}"


def squeeze(text: str) -> str:
    return "".join(text.split()).replace("-", "").lower()


def test_tasks_responses_labels_and_metrics_follow(finished: Finished) -> None:
    tasks = finished.rows("SELECT task_id, depth, difficulty FROM reasoning_tasks")
    assert len(tasks) >= 6
    answers = finished.rows(
        "SELECT setting, count(*) AS n FROM reasoning_responses GROUP BY setting"
    )
    assert {r["setting"]: r["n"] for r in answers} == dict.fromkeys(
        ("caption_only", "direct", "evidence_hint", "agentic"), len(tasks)
    )
    board = finished.rows("SELECT * FROM leaderboard WHERE metric = 'accuracy'")
    assert {r["planned_n"] for r in board} == {len(tasks)}
    ran, not_run = (
        [r for r in board if (r["reason"] is None) is has_run] for has_run in (True, False)
    )
    assert len(ran) == 4
    assert all(r["ci_low"] <= r["value"] <= r["ci_high"] for r in ran)
    assert {(r["model"], r["reason"], r["n"], r["value"]) for r in not_run} == {
        ("hosted/with-no-key", "missing_key", 0, None)
    }


def test_the_catalogue_shows_every_table(finished: Finished) -> None:
    shown = {r["name"] for r in finished.rows("SHOW TABLES")}
    assert shown >= {
        name for name in TABLES if not name.startswith(("workflow_responses", "workflow_scores"))
    }


def test_a_second_run_does_no_work(finished: Finished) -> None:
    done = finished.scidoc("run", "--model", "embedded/extractive")
    assert "everything is up to date" in done.stdout, done.stdout + done.stderr


def test_status_and_models_speak_json(finished: Finished) -> None:
    status = json.loads(finished.scidoc("status", "--json").stdout)
    assert {f["paper_id"] for f in status["failures"]} == {"damaged-download"}
    models = json.loads(finished.scidoc("models", "--json").stdout)
    assert [m["key"] for m in models if m["model"] == "hosted/with-no-key"] == [
        "missing: set SCIDOC_NO_SUCH_KEY"
    ]


def test_one_forced_paper_is_made_again_and_gives_the_same(finished: Finished) -> None:
    before = finished.rows("SELECT * EXCLUDE (parse_s) FROM parsed_layouts ORDER BY paper_id")
    done = finished.scidoc("rematerialize", "--paper", "phys-rings", "--stage", "parsed_layouts")
    assert done.returncode in (0, 3), done.stderr
    assert before == finished.rows(
        "SELECT * EXCLUDE (parse_s) FROM parsed_layouts ORDER BY paper_id"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "--select", "nope"), "no table nope"),
        (("run", "--model", "nope"), "no model nope"),
        (("run", "--paper", "nope"), "no paper nope"),
        (("query", "SELECT nope"), "nope"),
    ],
)
def test_wrong_use_is_told_and_ends_with_2(
    finished: Finished, arguments: tuple[str, ...], words: str
) -> None:
    done = finished.scidoc(*arguments)
    assert done.returncode == 2
    assert words in done.stderr


def test_an_empty_corpus_says_what_to_do_next(make_project: Callable[..., Any]) -> None:
    project = make_project()
    done = call(project.paths.root, "run")
    assert done.returncode == 2
    assert "scidoc sample" in done.stderr
