"""Reads `data/config/*.yaml` into frozen settings. Refuses unknown keys, naming file, key and cause."""

from __future__ import annotations

from pathlib import Path

import yaml
from pydantic import ValidationError

from scidoc_assets.schemas.acquisition import AcquisitionSettings
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.settings import (
    CorpusSettings,
    CurationSettings,
    JudgesFile,
    ModelsFile,
    RunsFile,
    Settings,
    TaskSettings,
)
from scidoc_assets.schemas.training_settings import TrainingSettings, WorkflowSettings

FILES: dict[str, type[Row]] = {
    "corpus": CorpusSettings,
    "curation": CurationSettings,
    "tasks": TaskSettings,
    "models": ModelsFile,
    "judges": JudgesFile,
    "runs": RunsFile,
}
# A project without these files has the documented defaults.
OPTIONAL_FILES: dict[str, type[Row]] = {"training": TrainingSettings, "workflow": WorkflowSettings}


class ConfigError(Exception):
    """A configuration file is missing, is not YAML, or breaks its schema. The message is for the user."""


def load_settings(folder: Path) -> Settings:
    """All settings of a project. Raises ConfigError naming the file, the key and what is allowed."""
    there = {n: m for n, m in OPTIONAL_FILES.items() if (folder / f"{n}.yaml").exists()}
    return Settings.model_validate(
        {name: _load(folder / f"{name}.yaml", model) for name, model in {**FILES, **there}.items()}
    )


def load_acquisition(folder: Path) -> AcquisitionSettings:
    """How papers are fetched; a project without `acquisition.yaml` has the documented defaults."""
    path = folder / "acquisition.yaml"
    if not path.exists():
        return AcquisitionSettings()
    return AcquisitionSettings.model_validate(_load(path, AcquisitionSettings).model_dump())


def _load(path: Path, model: type[Row]) -> Row:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ConfigError(
            f"{path}: missing; `git checkout {path}` brings the default back"
        ) from error
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ConfigError(f"{path}: not valid YAML: {error}") from error
    if data is None:
        data = {}
    if not isinstance(data, dict):
        raise ConfigError(f"{path}: want a mapping of keys to values, got {type(data).__name__}")
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ConfigError(_explain(path, model, error)) from error


def _explain(path: Path, model: type[Row], error: ValidationError) -> str:
    lines = []
    for item in error.errors():
        key = ".".join(str(part) for part in item["loc"]) or "(file)"
        lines.append(f"{path}: {key}: {item['msg']}")
        if item["type"] == "extra_forbidden" and len(item["loc"]) == 1:
            lines.append(f"  allowed keys: {', '.join(sorted(model.model_fields))}")
    return "\n".join(lines)
