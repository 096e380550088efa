"""Numbering restarts from 1 inside a task, per kind, in the paper's order."""

from __future__ import annotations

from scidoc_assets.domain.tasks.aliases import (
    alias_by_anchor,
    alias_by_evidence,
    key_regions,
    reference_images,
)
from scidoc_assets.domain.tasks.building import propose_tasks
from scidoc_assets.schemas.tasks import graph_nodes_of
from scidoc_assets_tests.domain.tasks.hand_task import (
    BY_ID,
    FIGURES,
    NODES,
    SETTINGS,
    figure,
    graph_of,
    root_subgraph,
)


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


def test_captions_nodes_and_citations_of_a_task_use_its_aliases_and_keep_the_print() -> None:
    nodes = [
        n.model_copy(
            update={"label": "In Figure 9, calcium falls.", "citation": "Figure 9"}
            | {"visual_evidence_text": "In Figure 9, calcium falls; Figure 1 shows the cell."}
        )
        if n.node_id == "e3"
        else n
        for n in NODES
    ]
    (task, *_) = [
        t for t in propose_tasks(graph_of(nodes), FIGURES, SETTINGS) if t.root_id == "root"
    ]
    e3 = next(n for n in task.nodes if n.node_id == "e3")
    assert e3.label == "In Figure 2, calcium falls."
    assert (
        e3.visual_evidence_text
        == "In Figure 2, calcium falls; the paper's Figure 1 shows the cell."
    )
    assert e3.citation == "Figure 2"
    assert "Figure 9" not in task.gold_answer
    assert [i.caption for i in task.images][1] == "Figure 2: Calcium in the matrix of the biofilm."
    assert [i.printed_label for i in task.images] == ["Figure 7", "Figure 9", "Table 4"]
    assert [p.node_id for p in task.printed] == ["e3"]
    assert graph_nodes_of(task) == [
        n for n in nodes if n.node_id in {m.node_id for m in task.nodes}
    ]


def test_all_captions_of_the_paper_are_told_apart_from_the_tasks_own() -> None:
    other = figure("p-f1", "figure", 1, "Figure 1: Flow cell.", 1)
    task = propose_tasks(graph_of(), [other, *FIGURES], SETTINGS)[0]
    assert task.paper_captions[0] == "The paper's Figure 1: Flow cell."
    assert "Figure 1: Biofilm thickness after citrate." in task.paper_captions


def test_two_papers_with_one_label_keep_their_figures_apart_and_together() -> None:
    theirs = figure("q-f7", "figure", 7, "Figure 7: Cells after calcium.", 1).model_copy(
        update={"paper_id": "q"}
    )
    nodes = [
        n.model_copy(update={"resolved_figure_id": "q-f7"})
        if n.node_id == "f9"
        else n.model_copy(update={"visual_evidence_text": "Figure 7 shows cells."})
        if n.node_id in {"e1", "e3"}
        else n
        for n in NODES
    ]
    task = next(
        t
        for t in propose_tasks(graph_of(nodes), [*FIGURES, theirs], SETTINGS)
        if t.root_id == "root"
    )
    seen = {n.node_id: n.visual_evidence_text for n in task.nodes}
    assert [(i.alias, i.figure_id) for i in task.images if i.kind == "figure"] == [
        ("Figure 1", "p-f7"),
        ("Figure 2", "q-f7"),
    ]
    assert (seen["e1"], seen["e3"]) == ("Figure 1 shows cells.", "Figure 2 shows cells.")
    assert task.question.startswith("One study recorded Figure 1 and Table 1, another recorded")
