"""training.yaml and workflow.yaml: how much training data is made, what it keeps away from, and
what the workflow benchmark asks. Frozen, extra keys forbidden, like `settings.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field, NonNegativeInt, PositiveInt, model_validator

from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.workflow import WORKFLOW_SETTINGS, WorkflowSetting


def refuse_repeats(word: str, names: Sequence[str]) -> None:
    """Raise ValueError for names that partitions or rows would be told apart by, given twice."""
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"{word} used twice: {', '.join(twice)}")


class TrainingSettings(Row):
    """training.yaml: candidates per subtask, and what must never become a sample.

    `per_paper`, `pairs` and `synthetic` are numbers of candidates of each subtask: of one paper,
    over pairs of papers, and of made-up sources. Papers in `benchmark_papers` (ids or sha256) give
    no sample at all, nor do those of workflow items and imported benchmarks. Our own reasoning
    tasks keep their questions and answers out (`text`) or their whole papers (`paper`). `model`
    (of models.yaml) rewords instructions and gives a second opinion on citation roles.
    """

    seed: int = 0
    per_paper: NonNegativeInt = 12
    pairs: NonNegativeInt = 40
    synthetic: NonNegativeInt = 160
    benchmark_papers: list[str] = []
    reasoning_tasks: Literal["text", "paper"] = "text"
    plotqa: str | None = None
    model: str | None = None
    page_dpi: int = Field(default=110, ge=50, le=300)
    previews: NonNegativeInt = 2


class WorkflowSettings(Row):
    """workflow.yaml: which settings are asked, how judges are audited, what may stay unscored.

    `page_dpi` is the resolution of page pictures. `max_unscored_share` of a cell may lack a score
    (failed judge, no sandbox) before its mean is withheld. The audit draws `audit_per_setting`
    answers of each setting.
    """

    settings: list[WorkflowSetting] = Field(default=list(WORKFLOW_SETTINGS), min_length=1)
    repeats: PositiveInt = 1
    page_dpi: int = Field(default=150, ge=50, le=300)
    max_unscored_share: float = Field(default=0.05, ge=0, le=1)
    bootstrap_resamples: PositiveInt = 10_000
    audit_per_setting: NonNegativeInt = 25
    seed: int = 0

    @model_validator(mode="after")
    def _settings_differ(self) -> WorkflowSettings:
        refuse_repeats("setting", self.settings)
        return self
