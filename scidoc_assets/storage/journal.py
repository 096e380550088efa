"""The call journal: one SQLite file per model x setting (or run id), written before anything else.

Every outcome of a model call is a row, appended in one transaction and keyed by request hash and
repeat; a key has at most one final row, which a resumed run takes instead of calling again.
Earlier outcomes of a key stay, with their cost. Refuses files that are not ours and never hides a
failed write: `JournalError` names the file, the cause and the way out.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NoReturn
from urllib.parse import quote

from scidoc_assets.schemas.calls import CallRecord, ModelRequest

JournalCause = Literal["disk_full", "not_writable", "locked", "damaged", "foreign", "io_error"]

_APPLICATION_ID = 0x5C1D0C
_FORMAT = 1
_BUSY_TIMEOUT_S = 30.0
_CHECKPOINT_PAGES = 4000  # 16 MB: index pages that change with every call are copied less often
_CAUSE_OF_CODE: dict[int, JournalCause] = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "not_writable",
    sqlite3.SQLITE_CANTOPEN: "not_writable",
    sqlite3.SQLITE_PERM: "not_writable",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
_WAY_OUT: dict[JournalCause, str] = {
    "disk_full": "free some space and run again; finished calls are kept",
    "not_writable": "make the folder and file writable, or set another store folder",
    "locked": "another run writes this journal; wait for it to end and run again",
    "damaged": "move the file away to start over, or recover it with `sqlite3 FILE .recover`",
    "foreign": "this is not a call journal of this version; move it away",
    "io_error": "check the disk and run again; finished calls are kept",
}
_TABLES = """
CREATE TABLE IF NOT EXISTS calls (
    call_index INTEGER PRIMARY KEY,
    request_hash TEXT NOT NULL,
    repeat INTEGER NOT NULL,
    status TEXT NOT NULL,
    is_final INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    cost_usd REAL,
    record TEXT NOT NULL,
    request TEXT
);
CREATE UNIQUE INDEX IF NOT EXISTS one_final_per_key
    ON calls (request_hash, repeat) WHERE is_final = 1;
