"""What schedule and sensors ask for, on a real instance: stale things only, in order, once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import dagster as dg
import pytest

from scidoc_assets.defs.assets import stage_asset
from scidoc_assets.defs.automation import (
    new_pdfs_sensor,
    nightly_schedule,
    phase_jobs,
    what_follows_sensor,
)
from scidoc_assets.defs.freshness import Freshness
from scidoc_assets.defs.io_manager import TableIOManager
from scidoc_assets.defs.papers import raw_pdfs
from scidoc_assets.defs.partitions import Partitions, partitions_of
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Stage
from scidoc_assets.storage.parquet import write_rows
from scidoc_assets_tests.defs.test_runner import STAGES as BARE
from scidoc_assets_tests.defs.test_runner import add_papers

# Empty bodies, but papers that follow the corpus as the real ones do.
STAGES: tuple[Stage, ...] = (replace(BARE[0], external=raw_pdfs.external), *BARE[1:])
FIRST, SECOND, THIRD = "phase_0_papers", "phase_1_figures", "phase_2_figures"


@pytest.fixture
def project(make_project: Callable[..., Project], monkeypatch: pytest.MonkeyPatch) -> Project:
    """Four shards, two of them with a paper; DAGSTER_HOME is the project."""
    made = make_project(shards=4)
    add_papers(made, "0", "8")
    monkeypatch.setenv("DAGSTER_HOME", str(made.paths.root))
    monkeypatch.chdir(made.paths.root)
    return made


@pytest.fixture
def instance(project: Project) -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.get() as made:
        yield made


class Automation:
    """The sensors and the schedule of one project, asked directly."""

    def __init__(self, project: Project, instance: dg.DagsterInstance) -> None:
        self.project, self.instance = project, instance
        self.partitions: Partitions = partitions_of(project.settings)
        self.jobs = phase_jobs(STAGES, self.partitions)
        self.cursor: str | None = None

    def new_pdfs(self) -> list[dg.RunRequest]:
        found: Any = new_pdfs_sensor(self.jobs[0], STAGES, self.partitions)(self._context())
        return list(found.run_requests or [])

    def nightly(self, day: int = 1) -> list[dg.RunRequest]:
        """As the daemon asks: Dagster's own rules for the requests of a tick hold too."""
        schedule = nightly_schedule(self.jobs[0], "0 2 * * *", STAGES, self.partitions)
        definitions = dg.Definitions(
            assets=[stage_asset(s, self.project, self.partitions) for s in STAGES],
            jobs=self.jobs[:1],
            schedules=[schedule],
            resources={"project": self.project, "io_manager": TableIOManager(self.project)},
        )
        context = dg.build_schedule_context(
            instance=self.instance,
            scheduled_execution_time=datetime(2026, 12, day, tzinfo=UTC),
            repository_def=definitions.get_repository_def(),
            resources={"project": self.project},
        )
        return list(schedule.evaluate_tick(context).run_requests or [])

    def what_follows(self) -> list[dg.RunRequest] | str:
        found: Any = what_follows_sensor(self.jobs, STAGES, self.partitions)(self._context())
        if isinstance(found, dg.SkipReason):
            return str(found.skip_message)
        self.cursor = found.cursor or self.cursor
        return list(found.run_requests)

    def make(self, *stages: Stage) -> None:
        """Store every partition of stages as made from what is there now."""
        for stage in stages:
            for key in self.partitions.keys(stage.spec):
                made_from = Freshness(self.project, self.partitions).fingerprint(stage, key)
                path = self.project.table_path(stage.spec, key)
                write_rows(path, [], stage.spec.row, made_from)

    def _context(self) -> dg.SensorEvaluationContext:
        return dg.build_sensor_context(
            instance=self.instance, cursor=self.cursor, resources={"project": self.project}
        )


@pytest.fixture
def automation(project: Project, instance: dg.DagsterInstance) -> Automation:
    return Automation(project, instance)


