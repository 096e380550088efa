"""The one place that picks real gateways and builds Dagster's Definitions.

`defs` is what Dagster loads. Tests call `build_definitions` with their own project.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

import dagster as dg

from scidoc_assets.defs.assets import stage_asset
from scidoc_assets.defs.automation import (
    new_pdfs_sensor,
    nightly_schedule,
    phase_jobs,
    what_follows_sensor,
)
from scidoc_assets.defs.catalog import catalog_asset
from scidoc_assets.defs.executors import executor_of
from scidoc_assets.defs.explorer import explorer_asset
from scidoc_assets.defs.io_manager import TableIOManager
from scidoc_assets.defs.partitions import partitions_of
from scidoc_assets.defs.project import Gateways, Project
from scidoc_assets.defs.stages import STAGES
from scidoc_assets.gateways.llm.interface import CallJournal, SpendCap
from scidoc_assets.gateways.llm.journaled import JournaledGateway
from scidoc_assets.gateways.llm.opening import open_gateway
from scidoc_assets.gateways.ocr.engines import open_ocr
from scidoc_assets.gateways.ocr.page_reader import PageReaderFactory
from scidoc_assets.gateways.pdf.workers import kept_pool
from scidoc_assets.gateways.sandbox.selftest import open_sandbox
from scidoc_assets.schemas.settings import ModelSettings
from scidoc_assets.storage.config import load_settings
from scidoc_assets.storage.model_slots import ModelSlots
from scidoc_assets.storage.parquet import StoreError
from scidoc_assets.storage.paths import ProjectPaths, find_project, project_paths


@cache
def real_project(root: Path) -> Project:
    """The project at `root` with the real gateways. Raises ConfigError on bad configuration."""
    paths = project_paths(root)
    settings = load_settings(paths.config)
    folder = paths.cache / "ocr_models"
    engine = settings.curation.ocr
    gateways = Gateways(
        ocr=cache(lambda: open_ocr(engine, folder)),
        model=partial(_open_limited, paths),
        # Whole pages go to the light engine: PaddleOCR needs over a gigabyte for one, more than a
        # parse worker may hold.
        page_ocr=None if engine == "off" else PageReaderFactory("rapidocr", folder),
        pool=kept_pool,
        sandbox=open_sandbox,
    )
    return Project(paths, settings, gateways)


def _open_limited(
    paths: ProjectPaths,
    settings: ModelSettings,
    journal: CallJournal,
    budgets: Sequence[SpendCap] = (),
) -> JournaledGateway:
    """A model's gateway whose limits all workers of the project keep together; an embedded model
    runs in each worker, on that worker's core, and has nobody else's limits to keep."""
    if settings.provider == "embedded":
        return open_gateway(settings, journal, budgets)
    rate = settings.requests_per_minute
    limits = ModelSlots(
        paths.journals / "limits",
        settings.model_id,
        settings.max_concurrency,
        60.0 / rate if rate else 0.0,
    )
    return open_gateway(settings, journal, budgets, shared=limits)


def build_definitions(project: Project) -> dg.Definitions:
    """All assets, checks, jobs, the schedule and the sensors of a project. Raises ConfigError when
    the executor that it names is not there."""
    partitions = partitions_of(project.settings)
    corpus = project.settings.corpus
    jobs = phase_jobs(STAGES, partitions)
    tables = [stage_asset(s, project, partitions) for s in STAGES]
    # Only speed is lost where nothing can be written, and looking at results must work there.
    with contextlib.suppress(StoreError):
        project.code.keep()
    return dg.Definitions(
        assets=[*tables, catalog_asset(STAGES), explorer_asset()],
        jobs=jobs,
        schedules=[nightly_schedule(jobs[0], corpus.nightly_cron, STAGES, partitions)],
        sensors=[
            new_pdfs_sensor(jobs[0], STAGES, partitions),
            what_follows_sensor(jobs, STAGES, partitions),
        ],
        resources={"project": project, "io_manager": TableIOManager(project)},
        executor=executor_of(corpus.executor, corpus.workers),
    )


@cache
def project_definitions(root: Path) -> dg.Definitions:
    """Definitions of the project at `root`, with the real gateways, built once a process."""
    return build_definitions(real_project(root))


defs = project_definitions(find_project())
