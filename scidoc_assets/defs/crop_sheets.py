"""Contact sheets of crops, the preview of every stage that keeps or drops figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scidoc_assets.defs.previews import picture
from scidoc_assets.defs.project import Project
from scidoc_assets.domain.figures.sheets import SheetItem, contact_sheet
from scidoc_assets.schemas.figures import FigureParts


def crop_sheet(
    project: Project, rows: Sequence[FigureParts], notes: Sequence[str], name: str
) -> dict[str, Any]:
    """One sheet under `name`, a note below each crop; nothing without rows, a gap without a crop."""
    items = [
        SheetItem(row.figure_id, note, project.blobs.get_if_stored(row.crop_sha256))
        for row, note in zip(rows, notes, strict=True)
    ]
    return {name: picture(contact_sheet(items), name)} if items else {}
