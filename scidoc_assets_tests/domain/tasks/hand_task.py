"""A graph, its objects and its task by hand, for the task tests."""

from __future__ import annotations

from typing import Any

from scidoc_assets.domain.tasks.building import PaperFacts, propose_tasks
from scidoc_assets.domain.tasks.sampling import Subgraph, sample_subgraphs
from scidoc_assets.schemas.arguments import ArgumentGraph, GraphEdge, GraphNode
from scidoc_assets.schemas.figures import CuratedFigure, FigureParts
from scidoc_assets.schemas.settings import TaskSettings
from scidoc_assets.schemas.tasks import ReasoningTask


def node(node_id: str, kind: str, label: str, **fields: Any) -> GraphNode:
    """A graph node; evidence is observable and seen in the left half unless told otherwise."""
    seen = {"visual_evidence_text": label, "key_region": (0.0, 0.0, 0.5, 1.0)}
    extra = seen if kind == "evidence" else {}
    return GraphNode.model_validate(
        {"node_id": node_id, "type": kind, "label": label, **extra, **fields}
    )


def edge(source: str, target: str, kind: str = "supported_by") -> GraphEdge:
    """A stored edge."""
    return GraphEdge.model_validate({"source": source, "target": target, "type": kind})


NODES = [
    node("root", "claim", "Chelators control biofilms by removing calcium from the matrix."),
    node("mid", "claim", "Citrate disperses the biofilm without killing its cells."),
    node("e1", "evidence", "Biofilm thickness falls from 40 to 6 µm after citrate."),
    node("e2", "evidence", "After citrate 96 % of the cells are alive."),
    node("e3", "evidence", "Calcium in the matrix falls from 12 to 2 mM after citrate."),
    node("b", "established_basis", "Citrate binds calcium.", citation="[2]"),
    node("f7", "figure_ref", "Biofilm thickness", resolved_figure_id="p-f7", panels=["A", "B"]),
    node("t4", "table_ref", "Living cells", resolved_figure_id="p-t4"),
    node("f9", "figure_ref", "Calcium in the matrix", resolved_figure_id="p-f9"),
]
EDGES = [
    edge("root", "mid"),
    edge("root", "e3"),
    edge("root", "b"),
    edge("mid", "e1"),
    edge("mid", "e2"),
    edge("e1", "f7", "proven_by"),
    edge("e2", "t4", "proven_by"),
    edge("e3", "f9", "proven_by"),
]


def graph_of(
    nodes: list[GraphNode] = NODES, edges: list[GraphEdge] = EDGES, *, is_valid: bool = True
) -> ArgumentGraph:
    """A final graph row over the given nodes."""
    return ArgumentGraph(
        graph_id="g-1",
        paper_id="p",
        stage="final",
        builder="hand",
        prompt_name=None,
        prompt_version=None,
        prompt_hash=None,
        request_hash=None,
        is_valid=is_valid,
        reason=None,
        detail=None,
        language="en",
        nodes=nodes,
        edges=edges,
        findings=[],
        root_id="root",
        depth=4,
        hops=len(edges),
        layer_widths=[],
        max_branching=None,
        panel_count=4,
        evidence_per_object=1.0,
    )


def figure(figure_id: str, kind: str, number: int, caption: str, page: int = 2) -> CuratedFigure:
    """A curated object as the tasks read it; the marks of earlier stages are left empty."""
    names = set(CuratedFigure.model_fields)
    values: dict[str, Any] = dict.fromkeys(names)
    values |= {name: [] for name in ("parts_pt", "caption_boxes_pt", "panels", "continues_on")}
    values |= {name: [] for name in ("flags", "ocr_regions", "colour_histogram")}
    values |= {
        "figure_id": figure_id,
        "paper_id": "p",
        "label": f"{kind.capitalize()} {number}",
        "series": "",
        "number": number,
        "kind": kind,
        "page_index": page,
        "crop_sha256": figure_id.encode().hex().ljust(64, "0"),
        "crop_width_px": 800,
        "crop_height_px": 600,
        "crop_dpi": 300,
        "caption": caption,
        "source": "vector",
        "is_shared_caption": False,
        "outcome": "not_needed",
        "figure_type": "plot",
        "panel_count": 1,
        "is_cross_page": False,
    }
    return CuratedFigure.model_validate(values)


FIGURES = [
    figure("p-f7", "figure", 7, "Figure 7: Biofilm thickness after citrate.", 4),
    figure("p-t4", "table", 4, "Table 4: Living cells in the biofilm.", 3),
    figure("p-f9", "figure", 9, "Figure 9: Calcium in the matrix of the biofilm.", 6),
]
BY_ID: dict[str, FigureParts] = {f.figure_id: f for f in FIGURES}
SETTINGS = TaskSettings()


def root_subgraph(graph: ArgumentGraph | None = None) -> Subgraph:
    """The subgraph of the root claim."""
    found = sample_subgraphs(graph or graph_of(), 0)
    return next(s for s in found if s.target_id == "root")


def root_task(**changes: Any) -> ReasoningTask:
    """The candidate of the root claim, with changes."""
    tasks = propose_tasks(graph_of(), FIGURES, SETTINGS, PaperFacts(title="A title"))
    return next(t for t in tasks if t.root_id == "root").model_copy(update=changes)
