"""Which provider answers which model id."""

import subprocess
import sys
from pathlib import Path

import pytest

from scidoc_assets.gateways.llm.extractive import ExtractiveProvider
from scidoc_assets.gateways.llm.gguf import GgufProvider
from scidoc_assets.gateways.llm.litellm_gateway import LitellmProvider
from scidoc_assets.gateways.llm.opening import (
    EXTRACTIVE,
    SMOLLM2,
    open_gateway,
    open_provider,
    readiness,
)
from scidoc_assets.gateways.llm.runner import call_all
from scidoc_assets.schemas.calls import ModelRequest, text_message
from scidoc_assets.schemas.settings import ModelSettings
from scidoc_assets.storage.journal import Journal


def embedded(model_id: str, **changes: object) -> ModelSettings:
    return ModelSettings.model_validate({"model_id": model_id, "provider": "embedded", **changes})


def test_every_kind_of_model_has_its_provider() -> None:
    assert isinstance(open_provider(embedded(EXTRACTIVE)), ExtractiveProvider)
    assert isinstance(open_provider(embedded(SMOLLM2)), GgufProvider)
    assert isinstance(open_provider(embedded("local/x", gguf_path="x.gguf")), GgufProvider)
    hosted = ModelSettings(model_id="h", litellm_model="openai/h")
    assert isinstance(open_provider(hosted), LitellmProvider)


def test_an_unknown_embedded_name_lists_the_known_ones() -> None:
    with pytest.raises(ValueError, match=f"no embedded model 'embedded/other'; use {EXTRACTIVE}"):
        open_provider(embedded("embedded/other"))


def test_the_models_own_call_budget_holds(tmp_path: Path) -> None:
    card = embedded(EXTRACTIVE, budget_calls=1, max_concurrency=1)
    requests = [
        ModelRequest(model_id=EXTRACTIVE, messages=(text_message("user", str(i)),))
        for i in range(2)
    ]
    records = call_all(open_gateway(card, Journal(tmp_path / "j.sqlite")), requests)
    assert [r.status for r in records] == ["answered", "budget_stopped"]


def test_readiness_names_the_variable_or_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LAB_KEY", raising=False)
    keyed = ModelSettings(model_id="h", litellm_model="openai/h", api_key_env="LAB_KEY")
    assert readiness(keyed).missing_variable == "LAB_KEY"
    assert not readiness(keyed).is_ready
    monkeypatch.setenv("LAB_KEY", "x")
    assert readiness(keyed).is_ready
    assert "no file" in readiness(embedded("local/x", gguf_path="x.gguf")).message
    assert readiness(embedded(EXTRACTIVE)).is_ready


def test_a_run_of_embedded_models_never_imports_litellm() -> None:
    code = (
        "import sys; from scidoc_assets.gateways.llm.opening import open_provider; "
        "from scidoc_assets.schemas.settings import ModelSettings; "
        "open_provider(ModelSettings(model_id='embedded/extractive', provider='embedded')).load(); "
        "assert 'litellm' not in sys.modules and 'openai' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[3])
