"""The one place that picks real gateways and builds Dagster's Definitions.

`defs` is what Dagster loads. Tests call `build_definitions` with their own project.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import dagster as dg

from scidoc_assets.defs.assets import stage_asset
from scidoc_assets.defs.automation import new_pdfs_sensor, nightly_schedule, phase_jobs
from scidoc_assets.defs.catalog import catalog_asset
from scidoc_assets.defs.io_manager import TableIOManager
from scidoc_assets.defs.partitions import partitions_of
from scidoc_assets.defs.project import Gateways, Project
from scidoc_assets.defs.runner import Job, JobResult
from scidoc_assets.defs.stages import STAGES
from scidoc_assets.gateways.llm.opening import open_gateway
from scidoc_assets.gateways.ocr.engines import open_ocr
from scidoc_assets.storage.config import load_settings
from scidoc_assets.storage.paths import find_project, project_paths


@cache
def real_project(root: Path) -> Project:
    """The project at `root` with the real gateways. Raises ConfigError on bad configuration."""
    paths = project_paths(root)
    settings = load_settings(paths.config)
    ocr = lambda: open_ocr(settings.curation.ocr, paths.cache / "ocr_models")  # noqa: E731
    return Project(paths, settings, Gateways(ocr=ocr, model=open_gateway))


def build_definitions(project: Project) -> dg.Definitions:
    """All assets, checks, jobs, the schedule and the sensor of a project."""
    partitions = partitions_of(project.settings)
    jobs = phase_jobs(STAGES, partitions)
    return dg.Definitions(
        assets=[*(stage_asset(s, partitions) for s in STAGES), catalog_asset(STAGES)],
        jobs=jobs,
        schedules=[nightly_schedule(jobs[0], project.settings.corpus.nightly_cron, partitions)],
        sensors=[new_pdfs_sensor(jobs[0], partitions)],
        resources={"project": project, "io_manager": TableIOManager(project)},
        executor=dg.in_process_executor,
    )


@cache
def _definitions(root: Path) -> dg.Definitions:
    return build_definitions(real_project(root))


def execute_job(root: str, job: Job) -> JobResult:
    """Run one job on the project's instance, in this process. Failures come back as messages."""
    os.chdir(root)
    os.environ["DAGSTER_HOME"] = root
    definitions = _definitions(Path(root))
    config: dict[str, object] = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
    if job.forced_papers:
        ops = {
            t: {"config": {"force_papers": list(job.forced_papers)}}
            for t in job.tables
            if t != "catalog"
        }
        config["ops"] = ops
    with dg.DagsterInstance.get() as instance:
        result = definitions.resolve_implicit_global_asset_job_def().execute_in_process(
            instance=instance,
            asset_selection=[dg.AssetKey(name) for name in job.tables],
            partition_key=job.partition,
            run_config=config,
            raise_on_error=False,
        )
    failures = [e for e in result.all_events if e.is_step_failure]
    messages = tuple(f"{e.step_key}: {_message(e)}" for e in failures)
    is_counted = bool(failures) and all(_is_counted(e) for e in failures)
    if not result.success and not messages:
        messages = ("the run failed before any step",)
    return JobResult(job, messages, is_counted)


def _is_counted(event: dg.DagsterEvent) -> bool:
    data = event.step_failure_data.user_failure_data
    return data is not None and "is_counted" in data.metadata


def _message(event: dg.DagsterEvent) -> str:
    data = event.step_failure_data
    if data.user_failure_data is not None and data.user_failure_data.description:
        return data.user_failure_data.description
    error = data.error
    while error is not None and error.cause is not None:
        error = error.cause
    return error.message.strip() if error is not None else "unknown failure"


defs = _definitions(find_project())
