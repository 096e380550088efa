"""Reads `data/config/*.yaml` into frozen settings.

Refuses unknown keys, keys given twice and values out of range, naming file, key, cause and what is
allowed there.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import yaml
from pydantic import BaseModel, ValidationError

from scidoc_assets.schemas.acquisition import AcquisitionSettings
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.releases import ReleaseSettings
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
OPTIONAL_FILES: dict[str, type[Row]] = {
    "training": TrainingSettings,
    "workflow": WorkflowSettings,
    "releases": ReleaseSettings,
}
RULES = "embedded/extractive"  # the baseline by rules, also where models.yaml does not list it


class ConfigError(Exception):
    """A configuration file is missing, is not YAML, or breaks its schema. The message is for the user."""


class _Loader(yaml.SafeLoader):
    """YAML's safe loader, but a mapping with a key twice is refused: the last would win silently."""


def _unique_mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    seen: set[str] = set()
    for key, _ in node.value:
        if key.value in seen:
            raise yaml.constructor.ConstructorError(
                None, None, f"key {key.value!r} is given twice", key.start_mark
            )
        if isinstance(key.value, str):
            seen.add(key.value)
    return loader.construct_mapping(node, deep=True)


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _unique_mapping)


def load_settings(folder: Path) -> Settings:
    """All settings of a project. Raises ConfigError naming the file, the key and what is allowed."""
    there = {n: m for n, m in OPTIONAL_FILES.items() if (folder / f"{n}.yaml").exists()}
    settings = Settings.model_validate(
        {name: _load(folder / f"{name}.yaml", model) for name, model in {**FILES, **there}.items()}
    )
    _refuse_strangers(folder, settings)
    return settings


def _refuse_strangers(folder: Path, settings: Settings) -> None:
    """Raises ConfigError for a model that helps to make things and that models.yaml lacks.

    A run of runs.yaml may name one: only its own partition is refused then.
    """
    known = [RULES, *(m.model_id for m in settings.models.models)]
    tasks = settings.tasks
    named = {
        ("tasks", "graphs.builder"): tasks.graphs.builder,
        ("tasks", "question_model"): tasks.question_model,
        ("tasks", "discipline_model"): tasks.discipline_model,
        ("training", "model"): settings.training.model,
    }
    for (name, key), model_id in named.items():
        if model_id is not None and model_id not in known:
            raise ConfigError(
                f"{folder / name}.yaml: {key}: models.yaml has no model {model_id!r}\n"
                f"  there: {', '.join(dict.fromkeys(known))}"
            )


def load_acquisition(folder: Path) -> AcquisitionSettings:
    """How papers are fetched; a project without `acquisition.yaml` has the documented defaults."""
    path = folder / "acquisition.yaml"
    if not path.exists():
        return AcquisitionSettings()
    return AcquisitionSettings.model_validate(_load(path, AcquisitionSettings).model_dump())


def _load(path: Path, model: type[Row]) -> Row:
    data = _mapping(path)
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ConfigError(_explain(path, model, error)) from error


def _mapping(path: Path) -> dict[str, Any]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise ConfigError(
            f"{path}: missing; `git checkout {path}` brings the default back"
        ) from error
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from error
    try:
        data = yaml.load(text, _Loader)
    except yaml.YAMLError as error:
        raise ConfigError(f"{path}: not valid YAML: {error}") from error
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise ConfigError(f"{path}: want a mapping of keys to values, got {type(data).__name__}")
    return data


def _explain(path: Path, model: type[Row], error: ValidationError) -> str:
    lines = []
    for item in error.errors():
        key = ".".join(str(part) for part in item["loc"]) or "(file)"
        lines.append(f"{path}: {key}: {item['msg']}")
        if item["type"] == "extra_forbidden":
            lines.append(f"  allowed keys: {', '.join(_allowed(model, item['loc'][:-1]))}")
    return "\n".join(lines)


def _allowed(model: type[BaseModel], place: Sequence[int | str]) -> list[str]:
    """Keys that may stand at a place of a file: `models.0.images` leads from model to model."""
    for part in place:
        if isinstance(part, int):  # an entry of a list: its model was taken with the list's key
            continue
        model = _model_in(model.model_fields[part].annotation) or model
    return sorted(model.model_fields)


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The row model that an annotation holds, also inside a list, a mapping or `| None`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    found = (_model_in(part) for part in get_args(annotation))
    return next((model for model in found if model is not None), None)
