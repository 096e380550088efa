"""Runs whose process was killed: reported as failed, their concurrency slots given back.

A killed process cannot end its run, and Dagster's daemon, which would, need not be running: the
slots of the pool stay taken and the next run would wait for ever. Refuses to touch runs of other
machines and runs that `scidoc run` did not start.
"""

from __future__ import annotations

import os
import platform

import dagster as dg
import psutil

PROCESS_TAG = "scidoc/process"
_UNFINISHED = [
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]


def process_tags() -> dict[str, str]:
    """Tags that say which process of which machine carries a run out."""
    started = psutil.Process().create_time()
    return {PROCESS_TAG: f"{platform.node()}:{os.getpid()}:{started:.2f}"}


def end_dead_runs(instance: dg.DagsterInstance) -> list[str]:
    """Fail every unfinished run of this machine whose process is gone; their run ids."""
    ended = []
    for run in instance.get_runs(dg.RunsFilter(statuses=_UNFINISHED)):
        if _is_dead(run.tags.get(PROCESS_TAG, "")):
            instance.report_run_failed(run, "its process was killed; run `scidoc run` again")
            instance.event_log_storage.free_concurrency_slots_for_run(run.run_id)
            ended.append(run.run_id)
    return ended


def _is_dead(tag: str) -> bool:
    if not tag:
        return False
    machine, pid, started = tag.rsplit(":", 2)
    if machine != platform.node():
        return False
    try:
        # A process id is given out again: the time it started at tells the processes apart.
        return abs(psutil.Process(int(pid)).create_time() - float(started)) > 1.0
    except psutil.NoSuchProcess:
        return True
