"""Paired transitions between two settings on the same planned rows (spec evaluation.md, Metrics).

Rescue: wrong before, right after. Loss: the reverse. A row without answer is wrong;
rows without a verdict, as their judge failed, are not for here (`observations.with_verdict`).
Refuses to pair rows that only one of the settings has planned: `n` shows what was paired.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scidoc_assets.domain.metrics.intervals import mean_interval
from scidoc_assets.domain.metrics.observations import by_model_and_pooled, single
from scidoc_assets.schemas.metrics import PairedTransition
from scidoc_assets.schemas.observations import Observation

BASE = "direct"


def pair_settings(
    observations: Sequence[Observation],
    setting_from: str = BASE,
    resamples: int = 10_000,
    seed: int = 0,
) -> list[PairedTransition]:
    """Transitions from `setting_from` to every other setting, per model and pooled.

    The interval is of the accuracy difference, bootstrap by paper; the test is McNemar's exact.
    """
    if not observations:
        return []
    single(observations)
    others = sorted({o.setting for o in observations} - {setting_from})
    rows = [
        _transition(model, members, setting_from, other, resamples, seed)
        for model, members in by_model_and_pooled(observations).items()
        for other in others
    ]
    return [row for row in rows if row is not None]


def _transition(
    model: str,
    members: Sequence[Observation],
    setting_from: str,
    setting_to: str,
    resamples: int,
    seed: int,
) -> PairedTransition | None:
    pairs = _pairs(members, setting_from, setting_to)
    if not pairs:
        return None
    counts = {(b, a): 0 for b in (True, False) for a in (True, False)}
    for before, after in pairs:
        counts[before.is_right, after.is_right] += 1
    rescues, losses = counts[False, True], counts[True, False]
    changes = [float(after.is_right) - float(before.is_right) for before, after in pairs]
    low, high = mean_interval(changes, [b.paper_id for b, _ in pairs], resamples, seed)
    p_value, reason = _exact_p(counts)
    benchmark, judge = members[0].benchmark, members[0].judge
    return PairedTransition(
        benchmark=benchmark,
        model=model,
        judge=judge,
        setting_from=setting_from,
        setting_to=setting_to,
        n=len(pairs),
        both_right=counts[True, True],
        both_wrong=counts[False, False],
        rescues=rescues,
        losses=losses,
        net=rescues - losses,
        accuracy_difference=(rescues - losses) / len(pairs),
        ci_low=low,
        ci_high=high,
        mcnemar_p=p_value,
        reason=reason or ("one_paper" if low is None else None),
    )


def _pairs(
    members: Sequence[Observation], setting_from: str, setting_to: str
) -> list[tuple[Observation, Observation]]:
    after = {(o.model, o.task_id, o.repeat): o for o in members if o.setting == setting_to}
    before = [o for o in members if o.setting == setting_from]
    keyed = [(o, after.get((o.model, o.task_id, o.repeat))) for o in before]
    return [(o, other) for o, other in keyed if other is not None]


def _exact_p(counts: dict[tuple[bool, bool], int]) -> tuple[float | None, str | None]:
    """Exact McNemar p; None with a reason when no pair changed (there is nothing to test)."""
    # Imported where used: else every process of a run holds it.
    from statsmodels.stats.contingency_tables import mcnemar

    if not counts[True, False] + counts[False, True]:
        return None, "no_variation"
    table = [[counts[b, a] for a in (True, False)] for b in (True, False)]
    result: Any = mcnemar(table, exact=True)
    return float(result.pvalue), None
