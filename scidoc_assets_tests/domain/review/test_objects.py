"""Objects have stable ids, and digests that follow what a verdict is about and nothing else."""

from __future__ import annotations

from scidoc_assets.domain.review.objects import (
    graph_objects,
    object_id,
    objects_of_task,
    task_objects,
    undone,
)
from scidoc_assets.schemas.review import HumanVersion
from scidoc_assets_tests.domain.review.hand_review import TASK


def digests(task=TASK) -> dict[str, str]:
    return {o.object_id: o.object_digest for o in objects_of_task(task)}


def test_ids_name_owner_kind_and_part_and_are_unique() -> None:
    found = [o.object_id for o in objects_of_task(TASK)]
    assert len(found) == len(set(found))
    assert object_id("g-1", "edge", "root->mid") == "g-1:edge:root->mid"
    assert {o.object_id for o in task_objects(TASK)} == {
        f"{TASK.task_id}:{kind}" for kind in ("question", "answer", "answerability", "leakage")
    }


def test_a_new_wording_of_a_claim_changes_the_claim_its_edges_and_nothing_of_other_nodes() -> None:
    nodes = [
        n.model_copy(update={"label": "Another claim altogether stands here."})
        if n.node_id == "mid"
        else n
        for n in TASK.nodes
    ]
    after = digests(TASK.model_copy(update={"nodes": nodes}))
    changed = {i for i, d in digests().items() if after[i] != d}
    assert "g-1:claim:mid" in changed
    assert changed <= {i for i in changed if "mid" in i}
    assert any(i.startswith("g-1:edge:") for i in changed)


def test_a_moved_box_changes_the_region_alone() -> None:
    nodes = [
        n.model_copy(update={"key_region": (0.2, 0.2, 0.9, 0.9)}) if n.node_id == "e1" else n
        for n in TASK.nodes
    ]
    after = digests(TASK.model_copy(update={"nodes": nodes}))
    assert {i for i, d in digests().items() if after[i] != d} == {"g-1:region:e1"}


def test_evidence_without_a_region_has_no_region_object() -> None:
    nodes = [n.model_copy(update={"key_region": None}) for n in TASK.nodes]
    assert not [o for o in graph_objects("g-1", nodes, TASK.edges) if o.kind == "region"]


def test_rewordings_are_taken_back_newest_first() -> None:
    def version(before: str, after: str | None, outcome: str = "revised") -> HumanVersion:
        values = {"object_id": "o", "object_digest": "d", "kind": "claim"}
        return HumanVersion.model_validate(
            {**values, "outcome": outcome, "before": before, "after": after}
        )

    history = [version("A rises.", "A climbs."), version("A climbs.", "A ascends.")]
    assert undone("Hence: A ascends.", history) == "Hence: A rises."
    assert undone("Hence: A ascends.", [version("A ascends.", None, "rejected")]) == (
        "Hence: A ascends."
    )
