"""Limits that hold over the whole run and all its workers, through the real `scidoc run`: calls in
flight of one model, the budget of a judge, planned repeats, and the leakage probe.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scidoc_assets_tests.small_project import (
    EVALUATION,
    ask,
    make_folder,
    scidoc,
    stored_rows,
    stub_model,
    write_config,
    write_tasks,
)
from scidoc_assets_tests.stub_server import StubReply, StubRequest, StubServer
from scidoc_assets_tests.test_judged_runs import verdict

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

N_TASKS, REPEATS, IN_FLIGHT = 3, 2, 2
SETTINGS = ("question_only", "caption_only")
JUDGE_BUDGET = 5
N_ANSWERS = N_TASKS * REPEATS * len(SETTINGS)


def reply(request: StubRequest) -> StubReply:
    if request.body["model"] == "judge":
        return StubReply(text=json.dumps(verdict(request.body["messages"])))
    # Each repeat answers in words of its own, so that judges see different material.
    text = f"Catalyst A keeps its activity. Activity of A stays at 90 %. ({request.number})"
    return StubReply(text=text, latency_s=0.4)


def judges(url: str, budget_calls: int | None) -> dict[str, Any]:
    model = stub_model(
        url, model_id="judges/paid", litellm_model="openai/judge", budget_calls=budget_calls
    )
    return {
        "judges": [
            {"judge_id": "embedded/lexical", "is_primary": True},
            {"judge_id": "paid", "kind": "model", "model": model},
        ],
        "bootstrap_resamples": 200,
    }


@dataclass(frozen=True)
class Limited:
    """A project after a run whose judge had too small a budget, and after one with enough."""

    root: Path
    asked: list[dict[str, Any]]
    most_in_flight: int
    judged: tuple[int, int]  # calls of the judge after each run
    reasons: Counter[str]  # of its labels after the first run


def reasons_of(root: Path) -> Counter[str]:
    return Counter(
        row.reason or row.status
        for table in ("correctness_labels", "coverage_labels")
        for setting in SETTINGS
        for row in stored_rows(root, table, f"stub/model|{setting}")
        if row.judge == "paid"
    )


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Limited]:
    with StubServer(reply) as stub:

        def n_judged() -> int:
            return sum(r.body["model"] == "judge" for r in stub.requests)

        model = stub_model(stub.url, max_concurrency=IN_FLIGHT)
        root = make_folder(
            tmp_path_factory.mktemp("limited") / "project",
            [model],
            SETTINGS,
            judges=judges(stub.url, JUDGE_BUDGET),
            repeats=REPEATS,
        )
        write_tasks(root, N_TASKS)
        assert scidoc(root, "run", "--select", EVALUATION).returncode == 0
        before, reasons, most = n_judged(), reasons_of(root), stub.max_in_flight
        write_config(root, "judges", judges(stub.url, None))
        assert scidoc(root, "run", "--select", EVALUATION).returncode == 0
        bodies = [r.body for r in stub.requests]
        yield Limited(root, bodies, most, (before, n_judged()), reasons)


def test_two_workers_keep_one_models_calls_in_flight_together(limited: Limited) -> None:
    assert limited.most_in_flight <= IN_FLIGHT + 1  # and a call of the judge


def test_a_judges_budget_holds_over_partitions_and_kinds_of_labels_and_a_raised_one_resumes(
    limited: Limited,
) -> None:
    assert limited.judged == (JUDGE_BUDGET, 2 * N_ANSWERS)
    assert limited.reasons == {"labelled": JUDGE_BUDGET, "budget_stopped": 2 * N_ANSWERS - JUDGE_BUDGET}  # fmt: skip
    assert reasons_of(limited.root) == {"labelled": 2 * N_ANSWERS}


def test_every_repeat_is_a_row_of_its_own_call(limited: Limited) -> None:
    rows = stored_rows(limited.root, "reasoning_responses", "stub/model|caption_only")
    assert Counter(r.repeat for r in rows) == {0: N_TASKS, 1: N_TASKS}
    assert len({r.text for r in rows}) == N_TASKS * REPEATS
    planned = ask(
        limited.root,
        "SELECT DISTINCT n, planned_n FROM leaderboard WHERE metric = 'accuracy'"
        " AND model = 'stub/model'",
    )
    assert planned == [(N_TASKS * REPEATS, N_TASKS * REPEATS)]


def test_the_leakage_probe_gets_the_question_and_nothing_of_the_paper(limited: Limited) -> None:
    (task, *_) = stored_rows(limited.root, "reasoning_tasks")
    caption = " ".join(task.paper_captions[0].split())
    spoken = [json.dumps(b["messages"], ensure_ascii=False) for b in limited.asked if b["model"] == "stub"]  # fmt: skip
    assert sum(caption in text for text in spoken) == N_TASKS * REPEATS  # caption_only
    assert not any("image_url" in text for text in spoken)
    rows = stored_rows(limited.root, "reasoning_responses", "stub/model|question_only")
    assert {r.prompt_name for r in rows} == {"responses/question_only"}
