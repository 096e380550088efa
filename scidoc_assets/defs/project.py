"""The project as assets see it: settings, places and gateways, chosen once in definitions.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from scidoc_assets.gateways.sandbox.selftest import NoSandbox
from scidoc_assets.schemas.settings import Settings
from scidoc_assets.schemas.tables import DIMENSIONS, TABLES, TableSpec
from scidoc_assets.storage.blobs import BlobStore
from scidoc_assets.storage.code_digest import CodeDigests
from scidoc_assets.storage.paths import ProjectPaths, path_token

T = TypeVar("T")


@dataclass(frozen=True)
class Gateways:
    """Factories of the outside world; tests pass fakes.

    `ocr()` gives an OcrEngine or None; `page_ocr` opens a page reader inside a parse worker;
    `pool(parse_options)` gives the parse workers of this process (None: new ones for each call);
    `model(settings, journal, budgets)` a journalled gateway; `sandbox()` what runs untrusted code.
    """

    ocr: Callable[[], Any]
    model: Callable[..., Any]
    page_ocr: Callable[[], Any] | None = None
    pool: Callable[[Any], Any] = lambda options: None
    sandbox: Callable[[], Any] = lambda: NoSandbox("this project opens no sandbox")


@dataclass(frozen=True)
class Project:
    """Everything a stage body may touch besides its inputs."""

    paths: ProjectPaths
    settings: Settings
    gateways: Gateways
    blobs: BlobStore = field(init=False)
    code: CodeDigests = field(default=None, compare=False, repr=False)  # type: ignore[assignment]
    looked_up: dict[str, Any] | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "blobs", BlobStore(self.paths.blobs))
        if self.code is None:
            object.__setattr__(self, "code", CodeDigests(self.paths.cache / "rules.json"))

    def snapshot(self) -> Project:
        """The same project for one pass of planning, which asks for hundreds of partitions what lies
        outside the store (corpus, imports, decisions): each is read once."""
        return replace(self, looked_up={})

    def once(self, name: str, read: Callable[[], T]) -> T:
        """`read()`, or what it gave before in this snapshot; always anew outside of one."""
        if self.looked_up is None:
            return read()
        if name not in self.looked_up:
            self.looked_up[name] = read()
        return self.looked_up[name]

    def table_path(self, spec: TableSpec, partition: str | None) -> Any:
        """File of one partition of a table (hive folders; see `partition_folders`)."""
        folder = self.paths.store / spec.name
        for name in partition_folders(spec, partition):
            folder = folder / name
        return folder / "part.parquet"


def partition_folders(spec: TableSpec, partition: str | None) -> list[str]:
    """Hive folder names of a partition key: `shard=0f`, or `model=a%2Fb/setting=direct`."""
    names = DIMENSIONS[spec.partitions]
    if not names:
        return []
    values = str(partition).split("|")
    return [f"{name}={path_token(value)}" for name, value in zip(names, values, strict=True)]


def known_table(name: str) -> TableSpec:
    """The spec of a table. Raises KeyError naming the tables there are."""
    if name not in TABLES:
        raise KeyError(f"no table {name!r}; tables: {', '.join(TABLES)}")
    return TABLES[name]
