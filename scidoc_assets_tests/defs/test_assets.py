"""Stages as Dagster assets on a real instance: storing, reading, checks, staleness."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import dagster as dg
import pytest

from scidoc_assets.defs import layouts, papers
from scidoc_assets.defs.assets import stage_asset
from scidoc_assets.defs.freshness import Freshness
from scidoc_assets.defs.io_manager import TableIOManager
from scidoc_assets.defs.partitions import partitions_of
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows, Stage, StageRun, TableCheck, stage
from scidoc_assets.schemas.figures import FunnelStep, PaperCuration

SHARDS = 4


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.ephemeral() as made:
        yield made


def curation(paper_id: str, entered: int = 3) -> PaperCuration:
    return PaperCuration(
        paper_id=paper_id,
        figures_entered=entered,
        figures_deleted=0,
        captioned_entered=entered,
        captioned_deleted=0,
        unusable_rate=0.0,
        missing_labels=[],
        is_kept=True,
        reason=None,
    )


def two_stages(papers: dict[str, list[PaperCuration]]) -> tuple[Stage, Stage]:
    """A sharded stage that returns given rows, and an unpartitioned one that counts them all."""

    @stage("paper_curations", "1", external=lambda project, key: repr(papers.get(str(key))))
    def sharded(run: StageRun) -> Rows:
        return papers.get(str(run.partition), [])

    @stage("figure_funnel", "1")
    def counted(run: StageRun, paper_curations: Sequence[PaperCuration]) -> Rows:
        entered = sum(row.figures_entered for row in paper_curations)
        return [
            FunnelStep(
                step="all", unit="figure", entered=entered, kept=entered, removed=0, flagged=0,
                reason=None,
            )
        ]  # fmt: skip

    return sharded, counted


def materialise(
    project: Project,
    stages: Sequence[Stage],
    instance: dg.DagsterInstance,
    name: str,
    key: str | None,
) -> dg.ExecuteInProcessResult:
    partitions = partitions_of(project.settings)
    definitions = dg.Definitions(
        assets=[stage_asset(s, project, partitions) for s in stages],
        resources={"project": project, "io_manager": TableIOManager(project)},
        executor=dg.in_process_executor,
    )
    return definitions.resolve_implicit_global_asset_job_def().execute_in_process(
        instance=instance,
        asset_selection=[dg.AssetKey(name)],
        partition_key=key,
        raise_on_error=False,
    )


def test_an_unpartitioned_stage_reads_the_rows_of_every_shard(
    make_project: Callable[..., Project], instance: dg.DagsterInstance
) -> None:
    project = make_project(shards=SHARDS)
    stages = two_stages({"00": [curation("a", 2)], "c0": [curation("b", 5), curation("c", 1)]})
    for key in partitions_of(project.settings).keys(stages[0].spec):
        assert materialise(project, stages, instance, "paper_curations", key).success
    result = materialise(project, stages, instance, "figure_funnel", None)
    assert result.success
    partitions = partitions_of(project.settings)
    assert Freshness(project, partitions).stored(stages[1].spec, None) is not None
    io_manager = TableIOManager(project)
    rows = io_manager._project.table_path(stages[1].spec, None)
    assert rows.exists()


def test_a_stage_is_stale_until_made_and_again_when_its_input_changes(
    make_project: Callable[..., Project], instance: dg.DagsterInstance
) -> None:
    project = make_project(shards=SHARDS)
    partitions = partitions_of(project.settings)
    papers = {"00": [curation("a")]}
    sharded, counted = two_stages(papers)
    assert Freshness(project, partitions).is_stale(sharded, "00")
    for key in partitions.keys(sharded.spec):
        materialise(project, (sharded, counted), instance, "paper_curations", key)
    materialise(project, (sharded, counted), instance, "figure_funnel", None)
    assert not Freshness(project, partitions).is_stale(sharded, "00")
    assert not Freshness(project, partitions).is_stale(counted, None)
    papers["00"] = [curation("a", entered=4)]
    assert Freshness(project, partitions).is_stale(sharded, "00")
    materialise(project, (sharded, counted), instance, "paper_curations", "00")
    assert Freshness(project, partitions).is_stale(counted, None)


def test_a_rewrite_with_equal_rows_leaves_what_reads_it_fresh(
    make_project: Callable[..., Project], instance: dg.DagsterInstance
) -> None:
    project = make_project(shards=SHARDS)
    partitions = partitions_of(project.settings)
    sharded, counted = two_stages({"00": [curation("a")]})
    for key in partitions.keys(sharded.spec):
        materialise(project, (sharded, counted), instance, "paper_curations", key)
    materialise(project, (sharded, counted), instance, "figure_funnel", None)
    materialise(project, (sharded, counted), instance, "paper_curations", "00")
    assert not Freshness(project, partitions).is_stale(counted, None)


def test_a_missing_upstream_file_is_a_failure_that_names_it(
    make_project: Callable[..., Project], instance: dg.DagsterInstance
) -> None:
    project = make_project(shards=SHARDS)
    stages = two_stages({})
    result = materialise(project, stages, instance, "figure_funnel", None)
    assert not result.success
    failure = next(e for e in result.all_events if e.is_step_failure)
    assert "shard=00" in str(failure.step_failure_data.error)


def test_repeated_keys_fail_the_blocking_check(
    make_project: Callable[..., Project], instance: dg.DagsterInstance
) -> None:
    project = make_project(shards=SHARDS)
    stages = two_stages({"00": [curation("a"), curation("a")]})
    result = materialise(project, stages, instance, "paper_curations", "00")
    evaluation = result.get_asset_check_evaluations()[0]
    assert evaluation.check_name == "keys_are_unique"
    assert not evaluation.passed
    assert evaluation.metadata["first"].value == "a"


def test_a_check_reports_the_rows_that_break_it(
    make_project: Callable[..., Project], instance: dg.DagsterInstance
) -> None:
    project = make_project(shards=SHARDS)
    check = TableCheck(
        "papers_have_figures", lambda rows: [r.paper_id for r in rows if not r.figures_entered]
    )

    @stage("paper_curations", "1", checks=(check,))
    def sharded(run: StageRun) -> Rows:
        return [curation("full"), curation("bare", entered=0)]

    result = materialise(project, (sharded,), instance, "paper_curations", "00")
    found = {e.check_name: e for e in result.get_asset_check_evaluations()}
    assert found["papers_have_figures"].metadata["first"].value == "bare"


def test_planning_looks_at_the_corpus_once_however_many_shards_there_are(
    make_project: Callable[..., Project], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project(shards=64)
    looks: list[object] = []
    monkeypatch.setattr(papers, "scan_corpus", lambda *places: looks.append(places) or [])
    partitions = partitions_of(project.settings)
    for _ in range(2):
        freshness = Freshness(project, partitions)
        prints = {freshness.fingerprint(papers.raw_pdfs, f"{n:02x}") for n in range(0, 256, 4)}
        assert len(prints) == 1
    assert len(looks) == 2


def test_new_parsing_rules_make_parsed_papers_stale_and_other_settings_do_not(
    make_project: Callable[..., Project], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project(shards=1)

    def fingerprints(of: Project) -> list[str]:
        freshness = Freshness(of, partitions_of(of.settings))
        return [freshness.fingerprint(s, "00") for s in layouts.STAGES]

    before = fingerprints(project)
    assert fingerprints(make_project(shards=1, nightly_cron="1 1 * * *", workers=7)) == before
    assert not set(fingerprints(make_project(shards=1, crop_dpi=150))) & set(before)
    monkeypatch.setattr(layouts, "parser_digest", lambda project: "other rules")
    assert not set(fingerprints(project)) & set(before)


def test_the_ui_gets_columns_key_row_count_and_a_sentence_for_every_check(
    make_project: Callable[..., Project], instance: dg.DagsterInstance
) -> None:
    project = make_project(shards=1)
    sharded, _ = two_stages({"00": [curation("a"), curation("b")]})
    asset = stage_asset(sharded, project, partitions_of(project.settings))
    columns = {c.name: c for c in asset.metadata_by_key[asset.key]["dagster/column_schema"].columns}
    assert set(columns) == set(PaperCuration.model_fields)
    assert columns["paper_id"].description == "part of the key"
    assert columns["reason"].constraints.nullable
    assert not columns["paper_id"].constraints.nullable
    assert [c.description for c in asset.check_specs] == [
        "Keys are unique. Stops what reads the table."
    ]
    result = materialise(project, (sharded,), instance, "paper_curations", "00")
    (made,) = result.asset_materializations_for_node("paper_curations")
    assert made.metadata["dagster/row_count"].value == 2


def test_what_a_run_shows_beside_its_rows_is_metadata(
    make_project: Callable[..., Project], instance: dg.DagsterInstance
) -> None:
    @stage("paper_curations", "1")
    def shows(run: StageRun) -> Rows:
        run.notes["calls"] = 3
        run.shown["dropped"] = dg.MarkdownMetadataValue("a picture")
        return [curation("a")]

    result = materialise(make_project(shards=1), (shows,), instance, "paper_curations", "00")
    (made,) = result.asset_materializations_for_node("paper_curations")
    assert (made.metadata["calls"].value, made.metadata["dropped"].value) == (3, "a picture")


def test_a_partition_that_passes_does_not_hide_one_that_broke_a_check(
    make_project: Callable[..., Project], instance: dg.DagsterInstance
) -> None:
    project = make_project(shards=SHARDS)
    check = TableCheck(
        "papers_have_figures", lambda rows: [r.paper_id for r in rows if not r.figures_entered]
    )

    @stage("paper_curations", "1", checks=(check,))
    def sharded(run: StageRun) -> Rows:
        return [curation("a", entered=0 if run.partition == "00" else 1)]

    for key in ("00", "40"):
        assert materialise(project, (sharded,), instance, "paper_curations", key).success
    key = dg.AssetCheckKey(dg.AssetKey("paper_curations"), "papers_have_figures")
    records = instance.event_log_storage.get_asset_check_execution_history(key, limit=9)
    found = {r.partition: r.status.value for r in records}
    assert found == {"00": "FAILED", "40": "SUCCEEDED"}
