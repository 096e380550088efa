"""Numbering restarts from 1 inside a task, per kind, in the paper's order."""

from __future__ import annotations

from scidoc_assets.domain.tasks.aliases import (
    alias_by_anchor,
    alias_by_evidence,
    key_regions,
    reference_images,
)
from scidoc_assets_tests.domain.tasks.hand_task import BY_ID, NODES, graph_of, root_subgraph


def test_figures_seven_and_nine_become_one_and_two_and_table_four_one() -> None:
    images = reference_images(root_subgraph(), BY_ID)
    assert [(i.alias, i.figure_id) for i in images] == [
        ("Figure 1", "p-f7"),
        ("Figure 2", "p-f9"),
        ("Table 1", "p-t4"),
    ]


def test_anchors_and_evidence_carry_the_same_alias() -> None:
    subgraph = root_subgraph()
    images = reference_images(subgraph, BY_ID)
    assert alias_by_anchor(subgraph, images) == {
        "f7": "Figure 1",
        "f9": "Figure 2",
        "t4": "Table 1",
    }
    assert alias_by_evidence(subgraph, images) == {
        "e1": "Figure 1",
        "e2": "Table 1",
        "e3": "Figure 2",
    }


def test_an_object_without_a_crop_gets_no_alias() -> None:
    figures = BY_ID | {"p-f7": BY_ID["p-f7"].model_copy(update={"crop_sha256": None})}
    images = reference_images(root_subgraph(), figures)
    assert [i.alias for i in images] == ["Figure 1", "Table 1"]


def test_evidence_that_shares_a_box_shares_a_region() -> None:
    nodes = [
        n.model_copy(update={"resolved_figure_id": "p-f7"}) if n.node_id == "f9" else n
        for n in NODES
    ]
    subgraph = root_subgraph(graph_of(nodes))
    regions = key_regions(subgraph, reference_images(subgraph, BY_ID))
    assert [(r.region_id, r.image, r.evidence) for r in regions] == [
        ("r1", "Figure 1", ["e1", "e3"]),
        ("r2", "Table 1", ["e2"]),
    ]
