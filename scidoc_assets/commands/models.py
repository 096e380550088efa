"""`scidoc models`: what is configured, what each model sees, whether its key is there."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from scidoc_assets.commands.text import text_table
from scidoc_assets.definitions import real_project
from scidoc_assets.schemas.settings import ModelSettings


def _key_state(model: ModelSettings) -> str:
    if model.api_key_env is None:
        return "not needed"
    return "set" if os.environ.get(model.api_key_env) else f"missing: set {model.api_key_env}"


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
