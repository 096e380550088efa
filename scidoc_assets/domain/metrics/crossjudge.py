"""Agreement of several judges on the same responses (spec evaluation.md, Audits; seed 000 C.3).

Pairwise and of all judges together, per unit (each atom, all atoms, evidence, claims), on shared
decisions only, with n; figures on fewer than ten are marked. A judge alone has no agreement: one row says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scidoc_assets.domain.metrics.agreement import SMALL_N, Figure, alpha, cohen, exact_share
from scidoc_assets.domain.metrics.decisions import UNITS, DecisionKey, judge_decisions
from scidoc_assets.domain.metrics.intervals import mean_interval
from scidoc_assets.schemas.labels import ATOMS, CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.metrics import JudgeAgreement

ALL_ATOMS = "all_atoms"
Decisions = dict[DecisionKey, str]


@dataclass(frozen=True)
class PaperBootstrap:
    """How intervals of shares are drawn: the paper of every task of a benchmark, and the seed."""

    papers: Mapping[str, str]
    resamples: int = 10_000
    seed: int = 0

    def interval(
        self, keys: Sequence[DecisionKey], hits: Sequence[bool]
    ) -> tuple[float | None, float | None]:
        """Interval of the share of hits; `keys` name the tasks."""
        papers = [self.papers[key[2]] for key in keys]
        return mean_interval([float(h) for h in hits], papers, self.resamples, self.seed)


def compare_judges(
    correctness: Sequence[CorrectnessLabel],
    coverage: Sequence[CoverageLabel],
    bootstraps: Mapping[str, PaperBootstrap] = {},
) -> list[JudgeAgreement]:
    """Rows per benchmark: for each pair of judges `exact` and `cohen_kappa`, for all judges
    together `group_exact` and `krippendorff_alpha`. `bootstraps` (by benchmark) give the shares
    their intervals.
    """
    rows: list[JudgeAgreement] = []
    for benchmark in sorted({label.benchmark for label in [*correctness, *coverage]}):
        right = [label for label in correctness if label.benchmark == benchmark]
        covered = [label for label in coverage if label.benchmark == benchmark]
        judges = sorted({label.judge for label in [*right, *covered]})
        if len(judges) == 1:
            rows.append(agreement_row(benchmark, "all", judges[0], "exact", (None, 0, "one_judge")))
            continue
        decisions = {judge: judge_decisions(right, covered, judge) for judge in judges}
        bootstrap = bootstraps.get(benchmark)
        for unit in (*UNITS, ALL_ATOMS):
            rows += _pairs(benchmark, unit, decisions, bootstrap)
            rows += _group(benchmark, unit, decisions, bootstrap)
    return rows


def _pairs(
    benchmark: str, unit: str, decisions: dict[str, Decisions], bootstrap: PaperBootstrap | None
) -> list[JudgeAgreement]:
    rows = []
    for first, second in combinations(decisions, 2):
        shared = _shared(unit, decisions[first], decisions[second])
        a = [decisions[first][key] for key in shared]
        b = [decisions[second][key] for key in shared]
        names = f"{first} | {second}"
        same = [x == y for x, y in zip(a, b, strict=True)]
        exact = agreement_row(benchmark, unit, names, "exact", exact_share(a, b))
        rows.append(with_interval(exact, bootstrap, shared, same))
        rows.append(agreement_row(benchmark, unit, names, "cohen_kappa", cohen(a, b)))
    return rows


def _group(
    benchmark: str, unit: str, decisions: dict[str, Decisions], bootstrap: PaperBootstrap | None
) -> list[JudgeAgreement]:
    if len(decisions) < 2:
        return []
    shared = _shared(unit, *decisions.values())
    items = [{judge: labels[key] for judge, labels in decisions.items()} for key in shared]
    same = [len(set(item.values())) == 1 for item in items]
    share: Figure = (
        (sum(same) / len(same), len(same), None) if same else (None, 0, "no_shared_records")
    )
    names = " | ".join(decisions)
    exact = agreement_row(benchmark, unit, names, "group_exact", share)
    return [
        with_interval(exact, bootstrap, shared, same),
        agreement_row(benchmark, unit, names, "krippendorff_alpha", alpha(items)),
    ]


def _shared(unit: str, first: Decisions, *others: Decisions) -> list[DecisionKey]:
    units = ATOMS if unit == ALL_ATOMS else (unit,)
    return [key for key in first if key[4] in units and all(key in other for other in others)]


def with_interval(
    row: JudgeAgreement,
    bootstrap: PaperBootstrap | None,
    keys: Sequence[DecisionKey],
    hits: Sequence[bool],
) -> JudgeAgreement:
    """The row of a share with its interval over papers, where there is a bootstrap."""
    if bootstrap is None:
        return row
    low, high = bootstrap.interval(keys, hits)
    return row.model_copy(update={"ci_low": low, "ci_high": high})


def agreement_row(
    benchmark: str, unit: str, judges: str, statistic: str, figure: Figure
) -> JudgeAgreement:
    """A row of a figure, marked when it rests on fewer than ten records."""
    value, n, reason = figure
    return JudgeAgreement(
        benchmark=benchmark,
        unit=unit,
        judges=judges,
        statistic=statistic,
        value=value,
        n=n,
        is_small_n=n < SMALL_N,
        reason=reason,
    )
