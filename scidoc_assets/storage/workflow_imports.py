"""Imported workflow benchmarks: published tables and authored items, read once and kept as JSON.

`data/workflow/<folder name>/` holds items.jsonl, instances.jsonl and pictures by content hash with
their names in one file. Refuses a folder with any bad line, a picture that is missing or lies
outside the folder, and an item that another import holds; nothing of it is stored then.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pydantic import ValidationError

from scidoc_assets.domain.workflow.item_faults import item_fault, picture_names
from scidoc_assets.domain.workflow.published_rows import WorkflowImportError
from scidoc_assets.domain.workflow.published_table import (
    PublishedImport,
    import_authored,
    import_published,
)
from scidoc_assets.domain.workflow.table_files import (
    FileKind,
    file_kind,
    setting_of,
    table_rows,
)
from scidoc_assets.schemas.workflow import WorkflowInstance, WorkflowItem, WorkflowSetting
from scidoc_assets.storage.imported_folders import (
    BundleError,
    import_name,
    imported_folders,
)
from scidoc_assets.storage.paths import ProjectPaths
from scidoc_assets.storage.whole_folder import replaced_folder

ITEMS, INSTANCES, NAMES, PICTURES = "items.jsonl", "instances.jsonl", "pictures.json", "pictures"
_HEAD_BYTES = 65_536


@dataclass(frozen=True)
class WorkflowImport:
    """One import: items, the instances of a published table, hashes of pictures by name."""

    name: str
    items: list[WorkflowItem]
    instances: list[WorkflowInstance]
    pictures: Mapping[str, str]


def is_workflow_folder(folder: Path) -> bool:
    """Whether a folder holds workflow tables or authored items, by what stands in its files."""
    return bool(_kinds(folder))


def add_workflow(paths: ProjectPaths, folder: Path) -> WorkflowImport:
    """Import a folder, replacing an earlier import of that name.

    Raises BundleError on a bad line, item or picture, StoreError when not writable.
    """
    name = import_name(folder)
    try:
        found = _read_folder(folder, name)
    except (WorkflowImportError, UnicodeDecodeError) as error:
        raise BundleError(f"{error}; nothing was imported") from error
    _refuse_faults(paths, name, found.items)
    pictures = dict(found.images)
    for file in _picture_files(found):
        if file not in pictures:
            pictures[file] = _picture(folder, file)
    hashes = {file: hashlib.sha256(data).hexdigest() for file, data in pictures.items()}
    _store(paths.workflow / name, found, pictures, hashes)
    return WorkflowImport(name, found.items, found.instances, hashes)


def read_workflows(paths: ProjectPaths) -> list[WorkflowImport]:
    """All imports by name. Raises BundleError when one was damaged since."""
    return [_stored(str(p), _digest(p)) for p in imported_folders(paths.workflow)]


def workflows_digest(paths: ProjectPaths) -> str:
    """One digest over all imports, for freshness (pictures by their stored hashes)."""
    return ";".join(f"{p.name}:{_digest(p)}" for p in imported_folders(paths.workflow))


def picture_bytes(paths: ProjectPaths, imported: WorkflowImport, file: str) -> bytes:
    """Bytes of a picture of an import. Raises BundleError when it is gone."""
    sha256 = imported.pictures.get(file, "")
    path = paths.workflow / imported.name / PICTURES / sha256
    if not sha256 or not path.is_file():
        raise BundleError(f"workflow import {imported.name}: picture {file!r} is missing")
    return path.read_bytes()


def _kinds(folder: Path) -> dict[str, FileKind]:
    found: dict[str, FileKind] = {}
    for path in sorted(p for p in folder.iterdir() if p.is_file()):
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES).decode("utf-8", "replace")
        kind = file_kind(path.name, head)
        if kind is not None:
            found[path.name] = kind
    return found


def _read_folder(folder: Path, name: str) -> PublishedImport:
    kinds = _kinds(folder)
    texts = {file: (folder / file).read_bytes().decode("utf-8") for file in kinds}
    tables: dict[WorkflowSetting, str] = {}
    items: list[WorkflowItem] = []
    for file, kind in kinds.items():
        digest = hashlib.sha256(texts[file].encode()).hexdigest()
        if kind == "items":
            items += import_authored(texts[file].split("\n"), file, digest)
            continue
        setting = setting_of(file)
        if setting in tables:
            raise WorkflowImportError(
                file, 1, "(file name)", f"{tables[setting]} is of {setting} too"
            )
        tables[setting] = file
    whole = hashlib.sha256("".join(texts[f] for f in tables.values()).encode()).hexdigest()
    rows: dict[WorkflowSetting, Iterable[Mapping[str, str]]] = {
        setting: table_rows(file, texts[file]) for setting, file in tables.items()
    }
    published = import_published(rows, name, whole, tables)
    return PublishedImport([*published.items, *items], published.instances, published.images)


def _refuse_faults(paths: ProjectPaths, name: str, items: Iterable[WorkflowItem]) -> None:
    taken = {
        (item.benchmark, item.item_id): other.name
        for other in read_workflows(paths)
        if other.name != name
        for item in other.items
    }
    for item in items:
        fault = item_fault(item)
        key = (item.benchmark, item.item_id)
        if fault is None and key in taken:
            fault = f"item {item.item_id} of {item.benchmark} is in the import {taken[key]!r}"
        if fault is not None:
            raise BundleError(f"{fault}; nothing was imported")
        taken[key] = name


def _picture_files(found: PublishedImport) -> list[str]:
    shown = [p.file for i in found.instances for p in i.parts if p.kind == "file_image"]
    needed = [name for item in found.items for name in picture_names(item)]
    return list(dict.fromkeys(file for file in (*shown, *needed) if file))


def _picture(folder: Path, file: str) -> bytes:
    """A picture of the folder, by its path or its last part. Raises BundleError."""
    last = file.replace("\\", "/").rsplit("/", 1)[-1]
    root = folder.resolve()
    for candidate in (root / file, root / "images" / last, root / last):
        path = candidate.resolve()
        if path.is_relative_to(root) and path.is_file():
            return path.read_bytes()
    raise BundleError(f"picture {file!r} is not in {folder} (or its images/); nothing was imported")


def _store(
    target: Path, found: PublishedImport, pictures: Mapping[str, bytes], hashes: Mapping[str, str]
) -> None:
    with replaced_folder(target) as part:
        (part / PICTURES).mkdir()
        (part / ITEMS).write_bytes(_json_lines([i.model_dump_json() for i in found.items]))
        (part / INSTANCES).write_bytes(_json_lines([i.model_dump_json() for i in found.instances]))
        (part / NAMES).write_text(json.dumps(dict(hashes), sort_keys=True), encoding="utf-8")
        for file, data in pictures.items():
            (part / PICTURES / hashes[file]).write_bytes(data)


def _json_lines(values: list[str]) -> bytes:
    return "".join(f"{value}\n" for value in values).encode()


@lru_cache(maxsize=8)
def _stored(folder: str, digest: str) -> WorkflowImport:
    path = Path(folder)
    try:
        return WorkflowImport(
            path.name,
            [WorkflowItem.model_validate_json(line) for line in _lines(path / ITEMS)],
            [WorkflowInstance.model_validate_json(line) for line in _lines(path / INSTANCES)],
            json.loads((path / NAMES).read_text(encoding="utf-8")),
        )
    except (OSError, ValidationError, ValueError) as error:
        raise BundleError(
            f"workflow import {path.name}: damaged ({error}); import again"
        ) from error


def _lines(path: Path) -> list[str]:
    # Not splitlines(): a text may hold other line separators than the one JSON Lines uses.
    return [line for line in path.read_text(encoding="utf-8").split("\n") if line]


def _digest(folder: Path) -> str:
    whole = hashlib.sha256()
    for name in (ITEMS, INSTANCES, NAMES):
        path = folder / name
        whole.update(path.read_bytes() if path.is_file() else b"missing")
    return whole.hexdigest()
