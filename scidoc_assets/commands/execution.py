"""One job of a run, inside a worker process: a Dagster run on the project's own instance."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import dagster as dg
from sqlalchemy.exc import SQLAlchemyError

from scidoc_assets.commands.explaining import explain_record_error
from scidoc_assets.defs.dead_runs import end_dead_runs, process_tags
from scidoc_assets.defs.runner_jobs import CATALOG_JOB, Job, JobResult

OUR_CLASS = re.compile(r"^scidoc_assets\.[\w.]+: ")


def execute_job(root: str, job: Job) -> JobResult:
    """Run one job on the project's instance, in this process. Failures come back as messages."""
    os.chdir(root)
    os.environ["DAGSTER_HOME"] = root
    try:
        result = _execute(Path(root), job)
    except SQLAlchemyError as error:
        return JobResult(job, (explain_record_error(error),))
    except (dg.DagsterError, OSError) as error:
        # Such errors may not cross the process border (they do not pickle): send their words.
        return JobResult(job, (f"{type(error).__name__}: {error}",))
    failures = [e for e in result.all_events if e.is_step_failure]
    messages = tuple(f"{e.step_key}: {_message(e)}" for e in failures)
    is_counted = bool(failures) and all(_is_counted(e) for e in failures)
    if not result.success and not messages:
        messages = ("the run failed before any step",)
    return JobResult(job, messages, is_counted)


def _execute(root: Path, job: Job) -> dg.ExecuteInProcessResult:
    from scidoc_assets.definitions import project_definitions

    with dg.DagsterInstance.get() as instance:
        end_dead_runs(instance)
        definitions = project_definitions(root)
        return definitions.resolve_implicit_global_asset_job_def().execute_in_process(
            instance=instance,
            asset_selection=[dg.AssetKey(name) for name in job.tables],
            partition_key=job.partition,
            run_config=_run_config(job),
            tags=process_tags(),
            raise_on_error=False,
        )


def _run_config(job: Job) -> dict[str, Any]:
    config: dict[str, Any] = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
    if job.forced_papers:
        forced = {"config": {"force_papers": list(job.forced_papers)}}
        config["ops"] = {table: forced for table in job.tables if table not in CATALOG_JOB.tables}
    return config


def _is_counted(event: dg.DagsterEvent) -> bool:
    data = event.step_failure_data.user_failure_data
    return data is not None and "is_counted" in data.metadata


def _message(event: dg.DagsterEvent) -> str:
    data = event.step_failure_data
    if data.user_failure_data is not None and data.user_failure_data.description:
        return data.user_failure_data.description
    error = data.error
    # Below Dagster's wrapping lies the error as it was raised: it names the thing and the way out,
    # which what caused it (an errno) does not.
    while error is not None and error.cause and str(error.cls_name).startswith("Dagster"):
        error = error.cause
    return OUR_CLASS.sub("", error.message.strip()) if error is not None else "unknown failure"
