"""The call journal: keys, resume, crashes and errors (bug log B25, B27)."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scidoc_assets.schemas.calls import (
    Attempt,
    CallRecord,
    CallStatus,
    ModelReply,
    ModelRequest,
    text_message,
)
from scidoc_assets.storage.journal import Journal, JournalError, journal_path


def record(
    digest: str,
    status: CallStatus = "answered",
    repeat: int = 0,
    cost_usd: float | None = 0.25,
    text: str = "yes",
) -> CallRecord:
    return CallRecord(
        request_hash=digest,
        repeat=repeat,
        model_id="m",
        status=status,
        reply=ModelReply(text=text, usage={"prompt_tokens": 3}) if status == "answered" else None,
        attempts=(Attempt(number=1, outcome="ok", latency_s=0.1),),
        cost_usd=cost_usd,
        started_at="2026-01-01T00:00:00+00:00",
    )


def test_a_finished_call_is_found_again_by_hash_and_repeat(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.sqlite") as journal:
        journal.record(record("a"))
    with Journal(tmp_path / "j.sqlite") as journal:
        found = journal.lookup("a")
        assert found == record("a").model_copy(update={"is_replayed": True})
        assert journal.lookup("a", repeat=1) is None
        assert journal.lookup("b") is None


@pytest.mark.parametrize("status", ["provider_error", "rate_limited", "budget_stopped"])
def test_an_unfinished_outcome_is_kept_but_called_again(tmp_path: Path, status: CallStatus) -> None:
    with Journal(tmp_path / "j.sqlite") as journal:
        journal.record(record("a", status))
        assert journal.lookup("a") is None
        journal.record(record("a"))
        assert [r.status for r in journal.all()] == [status, "answered"]
        assert [r.status for r in journal.latest()] == ["answered"]


def test_costs_of_earlier_tries_are_kept(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.sqlite") as journal:
        journal.record(record("a", "provider_error", cost_usd=0.5))
        journal.record(record("a", cost_usd=0.25))
        journal.record(record("b", cost_usd=None))
        totals = journal.totals()
    assert (totals.n_outcomes, totals.n_final, totals.n_tries) == (3, 2, 3)
    assert totals.cost_usd == 0.75
    assert totals.n_unpriced == 1


def test_a_second_final_outcome_counts_its_cost_and_does_not_replace_the_first(
    tmp_path: Path,
) -> None:
    with Journal(tmp_path / "j.sqlite") as journal:
        journal.record(record("a", text="first"))
        journal.record(record("a", text="second"))
        found = journal.lookup("a")
        assert found is not None
        assert found.reply is not None
        assert found.reply.text == "first"
        assert journal.totals().cost_usd == 0.5
        assert [r.reply.text for r in journal.latest() if r.reply] == ["first"]


def test_the_request_is_stored_beside_the_outcome(tmp_path: Path) -> None:
    request = ModelRequest(model_id="m", messages=(text_message("user", "Why “so”?"),))
    with Journal(tmp_path / "j.sqlite") as journal:
        journal.record(record("a"), request)
        stored = journal.request("a")
        assert stored is not None
        assert ModelRequest.model_validate_json(stored) == request
        assert journal.request("b") is None


def test_threads_may_write_one_journal(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.sqlite") as journal:

        def write(prefix: int) -> None:
            for i in range(20):
                journal.record(record(f"{prefix}-{i}"))

        threads = [threading.Thread(target=write, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert journal.totals().n_final == 80


WRITER = """
import sys
from scidoc_assets.storage.journal import Journal
from scidoc_assets_tests.storage.test_journal import record
with Journal(sys.argv[1]) as journal:
    for number in range(int(sys.argv[2]), 10_000_000):
        journal.record(record(str(number)))
        print(number, flush=True)
"""


HOLDER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
"""


def test_a_writer_killed_twice_leaves_only_whole_unique_rows(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    start = 0
    for _ in range(2):
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(start)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        assert child.stdout is not None
        acknowledged = [int(child.stdout.readline()) for _ in range(30)]
        os.kill(child.pid, signal.SIGKILL)
        child.communicate()
        with Journal(path) as journal:
            numbers = [int(r.request_hash) for r in journal.all()]
        assert len(numbers) == len(set(numbers))
        assert set(acknowledged) <= set(numbers)
        start = max(numbers) + 1


def test_a_full_disk_is_named_and_nothing_half_written_stays(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.sqlite") as journal:
        journal.record(record("a"))
        pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalError, match=r"j\.sqlite: disk_full .* free some space") as error:
            journal.record(record("b", text="x" * 100_000))
        assert error.value.cause == "disk_full"
        journal._connection.execute("PRAGMA max_page_count = 1000000")
        journal.record(record("c"))
        assert [r.request_hash for r in journal.all()] == ["a", "c"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    with pytest.raises(JournalError) as error:
        Journal(tmp_path / "file" / "j.sqlite")
    assert error.value.cause == "not_writable"


def test_a_damaged_file_and_a_foreign_database_are_told_apart(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.sqlite"
    damaged.write_bytes(b"this is no database at all" * 100)
    with pytest.raises(JournalError) as error:
        Journal(damaged)
    assert error.value.cause == "damaged"
    foreign = tmp_path / "foreign.sqlite"
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE t (x)")
    connection.commit()
    connection.close()
    with pytest.raises(JournalError) as error:
        Journal(foreign)
    assert error.value.cause == "foreign"


def test_a_journal_that_another_process_writes_for_long_is_locked_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scidoc_assets.storage.journal._BUSY_TIMEOUT_S", 0.05)
    path = tmp_path / "j.sqlite"
    with Journal(path) as journal:
        journal.record(record("a"))
        holder = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(JournalError, match=r"j\.sqlite: locked .* wait for it") as error:
            journal.record(record("b"))
        assert error.value.cause == "locked"
        holder.communicate("\n")
        journal.record(record("c"))
        assert [r.request_hash for r in journal.all()] == ["a", "c"]


def test_model_names_with_slashes_stay_one_folder(tmp_path: Path) -> None:
    path = journal_path(tmp_path, "openai/gpt:x", "direct")
    assert path == tmp_path / "openai%2Fgpt%3Ax" / "direct.sqlite"
