"""One sample corpus for all tests of the sample floor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scidoc_assets.sample.writing import write_sample


@pytest.fixture(scope="session")
def sample_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole sample, written once per test session."""
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder)
    return folder


@pytest.fixture(scope="session")
def truths(sample_folder: Path) -> dict[str, dict[str, Any]]:
    """Every truth file by stem."""
    files = sorted(sample_folder.glob("*.truth.json"))
    return {
        file.name.removesuffix(".truth.json"): json.loads(file.read_text(encoding="utf-8"))
        for file in files
    }
