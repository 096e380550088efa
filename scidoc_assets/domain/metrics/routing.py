"""Error routing: where an answer wrong under `direct` went wrong (spec evaluation.md; seed 000 F.1).

Five ordered steps over three settings give eight labels, exclusive and exhaustive. Low is < 0.3,
high is >= 0.8. A missing answer is coverage 0 and wrong; what a judge failed on
is not for here (`observations.with_all_labels`). Refuses to route a row whose hint
or agentic counterpart was never planned: such models are left out (`routable_models`).
A task without gold regions can never be "all hit", so step 5 sends it to access_localisation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from scidoc_assets.domain.metrics.intervals import Floats, none_if_nan, ratio_intervals
from scidoc_assets.domain.metrics.localisation import THRESHOLDS, Outcome, count_hits
from scidoc_assets.domain.metrics.observations import POOLED, single
from scidoc_assets.schemas.metrics import ErrorRoute, ErrorRouteChange, RoutingGroup, RoutingLabel
from scidoc_assets.schemas.observations import Observation
from scidoc_assets.schemas.tasks import EvaluationTask

LOW, HIGH = 0.3, 0.8
SETTINGS = ("direct", "evidence_hint", "agentic")
GROUPS: dict[RoutingLabel, RoutingGroup] = {
    "access_localisation": "access_localisation",
    "hint_not_reflected": "gold_underuse",
    "extraction_low": "visual_extraction",
    "extraction_partial": "visual_extraction",
    "interpretation_residual": "interpretation",
    "final_answer_residual": "final_answer",
    "cross_setting_rescue": "audit",
    "rescue_no_hit": "audit",
}


@dataclass(frozen=True, slots=True)
class Routed:
    """One routed observation at one IoU threshold."""

    model: str
    task_id: str
    repeat: int
    threshold: float
    label: RoutingLabel


def route(
    direct: Observation, hint: Observation, agentic: Observation, located: Outcome
) -> RoutingLabel:
    """Label of one observation that is wrong under direct; `located` is the agentic outcome.

    Raises ValueError when the direct answer is right.
    """
    if direct.is_right:
        raise ValueError(
            f"{direct.model} on {direct.task_id} is right under direct: nothing to route"
        )
    early = _route_direct(direct)
    if early is not None:
        return early
    if not hint.is_right:
        return "cross_setting_rescue" if agentic.is_right else _route_both_wrong(hint)
    if agentic.is_right:
        return "access_localisation" if located in ("partial", "all") else "rescue_no_hit"
    return _route_agentic_wrong(agentic, located)


def _route_direct(direct: Observation) -> RoutingLabel | None:
    """Step 1; high evidence with claim coverage in [0.3, 0.8) goes on."""
    claims = direct.claims_or_zero
    if direct.evidence_or_zero < HIGH:
        return None
    if claims is None or claims < LOW:
        return "interpretation_residual"
    return "final_answer_residual" if claims >= HIGH else None


def _route_both_wrong(hint: Observation) -> RoutingLabel:
    """Step 3."""
    return "hint_not_reflected" if hint.evidence_or_zero < HIGH else _residual(hint)


def _route_agentic_wrong(agentic: Observation, located: Outcome) -> RoutingLabel:
    """Step 5."""
    if located != "all":
        return "access_localisation"
    if agentic.evidence_or_zero < LOW:
        return "extraction_low"
    if agentic.evidence_or_zero < HIGH:
        return "extraction_partial"
    return _residual(agentic)


def _residual(row: Observation) -> RoutingLabel:
    claims = row.claims_or_zero
    is_high = claims is not None and claims >= HIGH
    return "final_answer_residual" if is_high else "interpretation_residual"


def routable_models(observations: Sequence[Observation]) -> list[str]:
    """Models that were run under direct, evidence_hint and agentic."""
    seen: dict[str, set[str]] = {}
    for row in observations:
        seen.setdefault(row.model, set()).add(row.setting)
    return sorted(model for model, settings in seen.items() if settings.issuperset(SETTINGS))


def route_errors(
    observations: Sequence[Observation],
    tasks: Mapping[str, EvaluationTask],
    thresholds: Sequence[float] = THRESHOLDS,
) -> list[Routed]:
    """Route every observation of the routable models that is wrong under direct."""
    models = set(routable_models(observations))
    keyed = {
        (o.setting, o.model, o.task_id, o.repeat): o for o in observations if o.model in models
    }
    routed: list[Routed] = []
    for (setting, model, task_id, repeat), direct in keyed.items():
        hint, agentic = (keyed.get((name, model, task_id, repeat)) for name in SETTINGS[1:])
        if setting != "direct" or direct.is_right or hint is None or agentic is None:
            continue
        for threshold in thresholds:
            located = count_hits(agentic, tasks[direct.task_id], threshold).outcome
            label = route(direct, hint, agentic, located)
            routed.append(Routed(direct.model, direct.task_id, direct.repeat, threshold, label))
    return routed


def tabulate_routes(
    observations: Sequence[Observation],
    routed: Sequence[Routed],
    resamples: int = 10_000,
    seed: int = 0,
) -> list[ErrorRoute]:
    """Counts and shares of all eight labels, per model and pooled and threshold (zeros included).

    Intervals of the shares are 95 % bootstrap by paper over all papers of the models' tasks.
    """
    if not routed:
        return []
    benchmark, judge = single(observations)
    papers = {o.task_id: o.paper_id for o in observations}
    universe = sorted(set(papers.values()))
    rows = []
    for threshold in sorted({r.threshold for r in routed}):
        for model in [*routable_models(observations), POOLED]:
            members = [r for r in routed if r.threshold == threshold and model in (r.model, POOLED)]
            low, high = _share_intervals(members, papers, universe, resamples, seed)
            labels = Counter(r.label for r in members)
            rows += [
                ErrorRoute(
                    benchmark=benchmark,
                    model=model,
                    judge=judge,
                    iou_threshold=threshold,
                    label=label,
                    route_group=group,
                    n=labels[label],
                    total=len(members),
                    share=labels[label] / len(members) if members else None,
                    ci_low=none_if_nan(low[place]),
                    ci_high=none_if_nan(high[place]),
                )
                for place, (label, group) in enumerate(GROUPS.items())
            ]
    return rows


def _share_intervals(
    members: Sequence[Routed],
    papers: Mapping[str, str],
    universe: Sequence[str],
    resamples: int,
    seed: int,
) -> tuple[Floats, Floats]:
    """Intervals of the share of each label among `members`, in the order of GROUPS."""
    column = {label: i for i, label in enumerate(GROUPS)}
    place = {paper: i for i, paper in enumerate(universe)}
    sums = np.zeros((len(universe), len(GROUPS)))
    counts = np.zeros_like(sums)
    for row in members:
        paper = place[papers[row.task_id]]
        sums[paper, column[row.label]] += 1
        counts[paper] += 1
    return ratio_intervals(sums, counts, resamples, seed)


def tabulate_changes(benchmark: str, routed: Sequence[Routed]) -> list[ErrorRouteChange]:
    """Label changes between neighbouring thresholds, pooled over models; unchanged left out."""
    labels: dict[float, dict[tuple[str, str, int], RoutingLabel]] = {}
    for row in routed:
        labels.setdefault(row.threshold, {})[row.model, row.task_id, row.repeat] = row.label
    rows = []
    for lower, upper in pairwise(sorted(labels)):
        moves: Counter[tuple[RoutingLabel, RoutingLabel]] = Counter(
            (before, labels[upper][key])
            for key, before in labels[lower].items()
            if before != labels[upper][key]
        )
        rows += [
            ErrorRouteChange(
                benchmark=benchmark,
                threshold_from=lower,
                threshold_to=upper,
                label_from=before,
                label_to=after,
                n=n,
            )
            for (before, after), n in sorted(moves.items(), key=lambda item: (-item[1], item[0]))
        ]
    return rows


def group_totals(rows: Sequence[ErrorRoute]) -> dict[RoutingGroup, int]:
    """The six groups of one (model, threshold) selection of rows."""
    totals: Counter[RoutingGroup] = Counter({group: 0 for group in GROUPS.values()})
    for row in rows:
        totals[row.route_group] += row.n
    return dict(totals)
