"""`scidoc plan`: calls, images, tokens and cost per model and setting, before spending."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import click

from scidoc_assets.commands.exits import EXIT_USAGE
from scidoc_assets.commands.text import text_table
from scidoc_assets.definitions import real_project
from scidoc_assets.defs.planning import (
    PlannedCalls,
    PlannedJudging,
    plan_answers,
    plan_judging,
)
from scidoc_assets.defs.selecting import SelectionError, require_models
from scidoc_assets.gateways.llm.opening import readiness
from scidoc_assets.schemas.calls import CallPlan

UNKNOWN = "unknown"
COLUMNS = ("model", "setting", "answers", "calls", "done", "images", "tokens", "cost_usd", "key")


def print_plan(root: Path, models: Collection[str], as_json: bool) -> int:
    """Print the plan of the given models (none: all); 2 on a model that is not configured."""
    project = real_project(root)
    try:
        require_models(project, models)
    except SelectionError as error:
        click.echo(f"scidoc: {error}", err=True)
        return EXIT_USAGE
    chosen = [m for m in project.settings.models.models if not models or m.model_id in models]
    keys = {m.model_id: readiness(m).message for m in chosen}
    planned = list(plan_answers(project, chosen))
    rows = [_row(p, keys[p.model]) for p in planned]
    judging = plan_judging(project, chosen)
    if as_json:
        click.echo(json.dumps({"plan": rows, "judges": [_judge_row(j) for j in judging]}))
        return 0
    click.echo(text_table(COLUMNS, [[_shown(r, name) for name in COLUMNS] for r in rows]))
    click.echo(_totals(rows))
    for judge in judging:
        click.echo(_judge_line(judge.judge, judge.plan))
    return 0


def _row(planned: PlannedCalls, key: str) -> dict[str, Any]:
    plan = planned.plan
    return {
        "model": planned.model,
        "setting": planned.setting,
        "answers": planned.answers,
        "calls": plan.n_calls,
        "done": plan.n_journalled,
        "refused": plan.n_refused,
        "images": plan.n_images,
        "tokens": plan.estimated_prompt_tokens,
        "cost_usd": plan.estimated_cost_usd,
        "key": key,
        "is_upper_bound": planned.is_upper_bound,
    }


def _judge_row(planned: PlannedJudging) -> dict[str, Any]:
    plan = planned.plan
    return {
        "judge": planned.judge,
        "calls": plan.n_calls,
        "done": plan.n_journalled,
        "tokens": plan.estimated_prompt_tokens,
        "cost_usd": plan.estimated_cost_usd,
    }


def _judge_line(judge: str, plan: CallPlan) -> str:
    cost = plan.estimated_cost_usd
    price = "at an unknown price" if cost is None else f"at most {cost:.4f} USD"
    return (
        f"judge {judge}: up to {plan.n_calls} calls, {plan.n_journalled} done, {price} "
        "(one more call each for a repair)"
    )


def _shown(row: dict[str, Any], name: str) -> Any:
    if name == "cost_usd":
        return UNKNOWN if row[name] is None else f"{row[name]:.4f}"
    return f"<= {row[name]}" if name == "calls" and row["is_upper_bound"] else row[name]


def _totals(rows: Sequence[dict[str, Any]]) -> str:
    costs = [r["cost_usd"] for r in rows]
    unknown = sum(c is None for c in costs)
    known = f"at most {sum(c for c in costs if c is not None):.4f} USD"
    cost = f"{known} and {unknown} cells at an unknown price" if unknown else known
    calls, images, tokens = (sum(r[n] for r in rows) for n in ("calls", "images", "tokens"))
    return f"\n{calls} calls, {images} images, about {tokens} prompt tokens, {cost}"
