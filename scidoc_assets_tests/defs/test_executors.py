"""Which executor a run of Dagster's UI or daemon gets, by corpus.yaml."""

from __future__ import annotations

import shutil
from pathlib import Path

import dagster as dg
import pytest

from scidoc_assets.commands.dev import run_dagster_dev
from scidoc_assets.defs.executors import executor_of
from scidoc_assets.schemas.settings import CorpusSettings
from scidoc_assets.storage.config import ConfigError
from scidoc_assets_tests.conftest import REPOSITORY


def test_the_default_carries_all_steps_of_a_run_out_in_one_process() -> None:
    assert executor_of(CorpusSettings().executor, 2) is dg.in_process_executor


def test_multiprocess_runs_as_many_steps_at_once_as_there_are_workers() -> None:
    executor = executor_of("multiprocess", 3)
    config = executor.config_schema.resolve_config({})
    assert executor.name == "multiprocess"
    assert config.value["config"]["max_concurrent"] == 3


def test_any_other_executor_is_named_by_its_import_path() -> None:
    assert executor_of("dagster:multiprocess_executor", 2) is dg.multiprocess_executor


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("no_such_package:k8s_job_executor", "No module named 'no_such_package'"),
        ("dagster:no_such_executor", "dagster has no 'no_such_executor'"),
        ("dagster:asset", "a function, not a Dagster executor"),
    ],
)
def test_a_path_that_leads_to_no_executor_is_refused_with_the_way_out(
    name: str, cause: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        executor_of(name, 2)
    for part in ("corpus.yaml: executor", name, cause, "in_process, multiprocess"):
        assert part in str(refused.value)


@pytest.mark.parametrize("name", ["celery", "", "dagster:", ":x", "a b:c", "../x:y", "x:y:z"])
def test_a_name_that_is_neither_shipped_nor_a_path_is_refused_with_what_is_allowed(
    name: str,
) -> None:
    with pytest.raises(ValueError, match="allowed: in_process, multiprocess, or package") as error:
        CorpusSettings(executor=name)
    assert repr(name) in str(error.value)


def test_the_ui_is_not_started_over_an_executor_that_is_not_there(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "config"
    shutil.copytree(REPOSITORY / "data" / "config", folder)
    (folder / "corpus.yaml").write_text("executor: no_such_package:executor\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="no_such_package"):
        run_dagster_dev(tmp_path, "127.0.0.1", 1)
