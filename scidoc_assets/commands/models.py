"""`scidoc models`: what is configured, what each model sees, whether its key is there."""

from __future__ import annotations

import json
from pathlib import Path

import click

from scidoc_assets.commands.text import text_table
from scidoc_assets.definitions import real_project
from scidoc_assets.gateways.llm.opening import readiness
from scidoc_assets.schemas.settings import ModelSettings


def _key_state(model: ModelSettings) -> str:
    """Whether the model could be called now; LiteLLM knows the variable of a hosted model."""
    state = readiness(model)
    if state.missing_variable is not None:
        return f"missing: set {state.missing_variable}"
    if not state.is_ready:
        return state.message
    return "set" if model.provider == "litellm" and _needs_key(model) else "not needed"


def _needs_key(model: ModelSettings) -> bool:
    return model.api_key_env is not None or model.base_url is None


def print_models(root: Path, as_json: bool) -> int:
    """Print one line per configured model; keys themselves are never shown."""
    rows = [
        {
            "model": m.model_id,
            "provider": m.provider,
            "sees": m.sees,
            "tools": m.tools,
            "baseline": m.is_baseline,
            "key": _key_state(m),
            "address": m.base_url,
        }
        for m in real_project(root).settings.models.models
    ]
    if as_json:
        click.echo(json.dumps(rows))
    else:
        click.echo(text_table(list(rows[0]) if rows else [], [list(r.values()) for r in rows]))
    return 0
