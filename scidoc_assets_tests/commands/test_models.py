"""`scidoc models`: which keys are missing, never the keys themselves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scidoc_assets.commands.models import print_models
from scidoc_assets_tests.small_project import EXTRACTIVE, make_folder, stub_model

NOWHERE = "http://127.0.0.1:9/v1"


def shown(root: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, dict]:
    assert print_models(root, as_json=True) == 0
    return {row["model"]: row for row in json.loads(capsys.readouterr().out)}


def test_a_missing_key_is_named_and_a_set_one_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCIDOC_TEST_KEY", "sk-very-secret-value")
    monkeypatch.delenv("SCIDOC_OTHER_KEY", raising=False)
    models = [
        EXTRACTIVE,
        stub_model(NOWHERE, model_id="lab/local"),
        stub_model(NOWHERE, model_id="lab/keyed", api_key_env="SCIDOC_TEST_KEY"),
        stub_model(NOWHERE, model_id="lab/locked", api_key_env="SCIDOC_OTHER_KEY"),
    ]
    root = make_folder(tmp_path / "project", models)
    rows = shown(root, capsys)
    assert {name: row["key"] for name, row in rows.items()} == {
        "embedded/extractive": "not needed",
        "lab/local": "not needed",
        "lab/keyed": "set",
        "lab/locked": "missing: set SCIDOC_OTHER_KEY",
    }
    assert "sk-very-secret-value" not in json.dumps(rows)


def test_a_hosted_model_without_a_named_variable_says_which_one_its_provider_wants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    hosted = {"model_id": "hosted", "litellm_model": "openai/gpt-4o"}
    root = make_folder(tmp_path / "project", [hosted])
    assert shown(root, capsys)["hosted"]["key"] == "missing: set OPENAI_API_KEY"
