"""Scores into metrics: overall, setting, group, subtask, gaps, interaction, stability.

Every instance counts once; a failed or empty response counts as 0; what could not be measured
(no sandbox, failed judge) leaves the mean and is counted, and blocks it beyond a declared share.
Refuses to report a mean of nothing: null with a reason, never NaN (bug log B22).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from scidoc_assets.schemas.workflow import (
    WORKFLOW_SETTINGS,
    MetricScope,
    WorkflowMetric,
    WorkflowScore,
    WorkflowStability,
)

# Causes that mean the model gave nothing to evaluate; `wrong` and `partial` are answers.
_NO_ANSWER = frozenset({"empty", "refused", "truncated", "no_response", "unparseable"})
MAX_UNSCORED_SHARE = 0.05


def metrics_of(
    scores: Iterable[WorkflowScore], max_unscored_share: float = MAX_UNSCORED_SHARE
) -> list[WorkflowMetric]:
    """Means x 100 per benchmark, model and scope; order: model, scope, scope value.

    A null `value` has reason `too_many_unscored` or `nothing_scored`.
    """
    cells: dict[tuple[str, str, MetricScope, str], list[WorkflowScore]] = defaultdict(list)
    for score in scores:
        scopes: dict[MetricScope, str] = {
            "overall": "all",
            "setting": score.setting,
            "group": score.group,
            "subtask": score.subtask,
        }
        for scope, value in scopes.items():
            cells[(score.benchmark, score.model, scope, value)].append(score)
    order: dict[MetricScope, int] = {"overall": 0, "setting": 1, "group": 2, "subtask": 3}
    keys = sorted(cells, key=lambda key: (key[0], key[1], order[key[2]], key[3]))
    return [_metric(key, cells[key], max_unscored_share) for key in keys]


def _metric(
    key: tuple[str, str, MetricScope, str], rows: Sequence[WorkflowScore], max_share: float
) -> WorkflowMetric:
    values = [row.score for row in rows if row.score is not None]
    unscored = len(rows) - len(values)
    reason = None
    if not values:
        reason = "nothing_scored"
    elif unscored > max_share * len(rows):
        reason = "too_many_unscored"
    return WorkflowMetric(
        benchmark=key[0],
        model=key[1],
        scope=key[2],
        scope_value=key[3],
        value=None if reason else 100.0 * float(np.mean(values)),
        n=len(values),
        planned_n=len(rows),
        failed_n=sum(row.cause in _NO_ANSWER for row in rows),
        unscored_n=unscored,
        reason=reason,
    )


def stability_of(
    metrics: Iterable[WorkflowMetric],
    scores: Iterable[WorkflowScore] = (),
    resamples: int = 10_000,
    seed: int = 0,
) -> list[WorkflowStability]:
    """Gaps, interaction and ranges of every model, from its setting and group metrics.

    Where `scores` are given, intervals of the gaps come from questions in all four settings.
    """
    by_model: dict[tuple[str, str], dict[tuple[str, str], float]] = defaultdict(dict)
    for metric in metrics:
        cell = by_model[(metric.benchmark, metric.model)]
        if metric.value is not None:
            cell[(metric.scope, metric.scope_value)] = metric.value
    paired = _paired_scores(scores)
    return [
        _stability(key, cells, paired.get(key), resamples, seed)
        for key, cells in sorted(by_model.items())
    ]


def setting_gaps(values: Mapping[str, float]) -> dict[str, float]:
    """Language gap, representation gap, interaction and range of one value per setting.

    Raises KeyError naming a missing setting.
    """
    en_images, en_text, zh_images, zh_text = (values[s] for s in WORKFLOW_SETTINGS)
    return {
        "language_gap": (en_images + en_text - zh_images - zh_text) / 2.0,
        "representation_gap": (en_images + zh_images - en_text - zh_text) / 2.0,
        "interaction": (en_images - en_text) - (zh_images - zh_text),
        "setting_range": max(values[s] for s in WORKFLOW_SETTINGS)
        - min(values[s] for s in WORKFLOW_SETTINGS),
    }


def _stability(
    key: tuple[str, str],
    cells: Mapping[tuple[str, str], float],
    paired: np.ndarray | None,
    resamples: int,
    seed: int,
) -> WorkflowStability:
    settings = {value: v for (scope, value), v in cells.items() if scope == "setting"}
    groups = [v for (scope, _), v in cells.items() if scope == "group"]
    missing = [s for s in WORKFLOW_SETTINGS if s not in settings]
    gaps = dict[str, float | None]() if missing else dict(setting_gaps(settings))
    intervals = {} if paired is None else _gap_intervals(paired, resamples, seed)
    return WorkflowStability(
        benchmark=key[0],
        model=key[1],
        language_gap=gaps.get("language_gap"),
        representation_gap=gaps.get("representation_gap"),
        interaction=gaps.get("interaction"),
        setting_range=gaps.get("setting_range"),
        group_range=max(groups) - min(groups) if groups else None,
        paired_n=0 if paired is None else len(paired),
        reason=f"settings without a value: {', '.join(missing)}" if missing else None,
        **intervals,
    )


def _paired_scores(scores: Iterable[WorkflowScore]) -> dict[tuple[str, str], np.ndarray]:
    """(questions, 4 settings) x 100 per model, of questions scored in all four settings."""
    cells: dict[tuple[str, str], dict[str, dict[str, list[float]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    for row in scores:
        if row.score is not None:
            cells[(row.benchmark, row.model)][row.item_id][row.setting].append(row.score)
    return {
        key: np.array(
            [
                [100.0 * float(np.mean(settings[s])) for s in WORKFLOW_SETTINGS]
                for _, settings in sorted(items.items())
                if len(settings) == len(WORKFLOW_SETTINGS)
            ]
        ).reshape(-1, len(WORKFLOW_SETTINGS))
        for key, items in cells.items()
    }


def _gap_intervals(paired: np.ndarray, resamples: int, seed: int) -> dict[str, float | None]:
    """95 % percentile intervals of both gaps, questions resampled; none below two questions."""
    if len(paired) < 2:
        return {}
    rng = np.random.default_rng(seed)
    weights = rng.multinomial(len(paired), np.full(len(paired), 1 / len(paired)), size=resamples)
    means = weights @ paired / len(paired)
    bounds: dict[str, float | None] = {}
    for name, signs in (("language", (1, 1, -1, -1)), ("representation", (1, -1, 1, -1))):
        gap = means @ np.array(signs) / 2.0
        low, high = np.quantile(gap, [0.025, 0.975])
        bounds[f"{name}_gap_ci_low"], bounds[f"{name}_gap_ci_high"] = float(low), float(high)
    return bounds
