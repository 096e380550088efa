"""A stage: a plain function over rows, with what Dagster needs to know about it beside it.

Bodies stay free of Dagster and testable: `body(run, upstream_a=[rows], ...) -> rows`. The names of
its parameters after `run` are its upstream tables. `assets.py` turns stages into assets.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from scidoc_assets.defs.project import Project, known_table
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.responses import Setting
from scidoc_assets.schemas.tables import TableSpec
from scidoc_assets.storage.code_digest import PACKAGE

Rows = Sequence[Row]
# How rows are made, kept and listed, not what they hold. Replies are kept by request, the parser has
# a digest of its own, settings are part of a fingerprint as values.
FRAME = frozenset(
    {
        "defs.calling",
        "defs.gathering",
        "defs.partitions",
        "defs.previews",
        "defs.project",
        "defs.stage",
        "gateways.llm",
        "gateways.pdf.workers",
        "schemas.settings",
        "schemas.tables",
        "storage.arrow_schema",
        "storage.blobs",
        "storage.content_cache",
        "storage.journal",
        "storage.ledger",
        "storage.parquet",
        "storage.paths",
        "storage.whole_folder",
    }
)


class StageRefused(Exception):
    """A partition that cannot be made as things stand (a key is not set): shown, never retried."""


@dataclass(frozen=True)
class StageRun:
    """One execution of one stage on one partition. `notes` are facts of this execution that are not
    of the rows (calls made and replayed), `shown` what a preview of the rows cannot show, as it is
    not in them (what was dropped); the UI shows both as metadata."""

    project: Project
    partition: str | None
    log: logging.Logger
    forced_papers: frozenset[str] = frozenset()
    notes: dict[str, int] = field(default_factory=dict, compare=False)
    shown: dict[str, Any] = field(default_factory=dict, compare=False)

    @property
    def model_setting(self) -> tuple[str, Setting]:
        """(model_id, setting) of a model partition. Raises ValueError on another partition."""
        if self.partition is None or "|" not in self.partition:
            raise ValueError(f"partition {self.partition!r} is not `model|setting`")
        model, setting = self.partition.rsplit("|", 1)
        return model, cast(Setting, setting)


@dataclass(frozen=True)
class TableCheck:
    """A truth about a table: `name` states it, `offenders(rows)` lists the ids that break it."""

    name: str
    offenders: Callable[[Rows], list[str]]
    is_blocking: bool = False


@dataclass(frozen=True)
class Stage:
    """A table's body and its wiring. `uses` names the settings files it depends on; `version`
    stands for its rules where a test sets one, else the digest of their code does."""

    spec: TableSpec
    body: Callable[..., Rows]
    version: str | None = None
    uses: tuple[str, ...] = ()
    checks: tuple[TableCheck, ...] = ()
    preview: Callable[[Project, Rows], Mapping[str, Any]] | None = None
    pool: str | None = None
    external: Callable[[Project, str | None], str] | None = None
    is_complete: Callable[[Rows], bool] | None = None
    is_there: Callable[[Project], bool] | None = None
    inputs: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        names = list(inspect.signature(self.body).parameters)
        object.__setattr__(self, "inputs", tuple(names[1:]))
        for name in self.inputs:
            known_table(name)

    def code_version(self, project: Project) -> str:
        """What changes when a rule, a prompt or a row model behind the body does."""
        return self.version or project.code.of((self.body.__module__,), is_rule=is_rule)


def is_rule(module: str) -> bool:
    """Whether a module may say what rows hold; `FRAME` and the lists of tables do not."""
    name = module.removeprefix(f"{PACKAGE}.")
    is_frame = any(name == part or name.startswith(f"{part}.") for part in FRAME)
    return not is_frame and not name.endswith("_tables")


def stage(
    name: str,
    version: str | None = None,
    *,
    uses: tuple[str, ...] = (),
    checks: tuple[TableCheck, ...] = (),
    preview: Callable[[Project, Rows], Mapping[str, Any]] | None = None,
    pool: str | None = None,
    external: Callable[[Project, str | None], str] | None = None,
    is_complete: Callable[[Rows], bool] | None = None,
    is_there: Callable[[Project], bool] | None = None,
) -> Callable[[Callable[..., Rows]], Stage]:
    """Decorate a body into a Stage.

    `external(project, partition)` digests what no table holds. `is_complete(rows)` is False for
    rows that are stored and shown but taken up again by the next run (calls stopped by a budget).
    `is_there(project)` is False when what the stage wrote beside its rows was removed since.
    """

    def wrap(body: Callable[..., Rows]) -> Stage:
        spec = known_table(name)
        return Stage(
            spec, body, version, uses, checks, preview, pool, external, is_complete, is_there
        )

    return wrap
