"""Configuration errors name file, key and what is allowed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from scidoc_assets.storage.config import FILES, ConfigError, load_settings
from scidoc_assets_tests.conftest import REPOSITORY


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(REPOSITORY / "data" / "config", tmp_path / "config"))


def test_the_committed_configuration_is_valid(folder: Path) -> None:
    assert load_settings(folder).corpus.shards == 64


@pytest.mark.parametrize("name", list(FILES))
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / f"{name}.yaml").unlink()
    with pytest.raises(ConfigError, match=rf"{name}\.yaml: missing"):
        load_settings(folder)


def test_an_unknown_key_is_named_with_the_allowed_ones(folder: Path) -> None:
    (folder / "curation.yaml").write_text("min_sidepx: 3\n")
    with pytest.raises(
        ConfigError, match=r"curation\.yaml: min_sidepx(.|\n)*allowed keys:.*min_side_px"
    ):
        load_settings(folder)


def test_a_value_out_of_range_is_named(folder: Path) -> None:
    (folder / "corpus.yaml").write_text("crop_dpi: 10\n")
    with pytest.raises(ConfigError, match=r"corpus\.yaml: crop_dpi: .*72"):
        load_settings(folder)


def test_a_shard_count_that_is_no_power_of_two_is_refused(folder: Path) -> None:
    (folder / "corpus.yaml").write_text("shards: 10\n")
    with pytest.raises(ConfigError, match="power of two"):
        load_settings(folder)


def test_broken_yaml_is_refused_with_its_file(folder: Path) -> None:
    (folder / "tasks.yaml").write_text("a: [1\n")
    with pytest.raises(ConfigError, match=r"tasks\.yaml: not valid YAML"):
        load_settings(folder)


def test_two_models_with_one_id_are_refused(folder: Path) -> None:
    (folder / "models.yaml").write_text(
        "models:\n  - {model_id: a, provider: embedded}\n  - {model_id: a, provider: embedded}\n"
    )
    with pytest.raises(ConfigError, match="model_id used twice: a"):
        load_settings(folder)


@pytest.mark.parametrize("bad", ["a|b", "a,b", "a[1]", "a...b"])
def test_model_ids_that_break_partition_keys_are_refused(folder: Path, bad: str) -> None:
    (folder / "models.yaml").write_text(f"models:\n  - {{model_id: '{bad}', provider: embedded}}\n")
    with pytest.raises(ConfigError, match="model_id"):
        load_settings(folder)


@pytest.mark.parametrize(
    ("text", "key", "allowed"),
    [
        (
            "limits: {sekonds: 3}\n",
            r"limits\.sekonds",
            "file_mb, memory_mb, page_pixels, page_seconds",
        ),
        (
            "models:\n  - {model_id: a, provider: embedded, images: {max_syde: 1}}\n",
            r"models\.0\.images\.max_syde",
            "max_bytes, max_count, max_side_px, on_excess",
        ),
        (
            "judges:\n  - {judge_id: a, is_primary: true, modle: x}\n",
            r"judges\.0\.modle",
            "is_primary, judge_id, kind, model",
        ),
    ],
    ids=["corpus", "models", "judges"],
)
def test_an_unknown_key_inside_is_named_with_the_keys_allowed_there(
    folder: Path, request: pytest.FixtureRequest, text: str, key: str, allowed: str
) -> None:
    name = request.node.callspec.id
    (folder / f"{name}.yaml").write_text(text)
    with pytest.raises(ConfigError, match=rf"{name}\.yaml: {key}: (.|\n)*allowed keys: {allowed}"):
        load_settings(folder)


def test_a_key_given_twice_is_refused_with_its_line(folder: Path) -> None:
    (folder / "corpus.yaml").write_text("shards: 8\ncrop_dpi: 200\nshards: 64\n")
    with pytest.raises(
        ConfigError, match=r"corpus\.yaml: (.|\n)*'shards' is given twice(.|\n)*line 3"
    ):
        load_settings(folder)


def test_merge_keys_of_yaml_still_work(folder: Path) -> None:
    (folder / "models.yaml").write_text(
        "models:\n  - &a {model_id: a, provider: embedded}\n  - {<<: *a, model_id: b}\n"
    )
    assert [m.provider for m in load_settings(folder).models.models] == ["embedded"] * 2


@pytest.mark.parametrize("data", [b"folder: caf\xe9\n", None])
def test_a_file_that_cannot_be_read_is_named(folder: Path, data: bytes | None) -> None:
    path = folder / "corpus.yaml"
    path.unlink()
    if data is None:
        path.mkdir()
    else:
        path.write_bytes(data)
    with pytest.raises(ConfigError, match=r"corpus\.yaml: (not UTF-8|cannot be read)"):
        load_settings(folder)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("models", "settings: [direct, direct]\nmodels: []\n", "setting used twice: direct"),
        ("models", "settings: []\nmodels: []\n", "at least 1 item"),
        ("workflow", "settings: [zh_images_first, zh_images_first]\n", "setting used twice"),
        (
            "judges",
            "judges:\n  - {judge_id: a, is_primary: true}\n  - {judge_id: a}\n",
            "judge_id used twice: a",
        ),
        ("tasks", "min_depth: 2\n", "min_depth"),
    ],
)
def test_what_would_break_partitions_rows_or_checks_is_refused(
    folder: Path, name: str, text: str, words: str
) -> None:
    (folder / f"{name}.yaml").write_text(text)
    with pytest.raises(ConfigError, match=rf"{name}\.yaml: (.|\n)*{words}"):
        load_settings(folder)


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        ("tasks", "graphs: {builder: nobody/model}\n", r"graphs\.builder"),
        ("tasks", "question_model: nobody/model\n", "question_model"),
        ("tasks", "discipline_model: nobody/model\n", "discipline_model"),
        ("training", "model: nobody/model\n", "model"),
    ],
)
def test_a_helping_model_that_is_not_configured_is_refused_with_those_that_are(
    folder: Path, name: str, text: str, key: str
) -> None:
    (folder / f"{name}.yaml").write_text(text)
    with pytest.raises(ConfigError, match=rf"{name}\.yaml: {key}: (.|\n)*there: embedded/"):
        load_settings(folder)


@pytest.mark.parametrize("name", ["corpus", "curation", "training", "workflow"])
def test_committed_files_show_the_defaults(folder: Path, name: str) -> None:
    settings = load_settings(folder)
    assert getattr(settings, name) == type(getattr(settings, name))()


@pytest.mark.parametrize("name", ["corpus", "curation"])
def test_files_that_say_they_show_every_key_do(folder: Path, name: str) -> None:
    text = (folder / f"{name}.yaml").read_text(encoding="utf-8")
    assert "Every key has the default shown here" in text
    shown = yaml.safe_load(text)
    assert list(shown) == [k for k in FILES[name].model_fields if k in shown]
    assert set(shown) == set(FILES[name].model_fields)
