"""A killed process leaves its run open and its slot taken; the next run ends both."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import psutil
import pytest

from scidoc_assets.defs.dead_runs import PROCESS_TAG, end_dead_runs, process_tags


@pytest.fixture
def instance(tmp_path: Path) -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.local_temp(str(tmp_path)) as found:
        found.event_log_storage.set_concurrency_slots("llm_api", 1)
        yield found


@dg.job
def nothing() -> None:
    """A job to have runs of."""


def started_run(instance: dg.DagsterInstance, tags: dict[str, str]) -> dg.DagsterRun:
    run = instance.create_run_for_job(nothing, tags=tags)
    instance.report_engine_event("started", run)
    return instance.get_run_by_id(run.run_id)  # type: ignore[return-value]


def tags_of_a_dead_process() -> dict[str, str]:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    started = psutil.Process(process.pid).create_time()
    process.kill()
    process.wait()
    machine = process_tags()[PROCESS_TAG].rsplit(":", 2)[0]
    return {PROCESS_TAG: f"{machine}:{process.pid}:{started:.2f}"}


def test_the_run_of_a_killed_process_fails_and_gives_its_slot_back(
    instance: dg.DagsterInstance,
) -> None:
    run = started_run(instance, tags_of_a_dead_process())
    storage = instance.event_log_storage
    assert storage.claim_concurrency_slot("llm_api", run.run_id, "step").is_claimed
    assert not storage.claim_concurrency_slot("llm_api", "other", "step").is_claimed
    assert end_dead_runs(instance) == [run.run_id]
    assert instance.get_run_by_id(run.run_id).status == dg.DagsterRunStatus.FAILURE  # type: ignore[union-attr]
    assert storage.get_concurrency_info("llm_api").active_run_ids.isdisjoint({run.run_id})
    assert storage.claim_concurrency_slot("llm_api", "other", "step").is_claimed


def test_runs_of_living_processes_and_of_others_are_left_alone(
    instance: dg.DagsterInstance,
) -> None:
    mine = started_run(instance, process_tags())
    foreign = started_run(instance, {PROCESS_TAG: "another-machine:1:1.00"})
    untagged = started_run(instance, {})
    assert end_dead_runs(instance) == []
    for run in (mine, foreign, untagged):
        assert not instance.get_run_by_id(run.run_id).is_finished  # type: ignore[union-attr]


def test_a_process_id_that_was_given_out_again_is_not_the_same_process(
    instance: dg.DagsterInstance,
) -> None:
    machine, pid, started = process_tags()[PROCESS_TAG].rsplit(":", 2)
    earlier = {PROCESS_TAG: f"{machine}:{pid}:{float(started) - 500:.2f}"}
    run = started_run(instance, earlier)
    assert end_dead_runs(instance) == [run.run_id]
