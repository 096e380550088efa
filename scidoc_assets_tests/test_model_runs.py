"""Models that fail, refuse, lack a key or a budget, through the real `scidoc run` into stored rows.

One stub server plays every model; its name says what it does (bug log B21, B26; spec evaluation.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scidoc_assets.storage.parquet import StoreError
from scidoc_assets_tests.small_project import (
    ANSWERS,
    EVALUATION,
    EXTRACTIVE,
    ask,
    make_folder,
    scidoc,
    stored_rows,
    stub_model,
    write_models,
    write_tasks,
)
from scidoc_assets_tests.stub_server import StubReply, StubRequest, StubServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

N_TASKS, TRIES = 2, 3
KEY = "SCIDOC_TEST_KEY_THAT_NOBODY_SETS"
# What each model does, the status of its rows, and the calls per task.
REPLIES: dict[str, tuple[StubReply, str, int]] = {
    "rate-limited": (StubReply(status=429, retry_after="0.1"), "rate_limited", TRIES),
    "broken": (StubReply(status=500), "provider_error", TRIES),
    "unavailable": (StubReply(status=503, retry_after="0.1"), "provider_error", TRIES),
    "hanging": (StubReply(fault="hang"), "provider_error", TRIES),
    "half-closed": (StubReply(fault="half_closed"), "provider_error", TRIES),
    "cut-off": (StubReply(fault="cut_body"), "provider_error", TRIES),
    "empty-body": (StubReply(fault="empty_body"), "provider_error", TRIES),
    "web-page": (StubReply(fault="html"), "provider_error", TRIES),
    "not-json": (StubReply(fault="not_json"), "provider_error", TRIES),
    "no-choices": (StubReply(fault="no_choices"), "provider_error", TRIES),
    "bad-request": (StubReply(status=400), "provider_error", 1),
    "silent": (StubReply(text=""), "empty", 1),
    "declining": (StubReply(text="I can't help with that."), "refused", 1),
    "filtered": (StubReply(text="", finish_reason="content_filter"), "refused", 1),
    "long-winded": (StubReply(text="A keeps", finish_reason="length"), "truncated", 1),
    "sound": (StubReply(text="Catalyst A keeps its activity."), "answered", 1),
}


def reply(request: StubRequest) -> StubReply:
    return REPLIES[request.body["model"]][0]


def configured(url: str) -> list[dict[str, Any]]:
    models = [
        stub_model(
            url,
            model_id=f"stub/{name}",
            litellm_model=f"openai/{name}",
            tries=TRIES,
            timeout_s=1.0 if name == "hanging" else 20.0,
            max_concurrency=N_TASKS,
        )
        for name in REPLIES
    ]
    keyless = stub_model(url, model_id="stub/locked", litellm_model="openai/locked", api_key_env=KEY)  # fmt: skip
    return [*models, keyless, EXTRACTIVE]


@dataclass(frozen=True)
class Failing:
    """A project after one run over all these models."""

    root: Path
    calls: Counter[str]
    output: str
    exit_code: int


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Failing]:
    with StubServer(reply) as stub:
        root = make_folder(tmp_path_factory.mktemp("failing") / "project", configured(stub.url))
        write_tasks(root, N_TASKS)
        ended = scidoc(root, "run", "--select", EVALUATION)
        calls = Counter(r.body["model"] for r in stub.requests)
        yield Failing(root, calls, ended.stdout + ended.stderr, ended.returncode)


@pytest.mark.parametrize("name", REPLIES)
def test_calls_equal_the_tries_and_the_stored_status_says_what_happened(
    failing: Failing, name: str
) -> None:
    _, status, calls_per_task = REPLIES[name]
    rows = stored_rows(failing.root, "reasoning_responses", f"stub/{name}|direct")
    assert [r.status for r in rows] == [status] * N_TASKS, rows[0].status_detail
    assert failing.calls[name] == N_TASKS * calls_per_task
    assert {r.attempts for r in rows} == {calls_per_task}
    if status not in ("answered", "truncated"):
        assert all(r.status_detail for r in rows)


def test_a_failed_answer_is_no_wrong_answer_but_counts_in_the_denominator(failing: Failing) -> None:
    rows = ask(
        failing.root,
        "SELECT model, n, planned_n, failed_n, value FROM reasoning_metrics "
        "WHERE metric = 'accuracy' AND stratum_kind = 'overall' AND benchmark = 'papers'",
    )
    found = {model: (n, planned, failed, value) for model, n, planned, failed, value in rows}
    assert found["stub/broken"] == (N_TASKS, N_TASKS, N_TASKS, 0.0)
    assert found["stub/declining"] == (N_TASKS, N_TASKS, N_TASKS, 0.0)
    assert found["stub/sound"][2] == 0


def test_the_keyless_model_names_its_variable_and_stops_nobody(failing: Failing) -> None:
    assert failing.exit_code == 3, failing.output
    # The terminal may break the line anywhere.
    flat = "".join(failing.output.split())
    assert f"stub/locked:settheenvironmentvariable{KEY}" in flat
    assert failing.calls["locked"] == 0
    with pytest.raises(StoreError, match="not there"):
        stored_rows(failing.root, "reasoning_responses", "stub/locked|direct")
    shown = scidoc(failing.root, "models").stdout
    assert f"missing: set {KEY}" in shown


def test_the_keyless_model_has_its_leaderboard_row_with_plan_and_reason(failing: Failing) -> None:
    rows = ask(
        failing.root,
        "SELECT metric, value, n, planned_n, failed_n, reason FROM leaderboard "
        "WHERE model = 'stub/locked' AND setting = 'direct' AND judge = 'embedded/lexical'",
    )
    assert {metric for metric, *_ in rows} >= {"accuracy", "evidence_coverage", "complete_evidence"}
    assert {tuple(row) for _, *row in rows} == {(None, 0, N_TASKS, 0, "missing_key")}
    routed = ask(
        failing.root, "SELECT count(*) FROM paired_transitions WHERE model = 'stub/locked'"
    )
    assert routed == [(0,)]


def test_a_key_never_reaches_the_journal_or_the_store(tmp_path: Path) -> None:
    secret = "sk-test-0123456789abcdef"
    echo = StubReply(status=401, error=f"Incorrect API key provided: {secret}")
    with StubServer(lambda request: echo) as stub:
        root = make_folder(tmp_path / "project", [stub_model(stub.url, api_key_env="SCIDOC_TEST_KEY")])  # fmt: skip
        write_tasks(root, 1)
        ended = scidoc(root, "run", "--select", ANSWERS, SCIDOC_TEST_KEY=secret)
        assert stub.requests[0].headers["authorization"] == f"Bearer {secret}"
    (row,) = stored_rows(root, "reasoning_responses", "stub/model|direct")
    assert row.status == "provider_error"
    assert secret not in ended.stdout + ended.stderr
    holders = [p for p in root.rglob("*") if p.is_file() and secret.encode() in p.read_bytes()]
    assert holders == []


def test_a_spent_budget_stops_cleanly_and_a_raised_one_resumes(tmp_path: Path) -> None:
    with StubServer(lambda request: REPLIES["sound"][0]) as stub:

        def run_with(budget_calls: int) -> Counter[str]:
            model = stub_model(stub.url, budget_calls=budget_calls, max_concurrency=2)
            write_models(root, [model], ["direct"])
            ended = scidoc(root, "run", "--select", ANSWERS)
            assert ended.returncode == 0
            assert ("raise budget_calls" in ended.stdout) == (budget_calls < 6)
            rows = stored_rows(root, "reasoning_responses", "stub/model|direct")
            return Counter(r.status for r in rows)

        root = make_folder(tmp_path / "project", [stub_model(stub.url)])
        write_tasks(root, 6)
        assert run_with(4) == {"answered": 4, "budget_stopped": 2}
        assert stub.calls == 4
        assert run_with(4) == {"answered": 4, "budget_stopped": 2}
        assert stub.calls == 4
        assert run_with(9) == {"answered": 6}
        assert stub.calls == 6
