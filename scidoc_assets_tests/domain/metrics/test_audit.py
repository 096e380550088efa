from __future__ import annotations

from collections import Counter

import pytest

from scidoc_assets.domain.metrics.audit import (
    agree_before_adjudication,
    check_ratings,
    compare_with_people,
    draw_audit_sample,
    find_consensus,
)
from scidoc_assets.schemas.metrics import AuditRating
from scidoc_assets_tests.domain.metrics.factory import a_response, a_task, correct, covered

RATERS = ("ann", "ben", "cho", "dev")
LEVELS = ("easy", "medium", "hard")
TASKS = [a_task(f"{level}-{i}", difficulty=level) for level in LEVELS for i in range(6)]


def answers(*models: str) -> list:
    return [
        a_response(task.task_id, setting, model=model)
        for model in models
        for setting in ("direct", "agentic")
        for task in TASKS
    ]


def draw(responses, k: int = 4, seed: int = 0) -> list:
    return draw_audit_sample(TASKS, responses, k, RATERS, "eve", seed)


def test_every_model_setting_and_difficulty_gives_k_responses() -> None:
    sample = draw(answers("x", "y"))
    cells = Counter((s.model, s.setting, s.difficulty) for s in sample)
    assert len(cells) == 2 * 2 * 3
    assert set(cells.values()) == {4}


def test_three_of_four_raters_by_balanced_rotation() -> None:
    sample = draw(answers("x", "y"))
    groups = Counter(tuple(s.raters) for s in sample)
    assert (len(groups), set(groups.values())) == (4, {12})
    load = Counter(rater for s in sample for rater in s.raters)
    assert set(load.values()) == {36}


def test_the_draw_is_seeded_and_does_not_move_when_a_model_is_added() -> None:
    def picked(sample) -> set:
        return {(s.setting, s.task_id) for s in sample if s.model == "x"}

    alone = picked(draw(answers("x")))
    assert alone == picked(draw(answers("x", "a", "z")))
    assert alone != picked(draw(answers("x"), seed=1))


def test_responses_without_an_answer_are_not_drawn() -> None:
    empty = a_response("easy-0", model="x", status="empty", text="")
    assert draw([empty]) == []


def test_the_audit_needs_four_raters_and_another_adjudicator() -> None:
    with pytest.raises(ValueError, match="four raters"):
        draw_audit_sample(TASKS, [], 4, RATERS[:3], "eve")
    with pytest.raises(ValueError, match="adjudicator beside them"):
        draw_audit_sample(TASKS, [], 4, RATERS, "ann")


def rated(
    label: str, rater: str, task_id: str = "t1", unit: str = "evidence", item="e1"
) -> AuditRating:
    return AuditRating(
        benchmark="b",
        model="m",
        setting="direct",
        task_id=task_id,
        repeat=0,
        unit=unit,
        item_id=item,
        rater=rater,
        is_adjudication=rater == "eve",
        label=label,
    )


def test_ratings_of_strangers_doubles_and_outsiders_are_refused() -> None:
    (item,) = draw_audit_sample([a_task()], [a_response()], 1, RATERS, "eve")
    stranger = next(r for r in RATERS if r not in item.raters)
    good = rated("yes", item.raters[0])
    check_ratings([good, rated("no", "eve")], [item])
    with pytest.raises(ValueError, match="not assigned"):
        check_ratings([rated("yes", stranger)], [item])
    with pytest.raises(ValueError, match="rated twice"):
        check_ratings([good, good], [item])
    with pytest.raises(ValueError, match="not in the audit sample"):
        check_ratings([rated("yes", "ann", task_id="t9")], [item])


def test_the_adjudicator_decides_and_an_open_split_has_no_consensus() -> None:
    ratings = [
        *[rated(label, who) for who, label in zip(RATERS, ("yes", "no", "yes"))],
        rated("no", "eve"),
        *[rated(label, who, item="e2") for who, label in zip(RATERS, ("yes", "no", "no"))],
        *[rated("yes", who, item="e3") for who in RATERS[:3]],
    ]
    consensus, unresolved = find_consensus(ratings)
    assert {key[5]: label for key, label in consensus.items()} == {"e1": "no", "e3": "yes"}
    assert unresolved == 1


def test_one_rater_alone_is_no_consensus() -> None:
    consensus, unresolved = find_consensus([rated("yes", RATERS[0])])
    assert (consensus, unresolved) == ({}, 1)


def test_agreement_before_adjudication_leaves_the_adjudicator_out() -> None:
    ratings = [
        *[rated("yes", who) for who in RATERS[:3]],
        *[rated(label, who, item="e2") for who, label in zip(RATERS, ("yes", "no", "no"))],
        rated("no", "eve", item="e2"),
    ]
    found = {r.statistic: (r.value, r.n) for r in agree_before_adjudication(ratings)}
    assert found["unanimous"] == (0.5, 2)
    assert found["fleiss_kappa"][1] == 2


def test_a_judge_is_compared_with_the_consensus_per_unit_and_as_coverage() -> None:
    people = [
        rated(label, who, task_id=task, item=item)
        for task, item, label in (
            ("t1", "e1", "yes"),
            ("t1", "e2", "yes"),
            ("t2", "e1", "no"),
            ("t2", "e2", "yes"),
            ("t3", "e1", "no"),
            ("t3", "e2", "no"),
        )
        for who in RATERS[:3]
    ]
    coverage = [
        covered(True, True, task_id="t1"),
        covered(False, False, task_id="t2"),
        covered(False, False, task_id="t3"),
    ]
    found = {
        (r.unit, r.statistic): (r.value, r.n, r.reason)
        for r in compare_with_people(people, [], coverage, "j")
    }
    assert found["evidence", "exact"] == (5 / 6, 6, None)
    assert found["evidence_coverage", "mae"] == (0.5 / 3, 3, None)
    assert found["evidence_coverage", "spearman"][0] == pytest.approx(0.866, abs=1e-3)
    assert found["claim", "exact"] == (None, 0, "no_shared_records")


def test_accuracy_is_derived_from_the_atoms_on_both_sides() -> None:
    units = (
        "gives_final_conclusion",
        "matches_gold_final_claim",
        "preserves_direction",
        "no_conflicting_conclusion",
    )
    people = [
        rated("n/a" if unit == "preserves_direction" else "yes", who, unit=unit, item=None)
        for unit in units
        for who in RATERS[:3]
    ]
    found = {
        (r.unit, r.statistic): (r.value, r.n)
        for r in compare_with_people(people, [correct(False)], [], "j")
    }
    assert found["accuracy", "exact"] == (0.0, 1)
    assert found["preserves_direction", "exact"] == (1.0, 1)
