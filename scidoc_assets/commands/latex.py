"""The LaTeX source of one paper, for `scidoc parse --latex`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from scidoc_assets.schemas.layouts import ParsedLayout


class LatexUnusable(Exception):
    """A LaTeX source that cannot be aligned; the message has reason and detail."""


@dataclass(frozen=True)
class AlignedLatex:
    """A layout with its equations' LaTeX, the alignment rows as JSON, and their shares in words."""

    layout: ParsedLayout
    as_json: str
    summary: str


def latex_of(layout: ParsedLayout, latex: Path) -> AlignedLatex:
    """Align the source at `latex` (folder or main file). Raises LatexUnusable."""
    # Imported here: a parse without LaTeX must start fast.
    from scidoc_assets.domain.latex.attaching import with_latex
    from scidoc_assets.domain.latex.rows import align_latex, alignment_shares
    from scidoc_assets.domain.latex.source import LatexError
    from scidoc_assets.storage.latex_files import LatexSourceError, read_latex

    place = latex.resolve()
    try:
        files = read_latex(place.parent, place.name)
        rows = align_latex(layout, files.texts, files.main)
    except (LatexSourceError, LatexError) as error:
        raise LatexUnusable(str(error)) from error
    shares = ", ".join(f"{s.kind} {s.aligned}/{s.total}" for s in alignment_shares(rows))
    text = json.dumps([r.model_dump(mode="json") for r in rows], ensure_ascii=False, indent=1)
    return AlignedLatex(with_latex(layout, rows), text + "\n", f"LaTeX aligned: {shares}")
