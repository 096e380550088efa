"""When things run by themselves: jobs, the nightly schedule, the sensor for new PDFs."""

from collections.abc import Sequence

import dagster as dg
from dagster._core.definitions.unresolved_asset_job_definition import (
    UnresolvedAssetJobDefinition as AssetJob,
)

from scidoc_assets.defs.freshness import Freshness
from scidoc_assets.defs.papers import raw_pdfs
from scidoc_assets.defs.partitions import Partitions
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.runner import phases_of
from scidoc_assets.defs.stage import Stage


def phase_jobs(stages: Sequence[Stage], partitions: Partitions) -> list[AssetJob]:
    """One launchable job per phase (a job holds one partitions definition)."""
    jobs = []
    for number, phase in enumerate(phases_of(stages)):
        first = phase.stages[0].spec
        names = [s.spec.name for s in phase.stages]
        jobs.append(
            dg.define_asset_job(
                name=f"phase_{number}_{first.group}",
                selection=dg.AssetSelection.assets(*names),
                partitions_def=partitions.definition(first),
                description=f"Phase {number}: {', '.join(names)}",
            )
        )
    return jobs


def new_pdfs_sensor(job: AssetJob, partitions: Partitions) -> dg.SensorDefinition:
    """Asks for the shards whose corpus files changed, once per change."""
    shards = partitions.dimensions["shard"]["shard"]

    @dg.sensor(
        name="new_pdfs",
        job=job,
        minimum_interval_seconds=30,
        description="Requests a run for each shard whose PDFs or manifest lines changed.",
        required_resource_keys={"project"},
    )
    def _sensor(context: dg.SensorEvaluationContext) -> dg.SensorResult:
        project: Project = context.resources.project
        freshness = Freshness(project, partitions)
        requests = [
            dg.RunRequest(
                run_key=f"{shard}:{freshness.fingerprint(raw_pdfs, shard)}", partition_key=shard
            )
            for shard in shards
            if freshness.is_stale(raw_pdfs, shard)
        ]
        return dg.SensorResult(run_requests=requests)

    return _sensor


def nightly_schedule(job: AssetJob, cron: str, partitions: Partitions) -> dg.ScheduleDefinition:
    """Every night: the shards that are stale."""
    shards = partitions.dimensions["shard"]["shard"]

    @dg.schedule(
        name="nightly",
        job=job,
        cron_schedule=cron,
        description="Requests every shard whose papers, settings or code changed.",
        required_resource_keys={"project"},
    )
    def _schedule(context: dg.ScheduleEvaluationContext) -> list[dg.RunRequest]:
        freshness = Freshness(context.resources.project, partitions)
        return [
            dg.RunRequest(run_key=None, partition_key=shard)
            for shard in shards
            if freshness.is_stale(raw_pdfs, shard)
        ]

    return _schedule
