"""The dry run: counts what journals do not hold, calls nothing, shows an unknown price as unknown."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from scidoc_assets.commands.plan import print_plan
from scidoc_assets.definitions import real_project
from scidoc_assets.defs.planning import plan_answers, plan_judging
from scidoc_assets.defs.project import known_table
from scidoc_assets.domain.responses.outcome import unasked_response
from scidoc_assets.storage.parquet import write_rows
from scidoc_assets_tests.small_project import (
    make_folder,
    stored_rows,
    stub_model,
    write_config,
    write_tasks,
)

NOWHERE = "http://127.0.0.1:9/v1"
PRICED = {"price_input_per_million_usd": 2.0, "price_output_per_million_usd": 8.0}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    models = [
        stub_model(NOWHERE, model_id="lab/priced", max_output_tokens=100, **PRICED),
        stub_model(NOWHERE, model_id="lab/unpriced", images={"max_count": 1}),
    ]
    judge = stub_model(NOWHERE, model_id="judge", litellm_model="openai/judge")
    judges = {
        "judges": [
            {"judge_id": "embedded/lexical", "is_primary": True},
            {"judge_id": "second", "kind": "model", "model": judge},
        ]
    }
    settings = ["caption_only", "direct", "agentic"]
    folder = make_folder(
        tmp_path / "project", models, settings, judges=judges, agent_turns=3, repeats=2
    )
    write_tasks(folder, 5)
    return folder


def test_calls_images_and_cost_per_model_and_setting(root: Path) -> None:
    project = real_project(root)
    plans = {(p.model, p.setting): p for p in plan_answers(project, project.settings.models.models)}
    captions = plans["lab/priced", "caption_only"].plan
    direct = plans["lab/priced", "direct"].plan
    agentic = plans["lab/priced", "agentic"].plan
    assert (captions.n_calls, captions.n_images) == (10, 0)
    assert (direct.n_calls, direct.n_images) == (10, 20)
    assert (agentic.n_calls, agentic.n_images) == (30, 10 * (2 + 3 + 4))
    tokens = direct.estimated_prompt_tokens
    assert direct.estimated_cost_usd == pytest.approx((tokens * 2 + 10 * 100 * 8) / 1e6)
    assert plans["lab/priced", "agentic"].is_upper_bound
    assert not list((root / "data").glob("journals/**/*.sqlite"))


def test_an_unknown_price_is_unknown_and_refused_images_are_counted(root: Path) -> None:
    project = real_project(root)
    plans = {p.setting: p.plan for p in plan_answers(project, project.settings.models.models[1:])}
    assert plans["caption_only"].estimated_cost_usd is None
    assert (plans["direct"].n_calls, plans["direct"].n_refused) == (0, 10)


def test_model_judges_are_planned_for_every_answer_and_the_embedded_one_is_not(root: Path) -> None:
    project = real_project(root)
    (judge,) = plan_judging(project, project.settings.models.models[:1])
    assert judge.judge == "second"
    # 5 tasks x 2 repeats x 3 settings, each judged for correctness and for coverage.
    assert (judge.plan.n_calls, judge.plan.n_journalled) == (60, 0)
    assert judge.plan.estimated_cost_usd is None
    assert not list((root / "data").glob("journals/**/*"))


def test_a_priced_judge_has_a_cost_and_answers_that_failed_for_good_are_not_judged(
    root: Path,
) -> None:
    judge = stub_model(NOWHERE, model_id="judge", litellm_model="openai/judge", **PRICED)
    judges = [{"judge_id": "only", "kind": "model", "model": judge, "is_primary": True}]
    write_config(root, "judges", {"judges": judges})
    real_project.cache_clear()
    project = real_project(root)
    model = project.settings.models.models[0]
    (before,) = plan_judging(project, [model])
    spec = known_table("reasoning_responses")
    (task, *_) = stored_rows(root, "reasoning_tasks")
    refused = unasked_response(task, "direct", model, 0, "refused", "declined")
    write_rows(project.table_path(spec, f"{model.model_id}|direct"), [refused], spec.row, "a test")
    (after,) = plan_judging(project, [model])
    assert before.plan.n_calls - after.plan.n_calls == 2
    assert before.plan.estimated_cost_usd is not None
    assert after.plan.estimated_cost_usd is not None
    assert 0 < after.plan.estimated_cost_usd < before.plan.estimated_cost_usd


def test_the_command_prints_totals_and_says_unknown(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert print_plan(root, (), as_json=False) == 0
    shown = capsys.readouterr().out
    assert "<= 30" in shown
    assert "unknown" in shown
    assert "cells at an unknown price" in shown
    assert "judge second: up to 120 calls" in shown


def test_a_model_that_is_not_configured_is_named(root: Path, monkeypatch) -> None:
    from scidoc_assets.cli import main

    monkeypatch.setenv("SCIDOC_PROJECT", str(root))
    result = CliRunner().invoke(main, ["plan", "--model", "lab/none"])
    assert result.exit_code == 2
    assert "no model lab/none" in result.output
