"""When things run by themselves: jobs, the nightly schedule, two sensors; all off until turned on.

A Dagster job holds one partitions definition, so there is a job per phase, and one thing must carry
a change from phase to phase: `new_pdfs` (or `nightly`) starts the first phase, `what_follows` the
later ones, each only once what it reads is done. Refuses to run on stale or failed papers.
"""

import hashlib
from collections.abc import Sequence

import dagster as dg
from dagster._core.definitions.unresolved_asset_job_definition import (
    UnresolvedAssetJobDefinition as AssetJob,
)

from scidoc_assets.defs.empty_shards import settle_empty, split_empty
from scidoc_assets.defs.freshness import Freshness
from scidoc_assets.defs.partitions import Partitions
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.runner import Phase, Selection, phases_of, stale_jobs
from scidoc_assets.defs.runner_jobs import CATALOG_JOB, Job
from scidoc_assets.defs.stage import Stage
from scidoc_assets.schemas.tables import MAY_BE_ABSENT

RUN_KEY, PARTITION = "dagster/run_key", "dagster/partition"
UNFINISHED = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]


def phase_jobs(stages: Sequence[Stage], partitions: Partitions) -> list[AssetJob]:
    """One launchable job per phase (a job holds one partitions definition), then the catalogue's."""
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
    last = dg.define_asset_job(
        name="catalog_and_explorer",
        selection=dg.AssetSelection.assets(*CATALOG_JOB.tables),
        description="The query side over everything stored: DuckDB views and the static site.",
    )
    return [*jobs, last]


def requests_for(
    project: Project, partitions: Partitions, phase: Phase, job_name: str
) -> list[dg.RunRequest]:
    """A run for each stale partition of a phase, of its stale tables only; partitions with nothing
    to do are settled here, without a run. The run key changes when what a run is made from does."""
    jobs, empty = split_empty(project, stale_jobs(phase, project, partitions, Selection()))
    stages = {s.spec.name: s for s in phase.stages}
    settle_empty(project, partitions, stages, empty)
    freshness = Freshness(project, partitions)
    return [
        dg.RunRequest(
            run_key=f"{job_name}:{job.partition}:{_made_from(freshness, stages, job)}",
            job_name=job_name,
            partition_key=job.partition,
            asset_selection=[dg.AssetKey(table) for table in job.tables],
        )
        for job in jobs
    ]


def _made_from(freshness: Freshness, stages: dict[str, Stage], job: Job) -> str:
    prints = [freshness.fingerprint(stages[table], job.partition) for table in job.tables]
    return hashlib.sha256("".join(prints).encode()).hexdigest()[:16]


def new_pdfs_sensor(
    job: AssetJob, stages: Sequence[Stage], partitions: Partitions
) -> dg.SensorDefinition:
    """Asks for the shards whose corpus files changed, once per change."""
    first = phases_of(stages)[0]

    @dg.sensor(
        name="new_pdfs",
        job=job,
        minimum_interval_seconds=30,
        description="Requests a run for each shard whose PDFs or manifest lines changed.",
    )
    def _sensor(
        context: dg.SensorEvaluationContext, project: dg.ResourceParam[Project]
    ) -> dg.SensorResult:
        found = requests_for(project, partitions, first, job.name)
        return dg.SensorResult(run_requests=_not_in_progress(context.instance, found))

    return _sensor


def nightly_schedule(
    job: AssetJob, cron: str, stages: Sequence[Stage], partitions: Partitions
) -> dg.ScheduleDefinition:
    """Every night: the shards of which any table of the first phase is stale."""
    first = phases_of(stages)[0]

    @dg.schedule(
        name="nightly",
        job=job,
        cron_schedule=cron,
        description="Requests every shard whose papers, settings or code changed; turn on"
        " `what_follows` to have everything behind it made too.",
    )
    def _schedule(
        context: dg.ScheduleEvaluationContext, project: dg.ResourceParam[Project]
    ) -> list[dg.RunRequest]:
        # The night is part of the key, so that what failed last night is tried again.
        night = f"{context.scheduled_execution_time:%Y-%m-%d}"
        return [
            dg.RunRequest(
                run_key=f"{night}:{found.run_key}",
                partition_key=found.partition_key,
                asset_selection=found.asset_selection,
            )
            for found in _not_in_progress(
                context.instance, requests_for(project, partitions, first, job.name)
            )
        ]

    return _schedule


def what_follows_sensor(
    jobs: Sequence[AssetJob], stages: Sequence[Stage], partitions: Partitions
) -> dg.SensorDefinition:
    """Carries a change through the later phases, one phase at a time, then to the catalogue."""
    phases = phases_of(stages)

    @dg.sensor(
        name="what_follows",
        jobs=jobs[1:],
        minimum_interval_seconds=60,
        description="When the papers are done: requests what is stale behind them, phase by phase;"
        " the catalogue last. Calls models, within their budgets.",
    )
    def _sensor(
        context: dg.SensorEvaluationContext, project: dg.ResourceParam[Project]
    ) -> dg.SensorResult | dg.SkipReason:
        instance = context.instance
        if instance.get_runs_count(dg.RunsFilter(statuses=UNFINISHED)):
            return dg.SkipReason("runs are in progress")
        for number, phase in enumerate(phases):
            asked = requests_for(project, partitions, phase, jobs[number].name)
            if asked and number == 0:
                return dg.SkipReason("shards are stale: `new_pdfs` or `nightly` makes them first")
            new = [r for r in asked if not _was_asked(instance, r)]
            if new:
                return dg.SensorResult(run_requests=new)
            if asked and phase.kind not in MAY_BE_ABSENT:
                return dg.SkipReason(f"{jobs[number].name} failed; nothing is built on it")
        return _catalog_request(context, project, stages, partitions, jobs[-1].name)

    return _sensor


def _not_in_progress(
    instance: dg.DagsterInstance, requests: Sequence[dg.RunRequest]
) -> list[dg.RunRequest]:
    """Requests but for partitions that a run makes just now: half made, they look stale in another
    way. What such a run leaves stale is asked for at the next tick."""
    runs = instance.get_runs(dg.RunsFilter(statuses=UNFINISHED)) if requests else []
    making = {run.tags.get(PARTITION) for run in runs}
    return [r for r in requests if r.partition_key not in making]


def _was_asked(instance: dg.DagsterInstance, request: dg.RunRequest) -> bool:
    """Whether this very run was requested before: it failed, or its table would not be stale."""
    return instance.get_runs_count(dg.RunsFilter(tags={RUN_KEY: str(request.run_key)})) > 0


def _catalog_request(
    context: dg.SensorEvaluationContext,
    project: Project,
    stages: Sequence[Stage],
    partitions: Partitions,
    job_name: str,
) -> dg.SensorResult | dg.SkipReason:
    """A run of the catalogue when any stored table differs from when it was last asked for."""
    freshness = Freshness(project, partitions)
    stored = [freshness.stored(s.spec, key) for s in stages for key in partitions.keys(s.spec)]
    digest = hashlib.sha256(repr([s and s.digest for s in stored]).encode()).hexdigest()[:16]
    if context.cursor == digest:
        return dg.SkipReason("everything is up to date")
    request = dg.RunRequest(run_key=f"{job_name}:{digest}", job_name=job_name)
    return dg.SensorResult(run_requests=[request], cursor=digest)
