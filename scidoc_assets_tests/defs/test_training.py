"""training_samples on a real Dagster instance: partitions, checks, previews, benchmarks kept out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import dagster as dg
import pytest

from scidoc_assets.defs.assets import stage_asset
from scidoc_assets.defs.freshness import Freshness
from scidoc_assets.defs.io_manager import TableIOManager
from scidoc_assets.defs.partitions import partitions_of
from scidoc_assets.defs.project import Gateways, Project, known_table
from scidoc_assets.defs.stages import STAGES
from scidoc_assets.defs.training import training_samples
from scidoc_assets.gateways.llm.fake import fake_gateway
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.settings import ModelSettings
from scidoc_assets.schemas.training import TrainingSample
from scidoc_assets.schemas.workflow import SourcePaper
from scidoc_assets.storage.parquet import read_rows, write_rows
from scidoc_assets_tests.domain.training.conftest import make_layout
from scidoc_assets_tests.domain.workflow.conftest import make_item

SMALL = {"per_paper": 6, "pairs": 2, "synthetic": 6}


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.ephemeral() as made:
        yield made


@pytest.fixture
def project(make_project: Callable[..., Project]) -> Project:
    return with_settings(make_project(shards=2), **SMALL)


def with_settings(project: Project, **training: Any) -> Project:
    """The project with other training settings, two layouts and empty other tables."""
    settings = project.settings
    changed = settings.training.model_copy(update=training)
    made = Project(
        project.paths, settings.model_copy(update={"training": changed}), project.gateways
    )
    store(made, "parsed_layouts", {"00": [make_layout("paper-a")], "80": [make_layout("paper-b")]})
    store(made, "evaluation_tasks", {})
    store(made, "workflow_items", {})
    return made


def store(project: Project, table: str, rows: dict[str | None, Sequence[Row]]) -> None:
    spec = known_table(table)
    for key in partitions_of(project.settings).keys(spec):
        write_rows(project.table_path(spec, key), rows.get(key, []), spec.row, "test")


def make(
    project: Project, instance: dg.DagsterInstance, subtask: str
) -> tuple[dg.ExecuteInProcessResult, list[TrainingSample]]:
    """Materialise one subtask; the result and the stored samples."""
    partitions = partitions_of(project.settings)
    definitions = dg.Definitions(
        assets=[stage_asset(s, project, partitions) for s in STAGES],
        resources={"project": project, "io_manager": TableIOManager(project)},
        executor=dg.in_process_executor,
    )
    result = definitions.resolve_implicit_global_asset_job_def().execute_in_process(
        instance=instance,
        asset_selection=[dg.AssetKey("training_samples")],
        partition_key=subtask,
        raise_on_error=False,
    )
    path = project.table_path(training_samples.spec, subtask)
    return result, read_rows(path, TrainingSample) if path.exists() else []


def test_every_subtask_is_a_partition(project: Project) -> None:
    keys = partitions_of(project.settings).keys(training_samples.spec)
    assert len(keys) == 14


def test_a_partition_holds_verified_samples_of_its_subtask_from_all_shards(
    project: Project, instance: dg.DagsterInstance
) -> None:
    result, samples = make(project, instance, "block_role")
    assert result.success
    assert {s.subtask for s in samples} == {"block_role"}
    assert {p for s in samples if s.accepted for p in s.paper_ids} == {"paper-a", "paper-b"}
    checks = {e.check_name: e.passed for e in result.get_asset_check_evaluations()}
    assert checks == {
        "keys_are_unique": True,
        "accepted_samples_are_verified": True,
        "no_paper_is_on_two_sides": True,
        "some_samples_are_accepted": True,
    }


def test_the_ui_shows_outcomes_and_drawn_samples(
    project: Project, instance: dg.DagsterInstance
) -> None:
    result, samples = make(project, instance, "chart_point")
    [event] = result.asset_materializations_for_node("training_samples")
    accepted = sum(s.accepted for s in samples)
    assert f"| accepted | {accepted} |" in str(event.metadata["outcomes"].value)
    assert "scidoc show" in str(event.metadata["samples"].value)
    # The layouts of this test have no PDF: a page that cannot be drawn says so.
    previews = [str(event.metadata[f"sample_{n}"].value) for n in (1, 2)]
    assert all("not in the corpus" in text or "image/png" in text for text in previews)


def test_a_repeated_run_gives_equal_rows_and_leaves_nothing_stale(
    project: Project, instance: dg.DagsterInstance
) -> None:
    _, first = make(project, instance, "table_logic")
    stale = Freshness(project, partitions_of(project.settings))
    assert not stale.is_stale(training_samples, "table_logic")
    assert stale.is_stale(training_samples, "block_role")
    _, again = make(project, instance, "table_logic")
    assert again == first


def test_papers_of_workflow_items_and_of_the_configuration_give_no_sample(
    project: Project, instance: dg.DagsterInstance
) -> None:
    item = make_item(source_papers=[SourcePaper(paper_id="renamed", sha256="sha-paper-a")])
    store(project, "workflow_items", {None: [item]})
    _, samples = make(project, instance, "block_role")
    used = {p for s in samples if s.accepted for p in s.paper_ids}
    assert used == {"paper-b"}
    assert {s.reject_reason for s in samples if "paper-a" in s.paper_ids} >= {"benchmark_paper"}
    closed = with_settings(project, **SMALL, benchmark_papers=["paper-b"])
    _, samples = make(closed, instance, "block_role")
    assert {p for s in samples if s.accepted for p in s.paper_ids} == {"paper-a"}


def test_chart_records_that_cannot_be_read_stop_the_partition_by_name(
    project: Project, instance: dg.DagsterInstance
) -> None:
    changed = with_settings(project, **SMALL, plotqa="charts.json")
    (changed.paths.root / "charts.json").write_text('[{"type": "pie"}]', encoding="utf-8")
    result, samples = make(changed, instance, "chart_point")
    assert not result.success
    assert samples == []
    failure = next(e for e in result.all_events if e.is_step_failure)
    assert "charts.json" in str(failure.step_failure_data.user_failure_data)


def test_a_model_may_reword_but_not_change_what_is_locked(
    project: Project, instance: dg.DagsterInstance
) -> None:
    seen: list[str] = []

    def reply(request: Any) -> str:
        """Every second rewording loses a locked text."""
        seen.append(request.messages[0].parts[0].text)
        body = "Tell the role of box." if len(seen) % 2 else None
        if body is None:
            return json.dumps({"instruction": original_of(seen[-1]) + " "})
        return json.dumps({"instruction": body})

    card = ModelSettings(model_id="fake/model", litellm_model="fake/model", api_key_env=None)
    models = project.settings.models.model_copy(update={"models": [card]})
    settings = project.settings.model_copy(
        update={
            "models": models,
            "training": project.settings.training.model_copy(update={"model": "fake/model"}),
        }
    )
    gateways = Gateways(ocr=lambda: None, model=lambda *a: fake_gateway(reply, card))
    _, samples = make(Project(project.paths, settings, gateways), instance, "block_role")
    reasons = {s.reject_reason for s in samples if not s.accepted}
    assert "locked_field_changed" in reasons
    reworded = [s for s in samples if s.accepted]
    assert reworded
    assert all(s.rewritten_by == "fake/model" for s in reworded)
    assert all(s.self_score == 1.0 for s in reworded)


def original_of(prompt: str) -> str:
    """The instruction inside a rewording prompt: its longest JSON string."""
    texts = []
    decoder = json.JSONDecoder()
    for place, char in enumerate(prompt):
        if char == '"':
            try:
                value, _ = decoder.raw_decode(prompt[place:])
            except ValueError:
                continue
            texts.append(value)
    return max(texts, key=len)
