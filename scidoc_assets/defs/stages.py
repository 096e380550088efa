"""Every stage, in dependency order."""

from __future__ import annotations

from scidoc_assets.defs import (
    arguments,
    audits,
    contexts,
    curation,
    figures,
    imports,
    labels,
    latex,
    layouts,
    metrics,
    papers,
    quality,
    quality_gold,
    responses,
    tasks,
)
from scidoc_assets.defs.stage import Stage

STAGES: tuple[Stage, ...] = (
    *papers.STAGES,
    *layouts.STAGES,
    *latex.STAGES,
    *figures.STAGES,
    *curation.STAGES,
    *contexts.STAGES,
    *quality_gold.STAGES,
    *quality.STAGES,
    *arguments.STAGES,
    *tasks.STAGES,
    *imports.STAGES,
    *responses.STAGES,
    *labels.STAGES,
    *metrics.STAGES,
    *audits.STAGES,
)
