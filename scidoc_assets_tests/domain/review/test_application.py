"""Decided objects change the graph and the task; nothing else does."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.review.application import rejects, reviewed_graph, reviewed_task
from scidoc_assets.domain.review.consensus import by_version
from scidoc_assets.domain.review.objects import graph_objects
from scidoc_assets.schemas.review import ReviewDecision, ReviewPacket
from scidoc_assets_tests.domain.review.hand_review import TASK, both, decision, packet
from scidoc_assets_tests.domain.tasks.hand_task import graph_of

GRAPH = graph_of(list(TASK.nodes), list(TASK.edges))
NEW = "The film thins where citrate takes its calcium away."


def ids(nodes) -> set[str]:
    return {n.node_id for n in nodes}


def test_without_consensus_nothing_changes() -> None:
    claim = packet("claim", "mid")
    one = [decision(claim, "first", "revise", statement=NEW)]
    assert reviewed_graph(GRAPH, by_version(one)) == GRAPH
    assert reviewed_graph(GRAPH, {}) == GRAPH


def test_a_second_round_of_review_builds_on_the_first() -> None:
    claim = packet("claim", "mid")
    first = both(claim, "revise", statement=NEW)
    once = reviewed_graph(GRAPH, by_version(first))
    now = next(
        o
        for o in graph_objects("g-1", once.nodes, once.edges, once.human_versions)
        if o.object_id == claim.object_id
    )
    seen = claim.model_copy(update={"object_digest": now.object_digest, "statement": now.statement})
    second = both(seen, "revise", statement="Citrate thins the film by taking its calcium.")
    twice = reviewed_graph(GRAPH, by_version([*first, *second]))
    assert [v.before for v in twice.human_versions] == [claim.statement, NEW]
    mid = next(n for n in twice.nodes if n.node_id == "mid")
    assert mid.label == "Citrate thins the film by taking its calcium."


@pytest.mark.parametrize(
    ("item", "gone"),
    [
        (packet("evidence", "e1"), {"e1", "f7"}),
        (packet("region", "e1"), {"e1", "f7"}),
        (packet("claim", "mid"), {"mid", "e1", "e2", "f7", "t4"}),
        (packet("knowledge", "b"), {"b"}),
        (packet("edge", "root->e3"), {"e3", "f9"}),
        (packet("edge", "e1->f7"), {"e1", "f7"}),
        (packet("claim", "root"), set()),
    ],
)
def test_what_is_rejected_goes_with_what_hung_on_it_but_the_root_stays(
    item: ReviewPacket, gone: set[str]
) -> None:
    after = reviewed_graph(GRAPH, by_version(both(item, "reject")))
    assert ids(GRAPH.nodes) - ids(after.nodes) == gone
    assert all(e.source in ids(after.nodes) and e.target in ids(after.nodes) for e in after.edges)


def test_a_claim_whose_last_support_goes_goes_too() -> None:
    decisions = [
        *both(packet("evidence", "e1"), "reject"),
        *both(packet("evidence", "e2"), "reject"),
    ]
    after = reviewed_graph(GRAPH, by_version(decisions))
    assert ids(after.nodes) == {"root", "e3", "f9", "b"}


def test_question_and_answer_take_the_agreed_wording_and_mark_it() -> None:
    question, answer = packet("question"), packet("answer")
    decisions: list[ReviewDecision] = [
        *both(question, "revise", statement="What binds the cells to the matrix?"),
        *both(answer, "revise", statement="[root] Conclusion: as stated."),
    ]
    after = reviewed_task(TASK, by_version(decisions))
    assert (after.question, after.question_source) == (
        "What binds the cells to the matrix?",
        "expert",
    )
    assert after.gold_answer == "[root] Conclusion: as stated."
    assert [v.kind for v in after.human_versions] == ["question", "answer"]
    assert reviewed_task(after, by_version(decisions)) == after


def test_only_the_tasks_own_objects_and_its_target_reject_it() -> None:
    assert rejects(TASK, by_version(both(packet("leakage"), "reject")))
    assert rejects(TASK, by_version(both(packet("claim", "root"), "reject")))
    assert not rejects(TASK, by_version(both(packet("evidence", "e1"), "reject")))
    assert not rejects(TASK, by_version(both(packet("leakage"), "accept")))
