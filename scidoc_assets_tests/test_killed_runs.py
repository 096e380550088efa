"""kill -9 and Ctrl-C in the middle of a run: no finished call is made again, nothing is doubled.

`scidoc run` runs for real in a process of its own against a stub server on loopback (bug log B27).
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from scidoc_assets.commands.exits import EXIT_STOPPED
from scidoc_assets.storage.journal import Journal, journal_path
from scidoc_assets_tests.small_project import (
    ANSWERS,
    CHANGING,
    command,
    environment,
    make_folder,
    scidoc,
    stored_rows,
    stub_model,
    write_tasks,
)
from scidoc_assets_tests.stub_server import StubReply, StubRequest, StubServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

MODEL, SETTINGS = "stub/model", ("direct", "agentic")
N_TASKS, LATENCY_S, CONCURRENCY = 16, 0.5, 4
PLANNED_CALLS = N_TASKS + 2 * N_TASKS  # direct asks once, the agent crops once and finishes
RUN = ("run", "--select", ANSWERS, "--model", MODEL)


def reply_by_rule(request: StubRequest) -> StubReply:
    """The same answer to the same question, whenever it is asked."""
    texts = request_text(request.body)
    number = texts.split("series ", 1)[1].split("?", 1)[0]
    if "crop_image" not in texts:
        return StubReply(text=f"Catalyst A keeps its activity in series {number}.")
    if len(request.body["messages"]) > 2:
        finish = {"action": "finish", "text": f"A is stable, {number}.", "reasoning": "seen"}
        return StubReply(text=json.dumps(finish))
    box = [0.1, 0.1, 0.5, 0.5]
    crop = {"action": "crop_image", "image_name": "figure1", "bbox": box, "reasoning": "look"}
    return StubReply(text=json.dumps(crop))


def request_text(body: dict[str, Any]) -> str:
    """All text of a request as the stub got it."""
    texts = []
    for message in body["messages"]:
        content = message["content"]
        parts = [content] if isinstance(content, str) else content or []
        texts += [p if isinstance(p, str) else p.get("text", "") for p in parts]
    return "\n".join(filter(None, texts))


def journalled_text(request_json: str) -> str:
    """The same text of a request as the journal keeps it."""
    messages = json.loads(request_json)["messages"]
    return "\n".join(p["text"] for m in messages for p in m["parts"] if p["kind"] == "text")


def finished_calls(root: Path) -> set[str]:
    """Texts of the requests whose outcome is in a journal."""
    found = set()
    for setting in SETTINGS:
        path = journal_path(root / "data" / "journals" / "responses", MODEL, setting)
        if path.exists():
            with Journal(path) as journal:
                for record in journal.latest():
                    assert record.is_final
                    found.add(journalled_text(journal.request(record.request_hash) or ""))
    return found


def started(root: Path, stub: StubServer, calls: int) -> subprocess.Popen[str]:
    """A run in a process group of its own, once the stub has got `calls` more requests."""
    target = stub.calls + calls
    process = subprocess.Popen(
        command(*RUN),
        cwd=root,
        env=environment(root),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 240
    while stub.calls < target:
        assert process.poll() is None, "the run ended before it was stopped"
        assert time.monotonic() < deadline, f"only {stub.calls} calls within 240 s"
        time.sleep(0.02)
    return process


def kill_after(root: Path, stub: StubServer, calls: int) -> None:
    """Start a run, kill -9 its main process once the stub has got `calls` more requests."""
    process = started(root, stub, calls)
    family = psutil.Process(process.pid).children(recursive=True)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=30)
    _, alive = psutil.wait_procs(family, timeout=30)
    assert alive == [], "workers outlive a killed run"


@pytest.fixture(scope="module")
def stub() -> Iterator[StubServer]:
    with StubServer(reply_by_rule, latency_s=LATENCY_S) as server:
        yield server


def prepared(root: Path, stub: StubServer) -> Path:
    make_folder(root, [stub_model(stub.url, max_concurrency=CONCURRENCY)], SETTINGS, agent_turns=3)
    write_tasks(root, N_TASKS)
    return root


def comparable(root: Path, table: str, partition: str | None = None) -> list[dict[str, Any]]:
    rows = stored_rows(root, table, partition)
    return [r.model_dump(mode="json", exclude=set(CHANGING)) for r in rows]


def test_a_run_killed_twice_makes_no_finished_call_again_and_ends_like_an_undisturbed_one(
    tmp_path: Path, stub: StubServer
) -> None:
    killed, undisturbed = prepared(tmp_path / "killed", stub), prepared(tmp_path / "calm", stub)
    finished: list[tuple[int, set[str]]] = []
    for calls in (10, 12):
        kill_after(killed, stub, calls)
        finished.append((stub.calls, finished_calls(killed)))
    assert 0 < len(finished[0][1]) < len(finished[1][1]) < PLANNED_CALLS
    ended = scidoc(killed, *RUN)
    assert ended.returncode == 0, ended.stderr
    for made_before, known in finished:
        again = [request_text(r.body) for r in stub.requests[made_before:]]
        assert known.isdisjoint(again)
    calls_at_last_kill, known = finished[-1]
    assert stub.calls == calls_at_last_kill + PLANNED_CALLS - len(known)

    before = stub.calls
    assert scidoc(undisturbed, *RUN).returncode == 0
    assert stub.calls - before == PLANNED_CALLS
    for setting in SETTINGS:
        for table in ("reasoning_responses", "correctness_labels", "coverage_labels"):
            partition = f"{MODEL}|{setting}"
            rows = comparable(killed, table, partition)
            assert len({(r["task_id"], r["repeat"]) for r in rows}) == len(rows) == N_TASKS
            assert rows == comparable(undisturbed, table, partition), (table, setting)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Processes started now can be interrupted, also when the tests run in a shell's background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_a_run_with_its_workers_says_so_and_loses_no_finished_call(
    tmp_path: Path, stub: StubServer
) -> None:
    root = prepared(tmp_path / "stopped", stub)
    process = started(root, stub, 10)
    family = psutil.Process(process.pid).children(recursive=True)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: everything in the group gets it
    _, words = process.communicate(timeout=60)
    assert process.returncode == EXIT_STOPPED
    assert "stopped; what was finished is kept" in words
    assert "Traceback" not in words
    assert psutil.wait_procs(family, timeout=30)[1] == []
    before, known = stub.calls, finished_calls(root)
    assert 0 < len(known) < PLANNED_CALLS
    assert scidoc(root, *RUN).returncode == 0
    assert stub.calls == before + PLANNED_CALLS - len(known)
