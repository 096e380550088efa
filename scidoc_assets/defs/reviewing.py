"""Taking reviewers' decisions in: checked against the packets as they stand, stored once.

Refuses to import before there are packets, and a file that holds no decisions.
"""

from __future__ import annotations

from scidoc_assets.defs.project import Project, known_table
from scidoc_assets.defs.reviewed import wording_faults
from scidoc_assets.defs.stored import rows_in_store
from scidoc_assets.domain.review.decisions import (
    DecisionFileError,
    admit_decisions,
    read_decisions,
)
from scidoc_assets.schemas.review import RefusedDecision, ReviewDecision, ReviewPacket
from scidoc_assets.schemas.tasks import ReasoningTask
from scidoc_assets.storage.parquet import StoreError, read_rows
from scidoc_assets.storage.review_files import add_decisions, stored_decisions


def import_decisions(
    project: Project, text: str, name: str
) -> tuple[list[ReviewDecision], int, list[RefusedDecision]]:
    """Store the new decisions of a file; returns them, how many were known, and those refused.

    Raises StoreError without packets, for a file that is neither form, or on a full disk.
    """
    spec = known_table("review_packets")
    path = project.table_path(spec, None)
    if not path.exists():
        raise StoreError("no review packets yet: `scidoc run` makes them")
    try:
        source, given = read_decisions(text)
    except DecisionFileError as error:
        raise StoreError(f"{name}: {error}") from error
    taken, refused = admit_decisions(
        given,
        source,
        read_rows(path, ReviewPacket),
        stored_decisions(project.paths.review),
        wording_faults(rows_in_store(project, "reasoning_tasks", ReasoningTask)),
    )
    add_decisions(project.paths.review, taken)
    return taken, len(given) - len(taken) - len(refused), refused
