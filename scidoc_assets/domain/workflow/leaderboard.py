"""Published leaderboards as metric rows, and statistics over many models' metrics.

Reads columns model, overall, the four settings and the group letters. Refuses a cell that is not a
number in [0, 100], naming model and column.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import get_args

import numpy as np

from scidoc_assets.domain.workflow.aggregation import stability_of
from scidoc_assets.schemas.workflow import (
    WORKFLOW_SETTINGS,
    Group,
    MetricScope,
    WorkflowMetric,
)


@dataclass(frozen=True)
class BoardSummary:
    """What the models of one board say together; means weigh models equally, gaps in points."""

    models: int
    english_mean: float
    chinese_mean: float
    language_gap: float
    representation_gap: float
    favour_images_first: int
    representation_exceeds_language: int
    mean_setting_range: float
    group_means: Mapping[str, float]
    group_range_min: float
    group_range_max: float


def board_metrics(
    rows: Iterable[Mapping[str, str]],
    benchmark: str,
    instances: int = 496,
    group_instances: Mapping[str, int] | None = None,
) -> list[WorkflowMetric]:
    """Metric rows of a board in the published columns. Raises ValueError for a bad cell.

    `n` of a group is what `group_instances` says, else 0: the board does not state it.
    """
    metrics = []
    for row in rows:
        known = group_instances or {}
        cells: list[tuple[MetricScope, str, str, int]] = [
            ("overall", "all", "overall", instances),
            *(("setting", s, s, instances // 4) for s in WORKFLOW_SETTINGS),
            *(("group", g, g, known.get(g, 0)) for g in get_args(Group)),
        ]
        for scope, scope_value, column, n in cells:
            metrics.append(
                WorkflowMetric(
                    benchmark=benchmark,
                    model=row["model"],
                    scope=scope,
                    scope_value=scope_value,
                    value=_cell(row, column),
                    n=n,
                    planned_n=n,
                    failed_n=0,
                    unscored_n=0,
                )
            )
    return metrics


def summarise_board(metrics: Iterable[WorkflowMetric]) -> BoardSummary:
    """Statistics over all models that have a value in every setting and some group.

    Raises ValueError when there is none.
    """
    rows = list(metrics)
    stability = [s for s in stability_of(rows) if s.language_gap is not None]
    if not stability:
        raise ValueError("no model has a value in all four settings")
    settings = {s: _mean_of(rows, "setting", s) for s in WORKFLOW_SETTINGS}
    languages = np.array([s.language_gap for s in stability], dtype=float)
    representations = np.array([s.representation_gap for s in stability], dtype=float)
    ranges = [s.group_range for s in stability if s.group_range is not None]
    return BoardSummary(
        models=len(stability),
        english_mean=(settings[WORKFLOW_SETTINGS[0]] + settings[WORKFLOW_SETTINGS[1]]) / 2.0,
        chinese_mean=(settings[WORKFLOW_SETTINGS[2]] + settings[WORKFLOW_SETTINGS[3]]) / 2.0,
        language_gap=float(languages.mean()),
        representation_gap=float(representations.mean()),
        favour_images_first=int((representations > 0).sum()),
        representation_exceeds_language=int((abs(representations) > abs(languages)).sum()),
        mean_setting_range=float(
            np.mean([s.setting_range for s in stability if s.setting_range is not None])
        ),
        group_means={
            group: _mean_of(rows, "group", group)
            for group in sorted({r.scope_value for r in rows if r.scope == "group"})
        },
        group_range_min=min(ranges),
        group_range_max=max(ranges),
    )


def _mean_of(rows: list[WorkflowMetric], scope: str, value: str) -> float:
    found = [
        r.value for r in rows if r.scope == scope and r.scope_value == value and r.value is not None
    ]
    return float(np.mean(found))


def _cell(row: Mapping[str, str], column: str) -> float:
    try:
        value = float(row[column])
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"model {row.get('model')}, column {column}: not a number") from error
    if not (math.isfinite(value) and 0.0 <= value <= 100.0):
        raise ValueError(f"model {row.get('model')}, column {column}: {value} outside 0-100")
    return value
