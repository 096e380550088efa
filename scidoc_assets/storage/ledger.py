"""The spend ledger: budgets that hold across the worker processes of a run.

One small SQLite file counts calls and USD per scope (the run, a model); sums stay between runs,
so that a budget is what was ever spent against it, and raising it resumes. Reservations of
processes that died are dropped when the ledger is opened. Refuses a call that could exceed a limit.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from pathlib import Path

import psutil

from scidoc_assets.schemas.calls import FailureCause

_TABLES = """
CREATE TABLE IF NOT EXISTS spent (scope TEXT PRIMARY KEY, calls INTEGER NOT NULL, usd REAL NOT NULL);
CREATE TABLE IF NOT EXISTS reserved (scope TEXT, pid INTEGER, usd REAL NOT NULL,
    PRIMARY KEY (scope, pid));
"""
_TOTALS = """
SELECT calls, usd, (SELECT coalesce(sum(r.usd), 0.0) FROM reserved r WHERE r.scope = spent.scope)
FROM spent WHERE scope = ?
"""
_BUSY_TIMEOUT_S = 30.0


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to WAL. SQLite's busy timeout does not cover the switch itself, so two processes that
    open a new ledger at once would end one of them: wait for the other here."""
    deadline = time.monotonic() + _BUSY_TIMEOUT_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


class LedgerBudget:
    """A cap on one scope of a ledger file. Same use as the in-process `Budget` of the gateway."""

    def __init__(
        self,
        path: Path,
        scope: str,
        limit_usd: float | None,
        limit_calls: int | None,
        spent_usd: float = 0.0,
        spent_calls: int = 0,
    ) -> None:
        """Open (or create) the ledger; raises sqlite3.Error naming what the disk refused.

        `spent_usd` and `spent_calls` (the journals' totals) are the least that counts as spent, so
        that a lost ledger does not open the purse again.
        """
        self.limit_usd = limit_usd
        self.limit_calls = limit_calls
        self._scope = scope
        self._pid = os.getpid()
        self._lock = threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(
            path, timeout=_BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
        )
        _use_wal(self._connection)
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.executescript(_TABLES)
        self._connection.execute("INSERT OR IGNORE INTO spent VALUES (?, 0, 0.0)", (scope,))
        self._connection.execute(
            "UPDATE spent SET calls = max(calls, ?), usd = max(usd, ?) WHERE scope = ?",
            (spent_calls, spent_usd, scope),
        )
        self._drop_dead_reservations()

    @property
    def spent_usd(self) -> float:
        """USD spent so far by all processes, reservations left out."""
        return self._totals()[1]

    @property
    def spent_calls(self) -> int:
        """Tries made so far by all processes."""
        return self._totals()[0]

    def reserve(self, upper_bound_usd: float | None) -> FailureCause | None:
        """Count a try and set its upper bound aside, or name why it must not be made."""
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                cause = self._refusal(upper_bound_usd)
                if cause is None:
                    self._add(1, 0.0, upper_bound_usd or 0.0)
            finally:
                self._connection.execute("COMMIT")
        return cause

    def may_free(self, upper_bound_usd: float | None) -> bool:
        """Whether the try would fit once the calls in flight have cost nothing; what processes
        that died meanwhile have reserved is dropped."""
        if self.limit_usd is None or upper_bound_usd is None:
            return False
        with self._lock:
            self._drop_dead_reservations()
            return self._totals()[1] + upper_bound_usd <= self.limit_usd

    def settle(self, upper_bound_usd: float | None, actual_usd: float | None) -> None:
        """Replace a reservation by what the try cost (None: unknown, nothing is added)."""
        self._change(0, actual_usd or 0.0, -(upper_bound_usd or 0.0))

    def release(self, upper_bound_usd: float | None) -> None:
        """Take back a reservation whose try was never made."""
        self._change(-1, 0.0, -(upper_bound_usd or 0.0))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _refusal(self, upper_bound_usd: float | None) -> FailureCause | None:
        calls, usd, reserved_usd = self._totals()
        if self.limit_calls is not None and calls >= self.limit_calls:
            return "budget_calls"
        if self.limit_usd is None:
            return None
        if upper_bound_usd is None:
            return "price_unknown"
        return "budget_usd" if usd + reserved_usd + upper_bound_usd > self.limit_usd else None

    def _change(self, calls: int, usd: float, reserved_usd: float) -> None:
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._add(calls, usd, reserved_usd)
            finally:
                self._connection.execute("COMMIT")

    def _add(self, calls: int, usd: float, reserved_usd: float) -> None:
        self._connection.execute(
            "UPDATE spent SET calls = calls + ?, usd = usd + ? WHERE scope = ?",
            (calls, usd, self._scope),
        )
        self._connection.execute(
            "INSERT INTO reserved VALUES (?, ?, max(0.0, ?)) ON CONFLICT (scope, pid) "
            "DO UPDATE SET usd = max(0.0, usd + ?)",
            (self._scope, self._pid, reserved_usd, reserved_usd),
        )

    def _totals(self) -> tuple[int, float, float]:
        return self._connection.execute(_TOTALS, (self._scope,)).fetchone()

    def _drop_dead_reservations(self) -> None:
        pids = [row[0] for row in self._connection.execute("SELECT DISTINCT pid FROM reserved")]
        dead = [(pid,) for pid in pids if not psutil.pid_exists(pid)]
        self._connection.executemany("DELETE FROM reserved WHERE pid = ?", dead)
