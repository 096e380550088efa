"""What `scidoc run` says when it cannot go on: another run is at work, the store cannot be written."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

import dagster as dg
import pytest
from sqlalchemy.exc import OperationalError

from scidoc_assets.commands import execution
from scidoc_assets.commands.run import Request, run_project
from scidoc_assets.defs.runner_jobs import Job
from scidoc_assets.storage.locks import HeldError, holding
from scidoc_assets.storage.parquet import StoreError
from scidoc_assets.storage.paths import project_paths
from scidoc_assets_tests.small_project import make_folder


def test_a_second_run_in_the_same_project_is_refused(tmp_path: Path) -> None:
    root = make_folder(tmp_path / "project")
    corpus = root / "data" / "corpus"
    corpus.mkdir(parents=True)
    (corpus / "paper.pdf").write_bytes(b"%PDF-1.7")
    with (
        holding(project_paths(root).run_lock, "scidoc run"),
        pytest.raises(HeldError, match="another `scidoc run`"),
    ):
        run_project(root, Request())
    assert not (root / "data" / "store").exists()


@dg.asset
def on_a_full_disk() -> None:
    """Raises as the store does: our error from the system's."""
    try:
        raise OSError(errno.ENOSPC, "No space left on device")
    except OSError as error:
        raise StoreError("blobs/ab/cd: disk full; free space and run again") from error


def test_a_failed_step_is_told_by_the_error_that_names_the_thing_not_by_its_errno(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    definitions = dg.Definitions(assets=[on_a_full_disk], executor=dg.in_process_executor)
    root = make_folder(tmp_path / "project")
    monkeypatch.setattr("scidoc_assets.definitions.project_definitions", lambda root: definitions)
    monkeypatch.chdir(root)
    monkeypatch.setenv("DAGSTER_HOME", str(root))
    result = execution.execute_job(str(root), Job(("on_a_full_disk",), None))
    assert result.errors == ("on_a_full_disk: blobs/ab/cd: disk full; free space and run again",)


def test_a_full_disk_below_dagsters_record_is_a_result_not_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(root: Path, job: Job) -> None:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    monkeypatch.setattr(execution, "_execute", full)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path))
    (error,) = execution.execute_job(str(tmp_path), Job(("raw_pdfs",), "00")).errors
    assert "data/dagster" in error
    assert "database or disk is full" in error