"""


_INSERT = (
    "INSERT INTO calls (request_hash, repeat, status, is_final, tries, cost_usd, record, request) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)


class JournalError(Exception):
    """A journal that cannot be read or written: file, cause from the closed list, way out."""

    def __init__(self, path: Path, cause: JournalCause, detail: str) -> None:
        self.path = path
        self.cause: JournalCause = cause
        super().__init__(f"journal {path}: {cause} ({detail}); {_WAY_OUT[cause]}")


@dataclass(frozen=True)
class JournalTotals:
    """What a journal has cost so far. `n_tries` counts calls at the provider, failed ones too.

    `n_unpriced` counts outcomes whose cost is unknown; `cost_usd` is the sum of the known ones.
    """

    n_outcomes: int
    n_final: int
    n_tries: int
    cost_usd: float
    n_unpriced: int


class Journal:
    """One journal file. Usable from several threads; several processes wait for one another."""

    def __init__(self, path: Path | str) -> None:
        """Open the journal, creating file and folders; raises JournalError."""
        self.path = Path(path)
        self._lock = threading.Lock()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(self.path, "not_writable", str(error)) from error
        try:
            self._connection = sqlite3.connect(
                self.path,
                timeout=_BUSY_TIMEOUT_S,
                isolation_level=None,
                check_same_thread=False,
            )
        except sqlite3.Error as error:
            self._fail(error)
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._connection.close()
            self._fail(error)
        except JournalError:
            self._connection.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; later use raises."""
        with self._lock:
            self._connection.close()

    def lookup(self, request_hash: str, repeat: int = 0) -> CallRecord | None:
        """The final outcome of a key with `is_replayed` set, or None if it must be called."""
        rows = self._query(
            "SELECT record FROM calls WHERE request_hash = ? AND repeat = ? AND is_final = 1",
            (request_hash, repeat),
        )
        if not rows:
            return None
        return _as_record(rows[0][0]).model_copy(update={"is_replayed": True})

    def record(self, record: CallRecord, request: ModelRequest | None = None) -> None:
        """Append an outcome (and its request, images by hash) in one transaction.

        A second final outcome of a key (two processes at once) is kept for its cost and does not
        replace the first. Raises JournalError; then nothing of this outcome is stored.
        """
        body = record.model_dump_json()
        request_json = None if request is None else request.model_dump_json()
        try:
            with self._lock:
                self._write(record, body, request_json)
        except sqlite3.Error as error:
            self._fail(error)

    def all(self) -> Iterator[CallRecord]:
        """Every outcome in the order of writing, earlier failures of a key included."""
        yield from self._records("SELECT record FROM calls ORDER BY call_index")

    def latest(self) -> Iterator[CallRecord]:
        """One outcome per key: the final one, otherwise the last failure."""
        yield from self._records(
            "SELECT record FROM (SELECT record, call_index, row_number() OVER ("
            "PARTITION BY request_hash, repeat ORDER BY is_final DESC, call_index DESC) AS rank "
            "FROM calls) WHERE rank = 1 ORDER BY call_index"
        )

    def request(self, request_hash: str) -> str | None:
        """The stored request as JSON text (images by hash), or None."""
        rows = self._query(
            "SELECT request FROM calls WHERE request_hash = ? AND request IS NOT NULL LIMIT 1",
            (request_hash,),
        )
        return rows[0][0] if rows else None

    def totals(self) -> JournalTotals:
        """Outcomes, tries and cost over all rows."""
        (row,) = self._query(
            "SELECT count(*), coalesce(sum(is_final), 0), coalesce(sum(tries), 0), "
            "coalesce(sum(cost_usd), 0.0), coalesce(sum(cost_usd IS NULL AND tries > 0), 0) "
            "FROM calls",
            (),
        )
        return JournalTotals(*row)

    def _prepare(self) -> None:
        connection = self._connection
        found = connection.execute("PRAGMA application_id").fetchone()[0]
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        is_ours = found == _APPLICATION_ID and version == _FORMAT
        if tables and not is_ours:
            raise JournalError(self.path, "foreign", f"application id {found}, format {version}")
        connection.execute("PRAGMA journal_mode = WAL")
        # NORMAL: a killed process loses nothing; only a power cut may lose the last rows.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
        if not is_ours:
            connection.executescript(
                f"BEGIN IMMEDIATE; PRAGMA application_id = {_APPLICATION_ID}; "
                f"PRAGMA user_version = {_FORMAT}; {_TABLES} COMMIT;"
            )

    def _write(self, record: CallRecord, body: str, request_json: str | None) -> None:
        # One autocommitted statement a call: half the cost of an explicit transaction.
        key = (record.request_hash, record.repeat, record.status)
        rest = (len(record.attempts), record.cost_usd, body, request_json)
        try:
            self._connection.execute(_INSERT, (*key, int(record.is_final), *rest))
        except sqlite3.IntegrityError:
            self._connection.execute(_INSERT, (*key, 0, *rest))

    def _query(self, sql: str, values: tuple[object, ...]) -> list[tuple]:
        try:
            with self._lock:
                return self._connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            self._fail(error)

    def _records(self, sql: str) -> Iterator[CallRecord]:
        """Stream rows over a connection of its own, so that memory stays flat."""
        try:
            reader = sqlite3.connect(self.path, timeout=_BUSY_TIMEOUT_S)
            try:
                for (body,) in reader.execute(sql):
                    yield _as_record(body)
            finally:
                reader.close()
        except sqlite3.Error as error:
            self._fail(error)

    def _fail(self, error: sqlite3.Error) -> NoReturn:
        code = getattr(error, "sqlite_errorcode", None)
        cause: JournalCause = "io_error"
        if code is not None:
            cause = _CAUSE_OF_CODE.get(code & 0xFF, "io_error")
        raise JournalError(self.path, cause, str(error)) from error


def journal_path(folder: Path, model_id: str, setting: str) -> Path:
    """File of one model x setting under `folder`; names are percent-encoded."""
    return folder / quote(model_id, safe="") / f"{quote(setting, safe='')}.sqlite"


def _as_record(body: str) -> CallRecord:
    return CallRecord.model_validate_json(body)
