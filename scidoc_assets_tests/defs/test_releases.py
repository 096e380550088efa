"""The release assets: what leaves, what stays, published versions, and folders that were removed."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from scidoc_assets.defs.freshness import Freshness
from scidoc_assets.defs.partitions import partitions_of
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.releases import benchmark_release, release_path, training_release
from scidoc_assets.defs.stage import Stage, StageRefused, StageRun
from scidoc_assets.defs.stored import rows_in_store
from scidoc_assets.domain.quality.items import BENCHMARK as QUALITY
from scidoc_assets.domain.tasks.building import BENCHMARK as REASONING
from scidoc_assets.domain.training.chart_tasks import synthetic_chart
from scidoc_assets.domain.training.drafts import finish
from scidoc_assets.domain.training.layout_sources import LayoutView
from scidoc_assets.domain.training.layout_tasks import block_role_drafts
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.schemas.releases import ReleasedFile, ReleaseSettings
from scidoc_assets.storage.bundles import add_bundle, read_bundles
from scidoc_assets.storage.parquet import write_rows
from scidoc_assets.storage.quality_imports import add_dataset
from scidoc_assets_tests.domain.arguments.hand_paper import FIGURES
from scidoc_assets_tests.domain.quality.rows_by_hand import item
from scidoc_assets_tests.domain.responses.factory import a_task, png
from scidoc_assets_tests.domain.training.conftest import make_layout
from scidoc_assets_tests.domain.workflow.conftest import make_item, with_record
from scidoc_assets_tests.storage.released import complaints, names

LICENCES = {"open": "CC BY 4.0", "closed": None, "unused": "CC0"}


def paper(paper_id: str) -> RawPdf:
    return RawPdf(
        paper_id=paper_id,
        sha256=paper_id.encode().hex().ljust(64, "0"),
        shard="00",
        status="ok",
        reason=None,
        pages=1,
        size_bytes=1,
        sources=[],
        title=f"On {paper_id}",
        venue=None,
        year=None,
        discipline=None,
        domain=None,
        licence=LICENCES[paper_id],
        doi=None,
        latex_source=None,
        other_versions=[],
    )


PAPERS = [paper(paper_id) for paper_id in LICENCES]


@pytest.fixture
def project(make_project: Callable[..., Project]) -> Project:
    return make_project(shards=1)


def versioned(project: Project, version: str) -> Project:
    releases = ReleaseSettings(version=version)
    settings = project.settings.model_copy(update={"releases": releases})
    return Project(project.paths, settings, project.gateways)


def inputs(project: Project) -> dict[str, Sequence[Any]]:
    """One task and one figure of an open and of a closed paper; nothing else."""
    sha256 = project.blobs.put(png(20, 10))
    rows: dict[str, list[Any]] = {name: [] for name in benchmark_release.inputs}
    rows["raw_pdfs"] = list(PAPERS)
    for paper_id in ("open", "closed"):
        figure_id = f"{paper_id}-figure-1"
        changes: dict[str, Any] = {"figure_id": figure_id, "paper_id": paper_id}
        rows["curated_figures"].append(
            FIGURES[0].model_copy(update={**changes, "crop_sha256": sha256})
        )
        image = (
            a_task().images[0].model_copy(update={"figure_id": figure_id, "crop_sha256": sha256})
        )
        task = {"task_id": f"task-{paper_id}", "paper_id": paper_id, "images": [image]}
        rows["reasoning_tasks"].append(a_task().model_copy(update={**task, "benchmark": REASONING}))
        rows["figure_quality_items"].append(
            item(figure_id, paper_id=paper_id, benchmark=QUALITY, image_sha256=sha256)
        )
    rows["figure_quality_items"].append(item(benchmark="somebody-elses"))
    return rows  # type: ignore[return-value]


def made(stage: Stage, project: Project, **rows: Sequence[Any]) -> list[ReleasedFile]:
    run = StageRun(project, None, logging.getLogger("test"))
    found = stage.body(run, **rows)
    assert [c.name for c in stage.checks if c.offenders(found)] == []
    return list(found)  # type: ignore[arg-type]


def test_every_file_of_the_release_is_a_row_and_every_part_is_valid(project: Project) -> None:
    files = made(benchmark_release, project, **inputs(project))
    out = release_path(project, "benchmark")
    assert [f.path for f in files if f.part == "reasoning"]
    assert sorted(f.path for f in files) == names(out)
    assert {f.release_id for f in files} == {"benchmark-draft"}
    assert sorted(p.name for p in out.iterdir()) == ["figure-quality-draft", "reasoning-draft"]
    for part in out.iterdir():
        assert complaints(part) == []
    assert set(benchmark_release.preview(project, files)) == {"open", "files", "bytes"}  # type: ignore[misc]


def test_no_pixel_of_a_paper_without_licence_is_in_the_release(project: Project) -> None:
    files = made(benchmark_release, project, **inputs(project))
    images = [f for f in files if f.kind == "image"]
    assert [f.licence_class for f in images] == ["open", "open"]
    assert all("open" in f.path for f in images)
    out = release_path(project, "benchmark") / "reasoning-draft"
    lines = [json.loads(x) for x in (out / "tasks.jsonl").read_text("utf-8").splitlines()]
    place = lines[1]["images"][0]["locator"]
    assert (place["sha256"], place["page_index"]) == (PAPERS[1].sha256, 1)
    sources = [json.loads(x) for x in (out / "sources.jsonl").read_text("utf-8").splitlines()]
    assert [(s["paper_id"], s["has_open_pixels"]) for s in sources] == [
        ("closed", False),
        ("open", True),
    ]


def test_the_parts_come_in_again_as_benchmarks_of_their_own(project: Project) -> None:
    made(benchmark_release, project, **inputs(project))
    out = release_path(project, "benchmark")
    found = add_bundle(project.paths.imports, out / "reasoning-draft")
    assert found.benchmark == "reasoning-draft"
    (bundle,) = read_bundles(project.paths.imports)
    assert [t.task_id for t in bundle.tasks] == ["task-open", "task-closed"]
    found = add_dataset(project.paths, out / "figure-quality-draft")
    assert (found.figures, found.images) == (2, 1)


def test_accepted_workflow_items_are_a_part_and_others_are_not(project: Project) -> None:
    item = with_record(make_item()).model_copy(update={"decision": "accepted"})
    rows = {**inputs(project), "workflow_items": [item, make_item(item_id="pending")]}
    made(benchmark_release, project, **rows)
    out = release_path(project, "benchmark") / "workflow-draft"
    [line] = (out / "items.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["item_id"] == item.item_id


def test_a_published_version_is_refused_another_content(project: Project) -> None:
    first = versioned(project, "1.0")
    rows = inputs(first)
    written = made(benchmark_release, first, **rows)
    assert made(benchmark_release, first, **rows) == written
    fewer = {**rows, "reasoning_tasks": rows["reasoning_tasks"][:1]}
    with pytest.raises(StageRefused, match="published versions do not change"):
        made(benchmark_release, first, **fewer)
    assert sorted(f.path for f in written) == names(release_path(first, "benchmark"))
    made(benchmark_release, versioned(project, "1.1"), **fewer)
    assert {p.name for p in release_path(first, "benchmark").parent.iterdir()} == {"1.0", "1.1"}


def test_a_release_whose_folder_was_removed_is_made_again_once(project: Project) -> None:
    def is_stale() -> bool:
        return Freshness(project, partitions_of(project.settings)).is_stale(benchmark_release, None)

    assert is_stale()
    fingerprint = Freshness(project, partitions_of(project.settings)).fingerprint(
        benchmark_release, None
    )
    rows = made(benchmark_release, project, **inputs(project))
    path = project.table_path(benchmark_release.spec, None)
    write_rows(path, rows, ReleasedFile, fingerprint)
    assert not is_stale()
    assert rows_in_store(project, "benchmark_release", ReleasedFile) == rows
    shutil.rmtree(release_path(project, "benchmark"))
    assert is_stale()
    made(benchmark_release, project, **inputs(project))
    assert not is_stale()


def samples() -> list[Any]:
    charts = (finish(synthetic_chart("chart_point", i, 0), 0) for i in range(20))
    roles = block_role_drafts(LayoutView(make_layout("closed")), 4, 0)
    return [*charts, *(finish(draft, 0) for draft in roles)]


def test_training_samples_leave_in_both_forms_without_closed_pages(project: Project) -> None:
    rows = samples()
    accepted = [s for s in rows if s.accepted]
    files = made(training_release, project, raw_pdfs=PAPERS, training_samples=rows)
    out = release_path(project, "training")
    assert sorted(f.path for f in files) == names(out)
    assert complaints(out) == []
    closed = {s.sample_id for s in accepted if "closed" in s.paper_ids}
    assert closed
    for form in ("sft", "rl"):
        assert ids(out.glob(f"{form}/*.jsonl")) == {s.sample_id for s in accepted} - closed
        assert ids(out.glob(f"locators/{form}-*.jsonl")) == closed


def test_a_draft_is_a_part_that_says_so_and_a_version_is_whole(project: Project) -> None:
    settings = project.settings.releases.model_copy(update={"draft_per_subtask": 2})
    changed = project.settings.model_copy(update={"releases": settings})
    draft = Project(project.paths, changed, project.gateways)
    charts = [s for s in samples() if s.accepted and "closed" not in s.paper_ids]
    for which, kept in ((draft, 2), (versioned(project, "1.0"), len(charts))):
        made(training_release, which, raw_pdfs=[], training_samples=charts)
        out = release_path(which, "training")
        assert len(ids(out.glob("sft/*.jsonl"))) == kept
        card = (out / "README.md").read_text(encoding="utf-8")
        assert (f"2 of {len(charts)} accepted samples" in card) == (kept == 2)


def test_a_sample_of_a_paper_that_is_gone_is_left_out_and_the_check_says_so(
    project: Project,
) -> None:
    roles = block_role_drafts(LayoutView(make_layout("open")), 2, 0)
    rows = [s for s in (finish(draft, 0) for draft in roles) if s.accepted]
    run = StageRun(project, None, logging.getLogger("test"))
    found = training_release.body(run, PAPERS, rows)
    failed = [c.name for c in training_release.checks if c.offenders(found)]
    assert failed == ["every_sample_was_drawn"]
    left_out = release_path(project, "training") / "left_out.jsonl"
    assert "not in the corpus" in left_out.read_text(encoding="utf-8")


def ids(paths: Any) -> set[str]:
    texts = [Path(p).read_text(encoding="utf-8") for p in paths]
    return {json.loads(line)["id"] for text in texts for line in text.splitlines()}
