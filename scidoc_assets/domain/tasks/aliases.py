"""Task aliases of figures and tables: numbering restarts from 1 inside a task, and what the task
says follows it.

Source: seed 000 G.1 (question-time alias labels). Refuses an object without a stored crop.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from scidoc_assets.domain.tasks.sampling import Subgraph
from scidoc_assets.schemas.argument_order import ANCHOR_TYPES, premises_below
from scidoc_assets.schemas.arguments import GraphNode
from scidoc_assets.schemas.figures import FigureParts
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.task_words import LabelNames, caption_in_task_words, in_task_words
from scidoc_assets.schemas.tasks import KeyRegion, PrintedNode, ReferenceImage

_WORD = {"figure": "Figure", "table": "Table"}
Names = Mapping[str, LabelNames]


def reference_images(
    subgraph: Subgraph, figures: Mapping[str, FigureParts]
) -> list[ReferenceImage]:
    """Return the subgraph's objects with aliases `Figure 1`, `Table 1`, ..., figures before tables,
    paper by paper (in the order in which the subgraph names them) and page by page.

    Objects that are unresolved or have no crop are left out (structural reasons name them).
    """
    resolved = [a.resolved_figure_id for a in subgraph.of_type(*ANCHOR_TYPES)]
    known = [figures[i] for i in dict.fromkeys(i for i in resolved if i) if i in figures]
    papers = list(dict.fromkeys(f.paper_id for f in known))
    ordered = sorted(
        known,
        key=lambda f: (
            f.kind,
            papers.index(f.paper_id),
            f.page_index,
            f.number or 0,
            f.figure_id,
        ),
    )
    counts = {"figure": 0, "table": 0}
    images = []
    for figure in ordered:
        if figure.crop_sha256 is None or not figure.crop_width_px or not figure.crop_height_px:
            continue
        counts[figure.kind] += 1
        images.append(
            ReferenceImage(
                alias=f"{_WORD[figure.kind]} {counts[figure.kind]}",
                figure_id=figure.figure_id,
                printed_label=figure.label,
                kind=figure.kind,
                crop_sha256=figure.crop_sha256,
                caption=figure.caption,
                width_px=figure.crop_width_px,
                height_px=figure.crop_height_px,
            )
        )
    names = label_names(images, figures)
    return [_captioned(image, names[figures[image.figure_id].paper_id]) for image in images]


def _captioned(image: ReferenceImage, names: LabelNames) -> ReferenceImage:
    caption = image.caption and caption_in_task_words(image.caption, names)
    return image.model_copy(update={"caption": caption})


def label_names(images: Sequence[ReferenceImage], figures: Mapping[str, FigureParts]) -> Names:
    """Return, per paper, how its printed labels are named in the task of these images."""
    known: dict[str, dict[str, str]] = defaultdict(dict)
    for figure in figures.values():
        label = parse_label(figure.label)
        if label is not None:
            known[figure.paper_id].setdefault(label.key, figure.figure_id)
    aliases: dict[str, dict[str, str]] = {f.paper_id: {} for f in figures.values()}
    for image in images:
        label = parse_label(figures[image.figure_id].label)
        if label is not None:
            aliases[figures[image.figure_id].paper_id][label.key] = image.alias
    return {paper: LabelNames(own, frozenset(known[paper])) for paper, own in aliases.items()}


def paper_captions(figures: Mapping[str, FigureParts], names: Names) -> list[str]:
    """Return every caption of the papers, with the task's aliases where an object has one."""
    return [
        caption_in_task_words(f.caption, names[f.paper_id]) for f in figures.values() if f.caption
    ]


def worded(
    subgraph: Subgraph, figures: Mapping[str, FigureParts], names: Names
) -> tuple[Subgraph, list[PrintedNode]]:
    """Return the subgraph in the task's words, and the print of every node that this changed."""
    papers = _paper_of_nodes(subgraph, figures)
    nodes = [
        _worded(n, names[papers[n.node_id]]) if n.node_id in papers else n for n in subgraph.nodes
    ]
    printed = [
        PrintedNode(
            node_id=old.node_id,
            label=old.label,
            visual_evidence_text=old.visual_evidence_text,
            citation=old.citation,
        )
        for old, new in zip(subgraph.nodes, nodes, strict=True)
        if old != new
    ]
    return replace(subgraph, nodes=nodes), printed


def _worded(node: GraphNode, names: LabelNames) -> GraphNode:
    say = caption_in_task_words if node.type in ANCHOR_TYPES else in_task_words
    seen = node.visual_evidence_text
    return node.model_copy(
        update={
            "label": say(node.label, names),
            "visual_evidence_text": seen and in_task_words(seen, names),
            "citation": node.citation and in_task_words(node.citation, names),
        }
    )


def _paper_of_nodes(subgraph: Subgraph, figures: Mapping[str, FigureParts]) -> dict[str, str]:
    """Node id -> the one paper whose objects it rests on; knowledge is its claim's paper. A node
    over several papers (the claim that joins two) has none."""
    figure_of = {n.node_id: n.resolved_figure_id for n in subgraph.of_type(*ANCHOR_TYPES)}
    below: dict[str, set[str]] = {}
    for node in subgraph.nodes:
        shown = [figure_of.get(i) for i in premises_below(subgraph.edges, node.node_id)]
        below[node.node_id] = {figures[i].paper_id for i in shown if i is not None and i in figures}
    for edge in subgraph.edges:
        if not below[edge.target]:
            below[edge.target] = below[edge.source]
    return {node_id: next(iter(papers)) for node_id, papers in below.items() if len(papers) == 1}


def alias_by_anchor(subgraph: Subgraph, images: Sequence[ReferenceImage]) -> dict[str, str]:
    """Return anchor node id -> task alias, for anchors that have an image."""
    by_figure = {image.figure_id: image.alias for image in images}
    return {
        a.node_id: by_figure[a.resolved_figure_id]
        for a in subgraph.of_type(*ANCHOR_TYPES)
        if a.resolved_figure_id in by_figure
    }


def alias_by_evidence(subgraph: Subgraph, images: Sequence[ReferenceImage]) -> dict[str, str]:
    """Return evidence id -> alias of the image that proves it."""
    by_anchor = alias_by_anchor(subgraph, images)
    return {
        evidence: by_anchor[anchor.node_id]
        for evidence, anchor in subgraph.anchor_of().items()
        if anchor.node_id in by_anchor
    }


def key_regions(subgraph: Subgraph, images: Sequence[ReferenceImage]) -> list[KeyRegion]:
    """Return the distinct boxes of the evidence, evidence that shares a box together."""
    aliases = alias_by_evidence(subgraph, images)
    grouped: dict[tuple, list[str]] = {}
    for node in subgraph.of_type("evidence"):
        if node.node_id in aliases and node.key_region is not None:
            grouped.setdefault((aliases[node.node_id], node.key_region), []).append(node.node_id)
    return [
        KeyRegion(region_id=f"r{number}", image=alias, bbox=bbox, evidence=evidence)
        for number, ((alias, bbox), evidence) in enumerate(sorted(grouped.items()), 1)
    ]