def asked(requests: list[dg.RunRequest] | str) -> list[tuple[str | None, str | None]]:
    assert not isinstance(requests, str), requests
    return [(r.job_name, r.partition_key) for r in requests]


def test_new_papers_ask_for_their_shards_and_empty_shards_are_settled_without_a_run(
    automation: Automation,
) -> None:
    assert asked(automation.new_pdfs()) == [(FIRST, "00"), (FIRST, "80")]
    stored = Freshness(automation.project, automation.partitions).stored
    assert [stored(STAGES[0].spec, key) is not None for key in ("00", "40", "80", "c0")] == [
        False, True, False, True,
    ]  # fmt: skip


def test_a_change_of_one_paper_asks_for_its_shard_under_another_run_key(
    automation: Automation,
) -> None:
    before = {r.partition_key: r.run_key for r in automation.new_pdfs()}
    automation.make(*STAGES[:2])
    assert automation.new_pdfs() == []
    corpus = automation.project.paths.root / automation.project.settings.corpus.folder
    (corpus / "manifest.csv").write_text("file,title\np8.pdf,A name\n")
    (only,) = automation.new_pdfs()
    assert only.partition_key == "80"
    assert only.run_key != before["80"]


def test_the_night_asks_for_what_settings_made_stale_behind_the_papers(
    automation: Automation,
) -> None:
    automation.make(STAGES[0])
    requests = automation.nightly()
    assert [r.partition_key for r in requests] == ["00", "80"]
    assert {k.path[-1] for r in requests for k in r.asset_selection or []} == {"figure_candidates"}
    assert not {r.run_key for r in requests} & {r.run_key for r in automation.nightly(day=2)}


def test_later_phases_wait_for_the_papers_then_follow_one_by_one_and_the_catalogue_last(
    automation: Automation,
) -> None:
    assert "new_pdfs" in automation.what_follows()
    automation.make(*STAGES[:2])
    assert asked(automation.what_follows()) == [(SECOND, None)]
    automation.make(STAGES[2])
    assert asked(automation.what_follows()) == [(THIRD, "00"), (THIRD, "80")]
    automation.make(STAGES[3])
    assert asked(automation.what_follows()) == [("catalog_and_explorer", None)]
    assert automation.what_follows() == "everything is up to date"


def test_a_phase_that_failed_is_not_asked_for_again_and_nothing_is_built_on_it(
    automation: Automation, instance: dg.DagsterInstance
) -> None:
    automation.make(*STAGES[:2])
    (request,) = automation.what_follows()
    assert isinstance(request, dg.RunRequest)
    instance.add_run(
        dg.DagsterRun(
            job_name=SECOND,
            status=dg.DagsterRunStatus.FAILURE,
            tags={"dagster/run_key": str(request.run_key)},
        )
    )
    assert automation.what_follows() == f"{SECOND} failed; nothing is built on it"


def test_nothing_is_asked_for_while_runs_are_in_progress(
    automation: Automation, instance: dg.DagsterInstance
) -> None:
    automation.make(*STAGES[:2])
    instance.add_run(dg.DagsterRun(job_name=FIRST, status=dg.DagsterRunStatus.STARTED))
    assert automation.what_follows() == "runs are in progress"


@pytest.mark.parametrize("status", [dg.DagsterRunStatus.STARTING, dg.DagsterRunStatus.STARTED])
def test_a_shard_that_a_run_makes_just_now_is_not_asked_for_again(
    automation: Automation, status: dg.DagsterRunStatus
) -> None:
    """Half made, a shard is stale in another way: its run key alone would not hold it back."""
    run = dg.DagsterRun(job_name=FIRST, status=status, tags={"dagster/partition": "80"})
    automation.instance.add_run(run)
    assert asked(automation.new_pdfs()) == [(FIRST, "00")]
    assert [r.partition_key for r in automation.nightly()] == ["00"]
    automation.instance.delete_run(run.run_id)
    assert asked(automation.new_pdfs()) == [(FIRST, "00"), (FIRST, "80")]
