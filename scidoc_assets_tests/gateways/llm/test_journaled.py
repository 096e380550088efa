"""Lookup, call, record, and resume (bug log B25, B27; issue 2: kill -9)."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scidoc_assets.gateways.llm.fake import FakeProvider, fake_gateway
from scidoc_assets.gateways.llm.interface import CallFailure
from scidoc_assets.gateways.llm.journaled import JournaledGateway
from scidoc_assets.gateways.llm.limits import Budget
from scidoc_assets.gateways.llm.prices import TokenPrice
from scidoc_assets.gateways.llm.runner import call_all
from scidoc_assets.schemas.calls import ModelReply, ModelRequest, text_message
from scidoc_assets.schemas.settings import ModelSettings
from scidoc_assets.storage.journal import Journal, JournalError
from scidoc_assets_tests.stub_server import StubReply, StubServer

CARD = ModelSettings(model_id="m", litellm_model="fake/m", max_concurrency=1)


def asked(text: str, repeat: int = 0) -> ModelRequest:
    return ModelRequest(model_id="m", messages=(text_message("user", text),), repeat=repeat)


def n_calls(gateway: JournaledGateway) -> int:
    provider = gateway.gateway.provider
    assert isinstance(provider, FakeProvider)
    return len(provider.requests)


def test_a_finished_call_is_replayed_and_says_so(tmp_path: Path) -> None:
    gateway = JournaledGateway(fake_gateway(lambda r: "yes"), Journal(tmp_path / "j.sqlite"))
    first, again, repeat = call_all(
        gateway, [asked("a"), asked("a"), asked("a", repeat=1)], workers=1
    )
    assert n_calls(gateway) == 2
    assert [r.is_replayed for r in (first, again, repeat)] == [False, True, False]
    assert gateway.tally() == {"calls_made": 2, "calls_replayed": 1}
    assert again.reply == first.reply


def test_one_key_asked_twice_at_once_is_one_call(tmp_path: Path) -> None:
    class Slow(FakeProvider):
        async def attempt(self, request: ModelRequest) -> ModelReply:
            await asyncio.sleep(0.02)
            return await super().attempt(request)

    plain = fake_gateway([])
    plain.provider = Slow(["yes"])
    gateway = JournaledGateway(plain, Journal(tmp_path / "j.sqlite"))
    records = call_all(gateway, [asked("a")] * 3, workers=3)
    assert [r.status for r in records] == ["answered"] * 3
    assert sorted(r.is_replayed for r in records) == [False, True, True]


def test_failures_are_recorded_and_called_again_on_resume(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j.sqlite")
    down = JournaledGateway(fake_gateway(lambda r: CallFailure("bad_request", "no")), journal)
    assert call_all(down, [asked("a")])[0].status == "provider_error"
    up = JournaledGateway(fake_gateway(["yes"]), journal)
    assert call_all(up, [asked("a")])[0].status == "answered"
    assert [r.status for r in journal.all()] == ["provider_error", "answered"]


def test_a_budget_stop_resumes_without_repeating(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j.sqlite")
    requests = [asked(str(i)) for i in range(6)]
    first = JournaledGateway(fake_gateway(lambda r: "yes", CARD, [Budget(limit_calls=4)]), journal)
    assert [r.status for r in call_all(first, requests)].count("budget_stopped") == 2
    resumed = JournaledGateway(
        fake_gateway(
            lambda r: "yes",
            CARD,
            [Budget(limit_calls=10, spent_calls=journal.totals().n_tries)],
        ),
        journal,
    )
    assert [r.status for r in call_all(resumed, requests)] == ["answered"] * 6
    assert n_calls(resumed) == 2
    assert journal.totals().n_tries == 6


def test_the_outcome_is_in_the_journal_before_the_caller_has_it(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j.sqlite")
    gateway = JournaledGateway(fake_gateway(["yes"]), journal)
    journal.close()
    journal_error: JournalError | None = None
    try:
        call_all(gateway, [asked("a")])
    except JournalError as error:
        journal_error = error
    assert journal_error is not None
    assert journal_error.path == tmp_path / "j.sqlite"


def test_a_plan_counts_calls_and_cost_without_calling(tmp_path: Path) -> None:
    card = CARD.model_copy(update={"max_output_tokens": 100})
    plain = fake_gateway(lambda r: "yes", card, price=TokenPrice(1.0, 10.0))
    gateway = JournaledGateway(plain, Journal(tmp_path / "j.sqlite"))
    call_all(gateway, [asked("a")])
    plan = gateway.plan([asked("a"), asked("b"), asked("c")])
    assert (plan.n_requests, plan.n_journalled, plan.n_calls) == (3, 1, 2)
    assert plan.estimated_cost_usd == pytest.approx(2 * 100 * 10 / 1e6, rel=0.05)
    assert n_calls(gateway) == 1


def test_a_plan_without_a_price_has_no_cost(tmp_path: Path) -> None:
    gateway = JournaledGateway(fake_gateway([]), Journal(tmp_path / "j.sqlite"))
    assert gateway.plan([asked("a")]).estimated_cost_usd is None


RUN = """
import sys
from scidoc_assets.gateways.llm.opening import open_gateway
from scidoc_assets.gateways.llm.runner import call_all
from scidoc_assets.schemas.calls import ModelRequest, text_message
from scidoc_assets.schemas.settings import ModelSettings
from scidoc_assets.storage.journal import Journal
card = ModelSettings(model_id="m", litellm_model="openai/m", base_url=sys.argv[1],
                     max_concurrency=3)
requests = [ModelRequest(model_id="m", messages=(text_message("user", str(i)),))
            for i in range(30)]
call_all(open_gateway(card, Journal(sys.argv[2])), requests)
"""


def test_a_run_killed_twice_repeats_no_finished_call(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"

    def start() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", RUN, stub.url, str(path)]
        return subprocess.Popen(command, cwd=Path(__file__).parents[3])

    with StubServer(lambda r: StubReply(text=f"answer {r.text}"), latency_s=0.03) as stub:
        for stop_at in (8, 18):
            child = start()
            deadline = time.monotonic() + 60
            while stub.calls < stop_at and time.monotonic() < deadline:
                time.sleep(0.005)
            os.kill(child.pid, signal.SIGKILL)
            child.wait()
        with Journal(path) as journal:
            finished = {r.request_hash for r in journal.all()}
            n_finished = len(finished)
        before = stub.calls
        assert start().wait(120) == 0
        assert stub.calls - before == 30 - n_finished
    with Journal(path) as journal:
        records = list(journal.all())
    assert n_finished > 0
    assert len({(r.request_hash, r.repeat) for r in records}) == len(records) == 30
    assert {r.reply.text for r in records if r.reply} == {f"answer {i}" for i in range(30)}
