"""Finding the project and naming its places."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets.storage.paths import (
    PROJECT_VARIABLE,
    STORE_VARIABLE,
    find_project,
    path_token,
    project_paths,
)


def test_a_model_name_with_a_slash_is_one_folder() -> None:
    assert path_token("embedded/smollm2-135m") == "embedded%2Fsmollm2-135m"


def test_the_project_is_found_from_a_folder_inside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PROJECT_VARIABLE, raising=False)
    (tmp_path / "data" / "config").mkdir(parents=True)
    (tmp_path / "data" / "config" / "corpus.yaml").touch()
    inside = tmp_path / "a" / "b"
    inside.mkdir(parents=True)
    assert find_project(inside) == tmp_path


def test_the_variable_names_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PROJECT_VARIABLE, str(tmp_path))
    assert find_project(Path("/")) == tmp_path


def test_the_store_can_be_moved_to_object_storage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STORE_VARIABLE, "memory://bucket")
    paths = project_paths(Path("/project"))
    assert str(paths.store).startswith("memory://bucket")
    assert paths.journals == Path("/project/data/journals")
