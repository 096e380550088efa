"""Shared fixtures: a throw-away project with the committed configuration and fake gateways."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scidoc_assets.defs.project import Gateways, Project
from scidoc_assets.storage.config import load_settings
from scidoc_assets.storage.paths import project_paths

REPOSITORY = Path(__file__).resolve().parents[1]
SHARED = REPOSITORY.parent / "shared"


def no_model(settings: object) -> object:
    """A gateway factory for tests that must not call any model."""
    raise AssertionError("this test must not open a model gateway")


@pytest.fixture
def make_project(tmp_path: Path) -> Callable[..., Project]:
    """Build a project in a temporary folder; keyword arguments replace corpus settings."""

    def make(**corpus: object) -> Project:
        root = tmp_path / "project"
        if not root.exists():
            shutil.copytree(REPOSITORY / "data" / "config", root / "data" / "config")
            shutil.copy(REPOSITORY / "dagster.yaml", root / "dagster.yaml")
        settings = load_settings(root / "data" / "config")
        if corpus:
            changed = settings.corpus.model_copy(update=corpus)
            settings = settings.model_copy(update={"corpus": changed})
        return Project(project_paths(root), settings, Gateways(ocr=lambda: None, model=no_model))

    return make
