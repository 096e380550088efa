"""Every stage, in dependency order."""

from __future__ import annotations

from scidoc_assets.defs import papers
from scidoc_assets.defs.stage import Stage

STAGES: tuple[Stage, ...] = (*papers.STAGES,)
