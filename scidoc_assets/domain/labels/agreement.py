"""How far the lexical judge agrees with a labelled set of pairs, per kind of pair.

Shown beside every figure that rests on this judge. An abstention is counted apart and is never
agreement. Refuses to make up a figure: without decided pairs it is null with a reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scidoc_assets.domain.labels.labelled_pairs import LABELLED_PAIRS, LabelledPair
from scidoc_assets.domain.labels.lexical import JUDGE_NAME, verify_statement
from scidoc_assets.schemas.metrics import JudgeAgreement

SMALL_N = 10


def measure_lexical_judge(
    pairs: Sequence[LabelledPair] = LABELLED_PAIRS, name: str = "labelled_pairs"
) -> list[JudgeAgreement]:
    """Rows for all pairs (`all`) and each kind: share agreed of all (an abstention agrees with
    nothing, or counts as not covered, as it does in the headline) and of decided, share abstained, precision and recall of `yes` over all (abstention = not yes), Cohen's kappa of
    decided. `benchmark` is the name of the labelled set.
    """
    judged = [
        (kind, is_covered, verify_statement(statement, answer).decision)
        for statement, answer, is_covered, kind in pairs
    ]
    rows: list[JudgeAgreement] = []
    for unit in ["all", *sorted({kind for kind, *_ in judged})]:
        members = [(truth, said) for kind, truth, said in judged if unit in ("all", kind)]
        rows += [_row(name, unit, *figure) for figure in _figures(members)]
    return rows


def _figures(
    members: Sequence[tuple[bool, str]],
) -> Iterable[tuple[str, float | None, int, str | None]]:
    # Imported where used: else every process of a run holds it.
    from sklearn.metrics import cohen_kappa_score, precision_score, recall_score

    decided = [(truth, said == "yes") for truth, said in members if said != "abstain"]
    agreed = sum(truth == said for truth, said in decided)
    yield "agreement", agreed / len(members), len(members), None
    as_no = sum(truth == (said == "yes") for truth, said in members)
    yield "agreement_abstained_as_no", as_no / len(members), len(members), None
    yield "abstained", 1 - len(decided) / len(members), len(members), None
    if not decided:
        yield "agreement_decided", None, 0, "nothing_decided"
        return
    yield "agreement_decided", agreed / len(decided), len(decided), None
    truths, said = [t for t, _ in members], [s == "yes" for _, s in members]
    if any(said):
        yield "precision_yes", float(precision_score(truths, said)), sum(said), None
    else:
        yield "precision_yes", None, 0, "no_yes"
    if any(truths):
        yield "recall_yes", float(recall_score(truths, said)), sum(truths), None
    else:
        yield "recall_yes", None, 0, "no_covered_pair"
    ours, theirs = zip(*decided, strict=True)
    if len({*ours, *theirs}) < 2:
        yield "cohen_kappa", None, len(decided), "no_variation"
    else:
        yield "cohen_kappa", float(cohen_kappa_score(ours, theirs)), len(decided), None


def _row(
    name: str, unit: str, statistic: str, value: float | None, n: int, reason: str | None
) -> JudgeAgreement:
    return JudgeAgreement(
        benchmark=name,
        unit=unit,
        judges=f"{JUDGE_NAME} | labelled",
        statistic=statistic,
        value=value,
        n=n,
        is_small_n=n < SMALL_N,
        reason=reason,
    )
