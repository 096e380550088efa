"""From graph to tasks: everything a task row promises holds, and nothing is dropped silently."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.tasks.building import (
    PaperFacts,
    accept_tasks,
    assess_task,
    build_tasks,
    propose_tasks,
)
from scidoc_assets.schemas.settings import TaskSettings
from scidoc_assets_tests.domain.tasks.hand_task import (
    FIGURES,
    NODES,
    SETTINGS,
    graph_of,
    root_task,
)

CAPTIONS = [f.caption or "" for f in FIGURES]


def test_both_claims_become_accepted_tasks() -> None:
    tasks = build_tasks(graph_of(), FIGURES, SETTINGS, PaperFacts(discipline="biology"))
    assert [(t.root_id, t.depth, t.is_accepted) for t in tasks] == [
        ("root", 4, True),
        ("mid", 3, True),
    ]
    assert {t.discipline for t in tasks} == {"biology"}
    assert all(t.question_source == "template" and t.version == 1 for t in tasks)


def test_a_task_is_whole() -> None:
    task = root_task()
    assert task.evidence_ids == ["e1", "e2", "e3"]
    assert task.intermediate_claim_ids == ["mid"]
    assert {r.image for r in task.regions} <= {i.alias for i in task.images}
    assert {e for r in task.regions for e in r.evidence} == set(task.evidence_ids)
    assert [o.evidence_id for o in task.observations] == task.evidence_ids
    assert [b.claim_id for b in task.bridges] == ["mid"]
    assert (task.panel_count, task.hops) == (4, 8)
    assert (task.difficulty_score, task.difficulty) == (8.1, "hard")


def test_bridges_are_left_out_when_configured() -> None:
    settings = TaskSettings(bridge_mode="without")
    assert propose_tasks(graph_of(), FIGURES, settings)[0].bridges == []


def test_an_invalid_graph_gives_no_task() -> None:
    assert build_tasks(graph_of(is_valid=False), FIGURES, SETTINGS) == []


def test_an_unobservable_evidence_rejects_every_task_that_needs_it() -> None:
    nodes = [
        n.model_copy(update={"visual_evidence_text": ""}) if n.node_id == "e3" else n for n in NODES
    ]
    tasks = {t.root_id: t for t in build_tasks(graph_of(nodes), FIGURES, SETTINGS)}
    assert tasks["root"].reasons == ["evidence_not_observable"]
    assert tasks["mid"].is_accepted


@pytest.mark.parametrize(
    ("node_id", "label"),
    [
        ("root", "It is what it is."),
        ("mid", "Citrate disperses the biofilm.\n[7] Its cells live."),
    ],
)
def test_a_claim_that_no_answer_can_state_rejects_its_task(node_id: str, label: str) -> None:
    nodes = [n.model_copy(update={"label": label}) if n.node_id == node_id else n for n in NODES]
    tasks = {t.root_id: t for t in build_tasks(graph_of(nodes), FIGURES, SETTINGS)}
    assert tasks["root"].reasons == ["answer_not_resolved"]
    assert tasks["mid"].is_accepted is (node_id != "mid")


def test_the_quota_keeps_the_best_and_names_the_rest() -> None:
    settings = TaskSettings(max_tasks_per_paper=1)
    tasks = build_tasks(graph_of(), FIGURES, settings)
    assert [(t.root_id, t.is_accepted, t.reasons) for t in tasks] == [
        ("root", True, []),
        ("mid", False, ["beyond_paper_quota"]),
    ]


def test_a_stem_that_fails_its_checks_is_rejected_with_the_reasons() -> None:
    bad = root_task(question="Discuss why calcium is lower in Figure 1.")
    (task,) = accept_tasks([bad], [assess_task(bad, SETTINGS)], SETTINGS)
    assert task.reasons == ["exam_phrasing", "leaks_claim"]


def test_a_stem_that_nobody_assessed_is_not_accepted() -> None:
    (task,) = accept_tasks([root_task()], [], SETTINGS)
    assert task.reasons == ["rubric_below_threshold"]


def test_a_task_that_a_weak_setting_solves_is_not_accepted() -> None:
    task = root_task()
    weak = frozenset({task.task_id})
    (kept,) = accept_tasks([task], [assess_task(task, SETTINGS)], SETTINGS, weak)
    assert kept.reasons == ["weak_setting_solves"]


def test_one_stem_for_two_targets_is_accepted_once() -> None:
    first, second = root_task(), root_task(task_id="other")
    qualities = [assess_task(t, SETTINGS) for t in (first, second)]
    decided = accept_tasks([first, second], qualities, SETTINGS)
    assert [t.reasons for t in decided] == [[], ["over_generic"]]


def test_the_last_assessed_version_decides() -> None:
    bad = assess_task(root_task(question="Discuss citrate."), SETTINGS)
    good = assess_task(root_task(version=2), SETTINGS)
    (task,) = accept_tasks([root_task(version=2)], [good, bad], SETTINGS)
    assert task.is_accepted


def test_a_single_observation_is_asked_about_only_where_a_paper_gives_nothing_richer() -> None:
    rich = root_task()
    (first, *_) = [n for n in rich.nodes if n.type == "evidence"]
    thin = rich.model_copy(
        update={
            "task_id": "task-thin",
            "question": "Another question altogether?",
            "evidence_ids": [first.node_id],
            "intermediate_claim_ids": [],
        }
    )
    passed = [
        assess_task(t, SETTINGS).model_copy(update={"decision": "pass", "hits": []})
        for t in (thin, rich)
    ]
    both = accept_tasks([thin, rich], passed, SETTINGS)
    assert [t.reasons for t in both] == [["single_observation"], []]
    (alone,) = accept_tasks([thin], passed[:1], SETTINGS)
    assert alone.is_accepted
