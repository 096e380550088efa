"""Planning: phases respect inputs, only stale partitions run, failures stop what would mix."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

import dagster as dg
import psutil
import pytest

from scidoc_assets.defs.io_manager import TableIOManager
from scidoc_assets.defs.partitions import partitions_of
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.runner import (
    Selection,
    phases_of,
    run_jobs,
    run_stale,
    stale_jobs,
)
from scidoc_assets.defs.runner_jobs import Job, JobResult
from scidoc_assets.defs.stage import Rows, Stage, StageRun, stage
from scidoc_assets_tests.conftest import REPOSITORY


@stage("raw_pdfs", "1")
def papers(run: StageRun) -> Rows:
    return []


@stage("figure_candidates", "1")
def candidates(run: StageRun, raw_pdfs: Rows) -> Rows:
    return []


@stage("figure_twins", "1")
def twins(run: StageRun, figure_candidates: Rows) -> Rows:
    return []


@stage("s1_filtered_figures", "1")
def filtered(run: StageRun, figure_candidates: Rows, figure_twins: Rows) -> Rows:
    return []


STAGES: Sequence[Stage] = (papers, candidates, twins, filtered)


def names(stages: Sequence[Stage]) -> list[str]:
    return [s.spec.name for s in stages]


def test_phases_split_where_partitions_change_and_follow_inputs() -> None:
    assert [names(p.stages) for p in phases_of(STAGES)] == [
        ["raw_pdfs", "figure_candidates"],
        ["figure_twins"],
        ["s1_filtered_figures"],
    ]


def test_everything_is_stale_in_a_new_project(make_project: Callable[..., Project]) -> None:
    project = make_project(shards=2)
    phase = phases_of(STAGES)[0]
    jobs = stale_jobs(phase, project, partitions_of(project.settings), Selection())
    assert jobs == [
        Job(("raw_pdfs", "figure_candidates"), key, (), "shard") for key in ("00", "80")
    ]


def test_a_selection_limits_tables_and_shards(make_project: Callable[..., Project]) -> None:
    project = make_project(shards=2)
    phase = phases_of(STAGES)[0]
    wanted = Selection(tables=frozenset({"figure_candidates"}), shards=frozenset({"80"}))
    jobs = stale_jobs(phase, project, partitions_of(project.settings), wanted)
    assert jobs == [Job(("figure_candidates",), "80", (), "shard")]


def test_a_selected_model_takes_the_quality_runs_that_use_it(
    make_project: Callable[..., Project],
) -> None:
    @stage("figure_quality_scores", "1")
    def scores(run: StageRun) -> Rows:
        return []

    project = make_project(shards=2)
    phase = phases_of((scores,))[0]
    wanted = Selection(models=frozenset({"a"}), runs=frozenset({"S1"}))
    jobs = stale_jobs(phase, project, partitions_of(project.settings), wanted)
    assert [job.partition for job in jobs] == ["S1"]


def succeed(root: str, job: Job) -> JobResult:
    return JobResult(job)


def fail_shard_80(root: str, job: Job) -> JobResult:
    return JobResult(job, ("broken",) if job.partition == "80" else ())


def die_on_80(root: str, job: Job) -> JobResult:
    if job.partition == "80":
        os._exit(9)
    return JobResult(job)


def add_papers(project: Project, *first_bytes: str) -> None:
    """Files whose content hashes start with the given bytes, found by trying."""
    folder = project.paths.root / project.settings.corpus.folder
    folder.mkdir(parents=True)
    for wanted in first_bytes:
        number = next(
            n for n in range(100_000) if sha256(str(n).encode()).hexdigest().startswith(wanted)
        )
        (folder / f"p{wanted}.pdf").write_bytes(str(number).encode())


def test_a_failed_shard_skips_what_reads_all_shards(make_project: Callable[..., Project]) -> None:
    project = make_project(shards=2)
    add_papers(project, "0", "8")
    seen: list[JobResult] = []
    report = run_stale(
        project,
        partitions_of(project.settings),
        STAGES,
        Selection(),
        1,
        fail_shard_80,
        lambda phase, count: None,
        seen.append,
    )
    assert [r.job.partition for r in report.failed] == ["80"]
    assert {job.tables for job in report.skipped} == {("figure_twins",), ("s1_filtered_figures",)}


def test_a_dying_worker_loses_only_its_own_job(tmp_path: Path) -> None:
    jobs = [Job(("raw_pdfs",), key) for key in ("00", "80", "c0", "d0")]
    results = {r.job.partition: r.is_success for r in run_jobs(jobs, tmp_path, 1, die_on_80)}
    assert results == {"00": True, "80": False, "c0": True, "d0": True}


def test_jobs_all_come_back_in_a_pool_of_two(tmp_path: Path) -> None:
    jobs = [Job(("raw_pdfs",), f"{n:02x}") for n in range(5)]
    assert len(list(run_jobs(jobs, tmp_path, 2, succeed))) == 5


def test_empty_shards_are_made_without_a_run_and_shown_as_made_from_any_folder(
    make_project: Callable[..., Project], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project(shards=4)
    add_papers(project, "8")
    partitions = partitions_of(project.settings)
    ran: list[JobResult] = []
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    report = run_stale(
        project, partitions, STAGES[:2], Selection(), 1, succeed, lambda p, n: None, ran.append
    )
    assert not list(elsewhere.iterdir())
    monkeypatch.chdir(project.paths.root)
    assert [r.job.partition for r in ran] == ["80"]
    assert report.settled == 3
    assert TableIOManager(project)._project.table_path(papers.spec, "00").exists()
    with dg.DagsterInstance.get() as instance:
        made = instance.get_materialized_partitions(dg.AssetKey("raw_pdfs"))
    assert made == {"00", "40", "c0"}
    again = run_stale(
        project, partitions, STAGES[:2], Selection(), 1, succeed, lambda p, n: None, ran.append
    )
    assert again.settled == 0


def hang(root: str, job: Job) -> JobResult:
    Path(root, f"pid-{os.getpid()}").touch()
    time.sleep(600)
    return JobResult(job)


def test_no_worker_outlives_a_killed_run(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path; from scidoc_assets_tests.defs.test_runner import hang;"
        "from scidoc_assets.defs.runner import run_jobs;"
        "from scidoc_assets.defs.runner_jobs import Job;"
        f"list(run_jobs([Job(('raw_pdfs',), '00')], Path({str(tmp_path)!r}), 1, hang))"
    )
    run = subprocess.Popen([sys.executable, "-c", code], cwd=REPOSITORY)
    deadline = time.monotonic() + 60
    while not (pids := list(tmp_path.glob("pid-*"))) and time.monotonic() < deadline:
        time.sleep(0.1)
    worker = int(pids[0].name.removeprefix("pid-"))
    run.kill()
    run.wait()
    while psutil.pid_exists(worker) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not psutil.pid_exists(worker)


def test_the_phase_of_the_papers_comes_first() -> None:
    from scidoc_assets.defs.stages import STAGES as ALL

    assert phases_of(ALL)[0].stages[0].spec.name == "raw_pdfs"
