"""Arguments obey the contract of the graph."""

from __future__ import annotations

import networkx as nx
import pytest

from scidoc_assets.sample.argument import anchor_id, argument_truth
from scidoc_assets.sample.content import load_paper, paper_stems

ARGUED = [stem for stem in paper_stems() if load_paper(stem).root_claim]


def test_at_least_six_papers_argue_over_four_levels() -> None:
    depths = [(argument_truth(load_paper(stem)) or {})["depth"] for stem in ARGUED]
    assert len(depths) >= 6
    assert min(depths) >= 4


@pytest.mark.parametrize("stem", ARGUED)
def test_the_graph_is_acyclic_and_everything_reaches_the_one_root(stem: str) -> None:
    truth = argument_truth(load_paper(stem))
    assert truth is not None
    graph = nx.DiGraph([(edge["source"], edge["target"]) for edge in truth["edges"]])
    assert nx.is_directed_acyclic_graph(graph)
    ids = {node["id"] for node in truth["nodes"]}
    assert set(graph) == ids
    assert nx.descendants(graph, truth["root"]) == ids - {truth["root"]}
    assert nx.dag_longest_path_length(graph) + 1 == truth["depth"]


@pytest.mark.parametrize("stem", ARGUED)
def test_every_evidence_has_one_anchor_and_no_claim_rests_on_one(stem: str) -> None:
    truth = argument_truth(load_paper(stem))
    assert truth is not None
    kind = {node["id"]: node["type"] for node in truth["nodes"]}
    anchors = {"figure_ref", "table_ref"}
    for node_id, node_type in kind.items():
        targets = [e["target"] for e in truth["edges"] if e["source"] == node_id]
        found = [target for target in targets if kind[target] in anchors]
        assert len(found) == (1 if node_type == "evidence" else 0)


def test_ids_are_ascii_for_chinese_labels_too() -> None:
    assert anchor_id("图1") == "ref_figure_1"
    assert anchor_id("Extended Data Fig. 1") == "ref_extended_data_fig_1"


def test_a_paper_without_an_argument_has_none() -> None:
    assert argument_truth(load_paper("eco_scans")) is None
