"""Every stage, in dependency order."""

from __future__ import annotations

from scidoc_assets.defs import (
    arguments,
    audits,
    contexts,
    cross_papers,
    curation,
    disciplines,
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
    review,
    tasks,
    training,
    workflow,
    workflow_judges,
    workflow_scores,
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
    *disciplines.STAGES,
    *arguments.STAGES,
    *cross_papers.STAGES,
    *tasks.STAGES,
    *imports.STAGES,
    *responses.STAGES,
    *labels.STAGES,
    *metrics.STAGES,
    *audits.STAGES,
    *review.STAGES,
    *workflow.STAGES,
    *workflow_scores.STAGES,
    *workflow_judges.STAGES,
    *training.STAGES,
)
