"""Agreement of the two reviewers before adjudication, per kind of object.

Source: spec argument-graphs.md (Expert review), seed 000 Table 6. Exact share by the same rule
that decides consensus; Cohen's kappa over verdicts. Refuses a kappa that is not defined: null with
a reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import get_args

from scidoc_assets.domain.review.consensus import by_version, latest_by_role, reviewers_agree
from scidoc_assets.schemas.review import ReviewAgreement, ReviewDecision, ReviewKind

ALL = "all"
Pair = tuple[ReviewDecision, ReviewDecision]


def agreement_rows(decisions: Iterable[ReviewDecision]) -> list[ReviewAgreement]:
    """Return one row per kind of object that was decided twice, and `all`.

    Decisions on versions that have changed since take part: both people saw the same thing.
    """
    pairs: list[Pair] = []
    for own in by_version(decisions).values():
        roles = latest_by_role(own)
        if "first" in roles and "second" in roles:
            pairs.append((roles["first"], roles["second"]))
    rows = [_row(kind, [p for p in pairs if p[0].kind == kind]) for kind in get_args(ReviewKind)]
    return [row for row in [*rows, _row(ALL, pairs)] if row.pairs]


def _row(unit: str, pairs: Sequence[Pair]) -> ReviewAgreement:
    # Imported where used: else every process of a run holds it.
    from sklearn.metrics import cohen_kappa_score

    exact = sum(reviewers_agree(a, b, a.shown_bbox) for a, b in pairs)
    left, right = [a.verdict for a, _ in pairs], [b.verdict for _, b in pairs]
    reason = None
    if not pairs:
        reason = "no_pairs"
    elif len({*left, *right}) == 1:
        reason = "one_verdict"
    return ReviewAgreement(
        unit=unit,
        pairs=len(pairs),
        exact=exact,
        exact_share=exact / len(pairs) if pairs else None,
        kappa=float(cohen_kappa_score(left, right)) if reason is None else None,
        kappa_reason=reason,
    )
