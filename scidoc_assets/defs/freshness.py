"""What must be made again: fingerprints of what a partition is made from, compared with its footer.

fingerprint = digest of the stage's rules + the settings it uses + digests of its upstream partitions + whatever
lies outside the store (corpus files, imported bundles). A rewritten upstream with equal rows keeps
its digest, so nothing downstream is stale.
"""

from __future__ import annotations

import hashlib
import json

from scidoc_assets.defs.partitions import Partitions, upstream_keys
from scidoc_assets.defs.project import Project, known_table
from scidoc_assets.defs.stage import Stage
from scidoc_assets.schemas.tables import TableSpec
from scidoc_assets.storage.parquet import StoredTable, stored_table

MISSING = "missing"


class Freshness:
    """Reads footers and corpus once per instance; make a new one after anything was written."""

    def __init__(self, project: Project, partitions: Partitions) -> None:
        self._project = project.snapshot()
        self._partitions = partitions
        self._stored: dict[tuple[str, str | None], StoredTable | None] = {}

    def stored(self, spec: TableSpec, key: str | None) -> StoredTable | None:
        """Footer facts of a partition, or None where nothing is stored."""
        place = (spec.name, key)
        if place not in self._stored:
            self._stored[place] = stored_table(self._project.table_path(spec, key))
        return self._stored[place]

    def note(self, spec: TableSpec, key: str | None, stored: StoredTable) -> None:
        """Tell what was just written, so that what reads it is judged by the new footer."""
        self._stored[spec.name, key] = stored

    def fingerprint(self, stage: Stage, key: str | None) -> str:
        """What this partition would be made from now, as a sha256."""
        parts: list[object] = [stage.code_version(self._project), stage.spec.row.__name__]
        parts += [
            getattr(self._project.settings, name).model_dump(mode="json") for name in stage.uses
        ]
        for name in stage.inputs:
            spec = known_table(name)
            for upstream_key in upstream_keys(spec, stage.spec, key, self._partitions):
                stored = self.stored(spec, upstream_key)
                parts.append([name, upstream_key, stored.digest if stored else MISSING])
        if stage.external is not None:
            parts.append(stage.external(self._project, key))
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    def is_stale(self, stage: Stage, key: str | None) -> bool:
        """True when nothing is stored, it was made from something else, or its files are gone."""
        stored = self.stored(stage.spec, key)
        if stage.is_there is not None and not stage.is_there(self._project):
            return True
        return stored is None or stored.fingerprint != self.fingerprint(stage, key)
