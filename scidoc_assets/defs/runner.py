"""`scidoc run`: what is stale, in dependency order, as Dagster runs in a pool of spawned workers.

Stages of one partitions definition that follow each other form a phase; a phase is one Dagster run
per partition, so the UI shows every run, check and partition. Only stale partitions are run.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path

from scidoc_assets.defs.empty_shards import settle_empty, split_empty
from scidoc_assets.defs.freshness import Freshness
from scidoc_assets.defs.partitions import Partitions
from scidoc_assets.defs.project import Project, known_table
from scidoc_assets.defs.runner_jobs import Job, JobResult
from scidoc_assets.defs.stage import Stage
from scidoc_assets.schemas.tables import BY_MODEL, MAY_BE_ABSENT, PartitionKind

PARENT_WATCH_S = 0.1
# What glibc's allocator is told of in the workers, which read it when they start: big blocks go
# back to the system at once, in place of staying in one of many heaps. OCR of figures peaks at 640
# in place of 1,060 MB (measured); other allocators ignore it.
LEAN_MEMORY = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": str(4 * 1024 * 1024)}


@dataclass(frozen=True)
class Selection:
    """What the user asked for; empty means everything. `runs` are those that use `models`."""

    tables: frozenset[str] = frozenset()
    models: frozenset[str] = frozenset()
    runs: frozenset[str] = frozenset()
    shards: frozenset[str] = frozenset()
    forced_papers: tuple[str, ...] = ()
    forced_tables: frozenset[str] = frozenset()

    def takes(self, stage: Stage, key: str | None) -> bool:
        """Whether this partition of the stage was asked for."""
        if self.tables and stage.spec.name not in self.tables:
            return False
        if stage.spec.partitions == "shard" and self.shards:
            return key in self.shards
        if stage.spec.partitions in BY_MODEL and self.models:
            return str(key).rsplit("|", 1)[0] in self.models
        if stage.spec.partitions == "run" and self.models:
            return key in self.runs
        return True


@dataclass(frozen=True)
class Phase:
    """Stages of one partition kind that can share a run."""

    kind: PartitionKind
    stages: tuple[Stage, ...]


@dataclass
class RunReport:
    """What a run did; `settled` counts empty shards that needed no run."""

    done: list[JobResult] = field(default_factory=list)
    failed: list[JobResult] = field(default_factory=list)
    skipped: list[Job] = field(default_factory=list)
    settled: int = 0


def phases_of(stages: Sequence[Stage]) -> list[Phase]:
    """Group stages (given in dependency order) into phases, in an order that respects inputs."""
    level: dict[str, int] = {}
    groups: dict[tuple[int, PartitionKind], list[Stage]] = {}
    for stage in stages:
        kind = stage.spec.partitions
        place = 0
        for name in stage.inputs:
            same = known_table(name).partitions == kind
            place = max(place, level[name] + (0 if same else 1))
        level[stage.spec.name] = place
        groups.setdefault((place, kind), []).append(stage)
    return [
        Phase(kind, tuple(groups[(place, kind)]))
        for place, kind in sorted(groups, key=lambda group: group[0])
    ]


def stale_jobs(
    phase: Phase, project: Project, partitions: Partitions, selection: Selection
) -> list[Job]:
    """Jobs of a phase: per partition, the stale stages and those of the phase that read them."""
    freshness = Freshness(project, partitions)
    jobs = []
    for key in partitions.keys(phase.stages[0].spec):
        names: list[str] = []
        for stage in phase.stages:
            if not selection.takes(stage, key):
                continue
            is_forced = bool(selection.forced_papers) and (
                not selection.forced_tables or stage.spec.name in selection.forced_tables
            )
            follows = any(name in names for name in stage.inputs)
            if (is_forced and phase.kind == "shard") or follows or freshness.is_stale(stage, key):
                names.append(stage.spec.name)
        if names:
            jobs.append(Job(tuple(names), key, selection.forced_papers, phase.kind))
    return jobs


def _end_with_parent() -> None:
    """Watch for the death of `scidoc run` (a `kill -9` runs no clean-up): no worker outlives it.

    Ctrl-C goes to everything in the terminal's group; a worker leaves it, as `scidoc run` alone
    decides what happens to the work.
    """
    os.setsid()
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_WATCH_S)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def run_jobs(
    jobs: Sequence[Job], root: Path, workers: int, execute: Callable[[str, Job], JobResult]
) -> Iterator[JobResult]:
    """Results as they come. A worker that dies takes only the jobs it held; the pool is made anew."""
    waiting = list(jobs)
    while waiting:
        batch, waiting = waiting, []
        held: dict[Future[JobResult], Job] = {}
        context = multiprocessing.get_context("spawn")
        others = multiprocessing.active_children()
        with ProcessPoolExecutor(workers, context, _end_with_parent) as pool:
            todo = iter(batch)
            try:
                held.update(_submit(pool, root, todo, workers, execute))
                while held:
                    finished, _ = wait(held, return_when=FIRST_COMPLETED)
                    results = [_result(held.pop(future), future) for future in finished]
                    yield from (result for result, _ in results)
                    if any(is_broken for _, is_broken in results):
                        waiting = [*held.values(), *todo]
                        break
                    held.update(_submit(pool, root, todo, len(finished), execute))
            finally:
                if held:  # stopped by the user, or the pool is broken: nobody waits for these
                    _end_processes(others)


def _result(job: Job, future: Future[JobResult]) -> tuple[JobResult, bool]:
    """How a job ended, and whether that broke its pool."""
    try:
        return future.result(), False
    except BrokenProcessPool:
        return JobResult(job, ("worker process died (killed or out of memory)",)), True


def _end_processes(spared: Sequence[BaseProcess]) -> None:
    """Kill the workers: Dagster holds a polite signal back until its step is done, and the journals
    and tables are made for a kill."""
    for child in multiprocessing.active_children():
        if child not in spared:
            child.kill()


def _submit(
    pool: ProcessPoolExecutor,
    root: Path,
    todo: Iterator[Job],
    count: int,
    execute: Callable[[str, Job], JobResult],
) -> Iterable[tuple[Future[JobResult], Job]]:
    submitted = []
    for _ in range(count):
        job = next(todo, None)
        if job is None:
            break
        submitted.append((pool.submit(execute, str(root), job), job))
    return submitted


def run_stale(
    project: Project,
    partitions: Partitions,
    stages: Sequence[Stage],
    selection: Selection,
    workers: int,
    execute: Callable[[str, Job], JobResult],
    on_phase: Callable[[Phase, int], None],
    on_result: Callable[[JobResult], None],
) -> RunReport:
    """Run every stale partition of the selection, phase by phase.

    A failed shard stops what reads all shards (it would mix old and new); a failed model partition
    does not stop the metrics, which count it as not run.
    """
    report = RunReport()
    os.environ["DAGSTER_HOME"] = str(project.paths.root)
    for name, value in LEAN_MEMORY.items():
        os.environ.setdefault(name, value)
    # dagster.yaml names its storage relative to the project, Dagster takes it from the working
    # folder: from another one, this process and its workers would write to two places.
    with contextlib.chdir(project.paths.root):
        for phase in phases_of(stages):
            jobs = stale_jobs(phase, project, partitions, selection)
            if any(r.job.kind not in MAY_BE_ABSENT for r in report.failed):
                report.skipped += jobs
                continue
            jobs, empty = split_empty(project, jobs)
            settle_empty(project, partitions, {s.spec.name: s for s in phase.stages}, empty)
            report.settled += len(empty)
            if not jobs:
                continue
            on_phase(phase, len(jobs))
            count = 1 if phase.kind == "none" else min(workers, len(jobs))
            for result in run_jobs(jobs, project.paths.root, count, execute):
                (report.done if result.is_success else report.failed).append(result)
                on_result(result)
    return report
