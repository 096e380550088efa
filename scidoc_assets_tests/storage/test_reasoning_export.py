"""A written benchmark is valid for its tools and comes back through the import with equal metrics."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scidoc_assets.domain.imports.bundle import FILES, ImportedBundle, parse_bundle
from scidoc_assets.domain.labels.lexical_judge import judge_lexically
from scidoc_assets.domain.metrics.observations import observe
from scidoc_assets.domain.metrics.reasoning import score_reasoning
from scidoc_assets.domain.releases.locators import figure_locators
from scidoc_assets.schemas.argument_order import ANCHOR_TYPES
from scidoc_assets.schemas.arguments import CitedWork, GraphNode, SourceAttribution
from scidoc_assets.schemas.releases import ReleaseSettings
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.tasks import ReasoningTask, evaluation_task
from scidoc_assets.storage.reasoning_export import (
    ReasoningContent,
    ReasoningReport,
    write_reasoning,
)
from scidoc_assets.storage.release_pictures import ReleasePictures
from scidoc_assets_tests.conftest import SHARED
from scidoc_assets_tests.domain.arguments.hand_paper import FIGURES
from scidoc_assets_tests.domain.labels.factory import a_response
from scidoc_assets_tests.domain.responses.factory import a_task, png
from scidoc_assets_tests.storage.released import complaints, names, parquet_rows, records_of

PICTURE = png(20, 10)
PAPERS = ("open", "closed")


def tasks() -> list[ReasoningTask]:
    """Two tasks of a paper whose pages may leave, two of one whose may not."""
    made = []
    for number in range(4):
        paper = PAPERS[number % 2]
        images = [
            image.model_copy(update={"figure_id": f"{paper}-{image.figure_id}"})
            for image in a_task().images
        ]
        changes = {"task_id": f"task-{number}", "paper_id": paper, "images": images}
        made.append(a_task().model_copy(update={**changes, "difficulty": "hard"}))
    return made


def responses() -> list[ReasoningResponse]:
    texts = ["Catalyst A keeps its activity at 90 %.", "Catalyst B is better.", "", "催化剂"]
    return [
        a_response(text or None, "answered" if text else "empty").model_copy(
            update={"task_id": f"task-{i}", "is_baseline": True}
        )
        for i, text in enumerate(texts)
    ]


def content() -> ReasoningContent:
    built = tasks()
    views = {t.task_id: evaluation_task(t) for t in built}
    labels = [judge_lexically(views[r.task_id], r) for r in responses()]
    return ReasoningContent(
        list(views.values()),
        {t.task_id: t for t in built},
        responses(),
        [right for right, _ in labels],
        [covered for _, covered in labels],
    )


def pictures(has_all: bool = False) -> ReleasePictures:
    figures = [
        FIGURES[0].model_copy(update={"figure_id": f"{p}-{name}", "paper_id": p})
        for p in PAPERS
        for name in ("fig-a", "tab-b")
    ]
    places = figure_locators(figures, {"open": "digest-o", "closed": "digest-c"})
    return ReleasePictures(lambda sha256: PICTURE, {"open"}, places, has_all)


def write(folder: Path, has_all: bool = False) -> ReasoningReport:
    settings = ReleaseSettings(version="1.0")
    return write_reasoning(folder, folder.name, content(), pictures(has_all), settings, "r")


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reasoning") / "mine"
    write(folder)
    return folder


def imported(out: Path) -> ImportedBundle:
    return parse_bundle("mine", {name: (out / name).read_bytes() for name in FILES})


def metrics(
    tasks: Sequence[Any], answers: Sequence[Any], right: Sequence[Any], covered: Sequence[Any]
) -> list[dict[str, Any]]:
    seen = observe(tasks, answers, right, covered, right[0].judge)
    rows = score_reasoning(seen, resamples=50, max_failed_share=0.5)
    return [row.model_dump(exclude={"benchmark"}) for row in rows]


def test_the_imported_benchmark_has_the_metrics_of_the_exported_one(out: Path) -> None:
    own, back = content(), imported(out)
    before = metrics(own.tasks, own.responses, own.correctness, own.coverage)
    after = metrics(back.tasks, back.responses, back.correctness, back.coverage)
    assert after == before
    assert {row["failed_n"] for row in before if row["metric"] == "accuracy"} == {2}
    assert {row["is_baseline"] for row in after} == {True}


def test_figures_of_a_closed_paper_leave_as_places_and_no_other_way(out: Path) -> None:
    lines = [json.loads(x) for x in (out / "tasks.jsonl").read_text("utf-8").splitlines()]
    for line in lines:
        is_open = line["paper_id"] == "open"
        assert {"path" in image for image in line["images"]} == {is_open}
        for image in line["images"]:
            if is_open:
                assert (out / image["path"]).read_bytes() == PICTURE
            else:
                assert image["locator"]["sha256"] == "digest-c"
                assert len(image["locator"]["bbox_pt"]) == 4
    rows = {row["task_id"]: row for row in parquet_rows(out, "tasks")}
    assert [len(rows[f"task-{i}"]["images"]) for i in range(4)] == [2, 0, 2, 0]
    assert not any("closed" in name for name in names(out))


def test_all_pictures_may_leave_for_ones_own_use_and_the_card_warns(tmp_path: Path) -> None:
    report = write(tmp_path / "all", has_all=True)
    assert set(report.pictures.values()) == {"open", "own_use"}
    assert report.located == 0
    card = (tmp_path / "all" / "README.md").read_text(encoding="utf-8")
    assert "For your own use only" in card


def test_the_validator_accepts_the_description_and_reads_records_and_pictures(out: Path) -> None:
    assert complaints(out) == []
    read = records_of(out)
    assert len(read) == 4 + 4 + 4
    shown = [v for r in read for k, v in r.items() if k.endswith("/images") and v]
    assert [image.size for images in shown for image in images] == [(20, 10)] * 4


def test_shards_and_lines_hold_the_same_answers_and_labels(out: Path) -> None:
    lines = [json.loads(x) for x in (out / "labels.jsonl").read_text("utf-8").splitlines()]
    rows = parquet_rows(out, "labels")
    assert [r["task_id"] for r in rows] == [x["task_id"] for x in lines]
    for row, line in zip(rows, lines, strict=True):
        assert {n["node_id"]: n["verdict"] for n in row["evidence"]} == line.get("evidence", {})
        wanted = line.get("atoms", {}).get("matches_gold_final_claim")
        assert row["matches_gold_final_claim"] == wanted
    assert [r["text"] for r in parquet_rows(out, "responses")] == [r.text for r in responses()]


def quoting(task: ReasoningTask) -> ReasoningTask:
    """The task with words of its paper wherever a task may carry some."""
    words = f"Passage of the {task.paper_id} paper."
    said = SourceAttribution(
        section_title="1 Results", source_excerpt=words, block_id="b1", page_index=2
    )
    work = CitedWork(
        block_id="b9", page_index=9, bbox_pt=(0, 0, 1, 1), entry=words, doi="10.1/x", title=None
    )
    nodes = [
        n.model_copy(
            update={"label": words} if n.type in ANCHOR_TYPES else {"source_attributions": [said]}
        )
        for n in task.nodes
    ]
    basis = GraphNode(
        node_id="basis_1", type="established_basis", label="Known.", cited_works=[work]
    )
    images = [i.model_copy(update={"caption": words}) for i in task.images]
    return task.model_copy(update={"nodes": [*nodes, basis], "images": images})


@pytest.mark.parametrize("has_all", [False, True])
def test_passages_of_a_closed_paper_stay_where_its_pixels_do(tmp_path: Path, has_all: bool) -> None:
    built = [quoting(task) for task in tasks()]
    quoted = ReasoningContent(
        [evaluation_task(t) for t in built], {t.task_id: t for t in built}, [], [], []
    )
    write_reasoning(tmp_path, "mine", quoted, pictures(has_all), ReleaseSettings(), "r")
    lines = [json.loads(x) for x in (tmp_path / "tasks.jsonl").read_text("utf-8").splitlines()]
    rows = parquet_rows(tmp_path)
    for paper, is_whole in (("open", True), ("closed", has_all)):
        for found in (lines, rows):
            text = json.dumps([r for r in found if r["paper_id"] == paper], default=str)
            assert (f"Passage of the {paper} paper." in text) == is_whole
            assert ("its licence keeps them" in text) != is_whole
            assert str(found[0]["question"]) in text
    excerpts = lines[1]["evidence"][0]["source_attributions"]
    assert (excerpts[0]["block_id"], excerpts[0]["page_index"]) == ("b1", 2)
    assert lines[1]["graph"]["nodes"][-1]["cited_works"][0]["doi"] == "10.1/x"
    assert imported(tmp_path).tasks


def test_a_task_of_two_papers_keeps_its_passages_back_when_one_is_closed(tmp_path: Path) -> None:
    task = quoting(tasks()[0]).model_copy(update={"other_paper_ids": ["closed"]})
    joint = ReasoningContent([evaluation_task(task)], {task.task_id: task}, [], [], [])
    write_reasoning(tmp_path, "mine", joint, pictures(), ReleaseSettings(), "r")
    assert "Passage of the" not in (tmp_path / "tasks.jsonl").read_text("utf-8")


def test_labels_of_nodes_that_their_task_has_lost_are_counted_and_left_out(tmp_path: Path) -> None:
    whole = content()
    changes = {"evidence": whole.tasks[0].evidence[1:], "regions": []}
    lost = whole.tasks[0].model_copy(update=changes)
    changed = replace(whole, tasks=[lost, *whole.tasks[1:]])
    report = write_reasoning(tmp_path, "mine", changed, pictures(), ReleaseSettings(), "r")
    assert (report.labels, report.stale_labels) == (3, 1)
    back = imported(tmp_path)
    assert {row.task_id for row in back.coverage} == {t.task_id for t in whole.tasks[1:]}


def test_half_a_label_is_counted_and_left_out(tmp_path: Path) -> None:
    whole = content()
    half = ReasoningContent(
        whole.tasks, whole.built, whole.responses, whole.correctness[:3], whole.coverage[1:]
    )
    settings = ReleaseSettings()
    report = write_reasoning(tmp_path / "x", "x", half, pictures(), settings, "r")
    assert (report.labels, report.half_labels) == (2, 2)


def test_a_benchmark_without_answers_is_importable(tmp_path: Path) -> None:
    bare = ReasoningContent(content().tasks, {}, [], [], [])
    write_reasoning(tmp_path / "x", "x", bare, pictures(), ReleaseSettings(), "r")
    assert len(imported(tmp_path / "x").tasks) == 4
    assert complaints(tmp_path / "x") == []


def test_every_file_is_noted(out: Path, tmp_path: Path) -> None:
    report = write(tmp_path / "mine")
    assert [f.path for f in report.files] == names(out)
    assert all((out / n).read_bytes() == (tmp_path / "mine" / n).read_bytes() for n in names(out))
    classes = {f.path: f.licence_class for f in report.files}
    assert classes["data/tasks/test-00000.parquet"] == "open"
    assert classes["tasks.jsonl"] == "locators"
    assert classes["responses.jsonl"] == "text"


@pytest.mark.slow
def test_the_published_benchmark_leaves_as_it_came(tmp_path: Path) -> None:
    folder = SHARED / "records" / "reasoning_published"
    if not folder.is_dir():
        pytest.skip("../shared/records is not here")
    first = imported(folder)
    whole = ReasoningContent(first.tasks, {}, first.responses, first.correctness, first.coverage)
    out = tmp_path / "again"
    report = write_reasoning(out, "again", whole, pictures(), ReleaseSettings(), "r")
    assert (report.tasks, report.responses, report.labels) == (235, 7520, 7516)
    second = imported(out)
    for name in ("tasks", "responses", "correctness", "coverage"):
        before, after = (
            [row.model_dump(exclude={"source_digest"}) for row in getattr(bundle, name)]
            for bundle in (first, second)
        )
        assert after == before, name
    assert max(f.rows or 0 for f in report.files if f.kind == "parquet") == 1000
