"""The human audit: a balanced sample out, ratings in, agreement before and after adjudication.

k responses per model x setting x difficulty cell, three of four raters by balanced rotation, an
adjudicator for what they differ on (spec evaluation.md, Audits; seed 000 C.3). Refuses ratings of
people who were not assigned, double ratings and ratings outside the sample; an item that raters
differ on and nobody adjudicated has no consensus and is counted as `unresolved`.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from scidoc_assets.domain.metrics.agreement import (
    Figure,
    alpha,
    cohen,
    exact_share,
    fleiss,
    mean_absolute_error,
    spearman,
    unanimous_share,
)
from scidoc_assets.domain.metrics.crossjudge import (
    PaperBootstrap,
    agreement_row,
    with_interval,
)
from scidoc_assets.domain.metrics.decisions import (
    UNITS,
    DecisionKey,
    ResponseKey,
    judge_decisions,
    response_key,
)
from scidoc_assets.schemas.labels import (
    ATOMS,
    CorrectnessLabel,
    CoverageLabel,
    every_applicable_atom_is_yes,
)
from scidoc_assets.schemas.metrics import AuditRating, AuditUnit, HumanAuditSample, JudgeAgreement
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.tasks import EvaluationTask

RATERS_PER_ITEM = 3
PEOPLE = "people"


def draw_audit_sample(
    tasks: Sequence[EvaluationTask],
    responses: Sequence[ReasoningResponse],
    k: int,
    raters: Sequence[str],
    adjudicator: str,
    seed: int = 0,
) -> list[HumanAuditSample]:
    """k answered responses of every model x setting x difficulty cell, or all where there are
    fewer. A response's place in the draw depends on the seed and its key only, so adding a model
    changes nothing for the others. Raises ValueError unless there are more than three raters.
    """
    if len(set(raters)) <= RATERS_PER_ITEM or adjudicator in raters:
        raise ValueError("the audit needs four raters or more, and an adjudicator beside them")
    groups = list(combinations(sorted(set(raters)), RATERS_PER_ITEM))
    difficulty = {task.task_id: task.difficulty for task in tasks}
    cells: dict[tuple[str, str, str], list[ReasoningResponse]] = defaultdict(list)
    for response in responses:
        if response.has_answer:
            key = (response.model, response.setting, difficulty[response.task_id])
            cells[key].append(response)
    return [
        _sample_row(
            response, cell, groups[(_turn(cell, seed) + place) % len(groups)], adjudicator, seed
        )
        for cell, members in sorted(cells.items())
        for place, response in enumerate(sorted(members, key=lambda r: _draw_place(r, seed))[:k])
    ]


def _sample_row(
    response: ReasoningResponse,
    cell: tuple[str, str, str],
    raters: Sequence[str],
    adjudicator: str,
    seed: int,
) -> HumanAuditSample:
    return HumanAuditSample(
        benchmark=response.benchmark,
        audit_id=audit_id(response),
        model=response.model,
        setting=response.setting,
        difficulty=cell[2],
        task_id=response.task_id,
        repeat=response.repeat,
        raters=list(raters),
        adjudicator=adjudicator,
        seed=seed,
    )


def audit_id(response: ReasoningResponse) -> str:
    """Name of an answer under audit; another answer to the same task has another name."""
    key = (
        response.benchmark,
        response.model,
        response.setting,
        response.task_id,
        response.repeat,
        response.text,
    )
    return hashlib.sha256(json.dumps(key).encode()).hexdigest()[:16]


def _turn(cell: tuple[str, str, str], seed: int) -> int:
    """Where the rotation of raters starts in a cell; other cells do not move it."""
    return int(hashlib.sha256(f"{seed}|{'|'.join(cell)}".encode()).hexdigest()[:8], 16)


def _draw_place(response: ReasoningResponse, seed: int) -> str:
    key = f"{seed}|{response.model}|{response.setting}|{response.task_id}|{response.repeat}"
    return hashlib.sha256(key.encode()).hexdigest()


def check_ratings(ratings: Sequence[AuditRating], sample: Sequence[HumanAuditSample]) -> None:
    """Raises ValueError naming the first rating that is outside the sample, of a person who was
    not assigned, or given twice.
    """
    drawn = {(s.model, s.setting, s.task_id, s.repeat): s for s in sample}
    seen: set[tuple[object, ...]] = set()
    for rating in ratings:
        name = f"rating of {rating.rater} on {rating.task_id} ({rating.model}, {rating.setting})"
        item = drawn.get(response_key(rating))
        if item is None:
            raise ValueError(f"{name}: this response is not in the audit sample")
        allowed = [item.adjudicator] if rating.is_adjudication else item.raters
        if rating.rater not in allowed:
            raise ValueError(f"{name}: not assigned, this item belongs to {', '.join(allowed)}")
        key = (*_decision_key(rating), rating.rater)
        if key in seen:
            raise ValueError(f"{name}: {rating.unit} {rating.item_id or ''} is rated twice")
        seen.add(key)


def agree_before_adjudication(ratings: Sequence[AuditRating]) -> list[JudgeAgreement]:
    """Per benchmark and unit: `unanimous`, `fleiss_kappa`, `krippendorff_alpha` of the raters."""
    rows: list[JudgeAgreement] = []
    for benchmark in sorted({r.benchmark for r in ratings}):
        own = [r for r in ratings if r.benchmark == benchmark and not r.is_adjudication]
        for unit in UNITS:
            items = list(_labels_by_item([r for r in own if r.unit == unit]).values())
            if not items:
                continue
            labels = [list(item.values()) for item in items]
            figures = {
                "unanimous": unanimous_share(labels),
                "fleiss_kappa": fleiss(labels),
                "krippendorff_alpha": alpha(items),
            }
            rows += [agreement_row(benchmark, unit, PEOPLE, s, f) for s, f in figures.items()]
    return rows


def find_consensus(ratings: Sequence[AuditRating]) -> tuple[dict[DecisionKey, str], int]:
    """The consensus label of each item (the adjudicator's, else the one that two raters or more
    all gave), and how many items have none: one rater alone is no consensus.
    """
    decided = {_decision_key(r): r.label for r in ratings if r.is_adjudication}
    rated = _labels_by_item([r for r in ratings if not r.is_adjudication])
    consensus: dict[DecisionKey, str] = dict(decided)
    unresolved = 0
    for key, labels in rated.items():
        if key in decided:
            continue
        if len(labels) > 1 and len(set(labels.values())) == 1:
            consensus[key] = next(iter(labels.values()))
        else:
            unresolved += 1
    return consensus, unresolved


def compare_with_people(
    ratings: Sequence[AuditRating],
    correctness: Sequence[CorrectnessLabel],
    coverage: Sequence[CoverageLabel],
    judge: str,
    bootstrap: PaperBootstrap | None = None,
) -> list[JudgeAgreement]:
    """One judge against the consensus: per unit `exact` and `cohen_kappa`; the derived `accuracy`
    the same way; `mae` and `spearman` of `evidence_coverage` and `claim_coverage` per response.
    """
    rows: list[JudgeAgreement] = []
    for benchmark in sorted({r.benchmark for r in ratings}):
        consensus, unresolved = find_consensus([r for r in ratings if r.benchmark == benchmark])
        said = judge_decisions(
            [c for c in correctness if c.benchmark == benchmark],
            [c for c in coverage if c.benchmark == benchmark],
            judge,
        )
        names = f"{judge} | consensus"
        for unit, statistic, figure in _figures(consensus, said):
            row = agreement_row(benchmark, unit, names, statistic, figure)
            if statistic == "exact" and unit in UNITS:
                shared = [key for key in consensus if key[4] == unit and key in said]
                same = [consensus[key] == said[key] for key in shared]
                row = with_interval(row, bootstrap, shared, same)
            rows.append(row)
        figure = (float(unresolved), len(consensus) + unresolved, None)
        rows.append(agreement_row(benchmark, "all", PEOPLE, "unresolved", figure))
    return rows


def _figures(
    consensus: Mapping[DecisionKey, str], said: Mapping[DecisionKey, str]
) -> Iterator[tuple[str, str, Figure]]:
    for unit in UNITS:
        shared = [key for key in consensus if key[4] == unit and key in said]
        pairs = ([consensus[k] for k in shared], [said[k] for k in shared])
        yield unit, "exact", exact_share(*pairs)
        yield unit, "cohen_kappa", cohen(*pairs)
    ours, theirs = _accuracy(consensus), _accuracy(said)
    both = [key for key in ours if key in theirs]
    pairs = ([str(ours[k]) for k in both], [str(theirs[k]) for k in both])
    yield "accuracy", "exact", exact_share(*pairs)
    yield "accuracy", "cohen_kappa", cohen(*pairs)
    units: tuple[tuple[AuditUnit, str], ...] = (
        ("evidence", "evidence_coverage"),
        ("claim", "claim_coverage"),
    )
    for unit, name in units:
        shares = _coverages(unit, consensus, said)
        yield name, "mae", mean_absolute_error(*shares)
        yield name, "spearman", spearman(*shares)


def _accuracy(decisions: Mapping[DecisionKey, str]) -> dict[ResponseKey, bool]:
    atoms: dict[ResponseKey, dict] = defaultdict(dict)
    for (*key, unit, _), label in decisions.items():
        if unit in ATOMS:
            atoms[tuple(key)][unit] = label  # type: ignore[index]
    found: dict[ResponseKey, bool] = {}
    for key, values in atoms.items():
        if len(values) == len(ATOMS):
            found[key] = bool(every_applicable_atom_is_yes(values))
    return found


def _coverages(
    unit: AuditUnit, consensus: Mapping[DecisionKey, str], said: Mapping[DecisionKey, str]
) -> tuple[list[float], list[float]]:
    """Coverage per response over the nodes that both decided: (people, judge)."""
    shared: dict[tuple, list[DecisionKey]] = defaultdict(list)
    for key in consensus:
        if key[4] == unit and key in said:
            shared[key[:4]].append(key)

    def share(labels: Mapping[DecisionKey, str], keys: list[DecisionKey]) -> float:
        return sum(labels[k] == "yes" for k in keys) / len(keys)

    people = [share(consensus, keys) for keys in shared.values()]
    return people, [share(said, keys) for keys in shared.values()]


def _labels_by_item(ratings: Sequence[AuditRating]) -> dict[DecisionKey, dict[str, str]]:
    found: dict[DecisionKey, dict[str, str]] = defaultdict(dict)
    for rating in ratings:
        found[_decision_key(rating)][rating.rater] = rating.label
    return dict(found)


def _decision_key(rating: AuditRating) -> DecisionKey:
    return (*response_key(rating), rating.unit, rating.item_id)
