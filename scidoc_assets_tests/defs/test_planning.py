"""The dry run: counts what journals do not hold, calls nothing, shows an unknown price as unknown."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from scidoc_assets.commands.plan import print_plan
from scidoc_assets.definitions import real_project
from scidoc_assets.defs.planning import plan_answers, plan_judging
from scidoc_assets_tests.small_project import make_folder, stub_model, write_tasks

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


def test_model_judges_are_counted_and_the_embedded_one_is_not(root: Path) -> None:
    (judge,) = plan_judging(real_project(root), 30)
    assert (judge.judge, judge.calls) == ("second", 60)


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
