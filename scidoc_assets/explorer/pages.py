"""What a paper's page and a task's page show. Pure: rows in, plain values for the templates out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scidoc_assets.explorer.answers import SETTINGS, Answer, Box, boxes
from scidoc_assets.explorer.naming import page_stem, paper_page
from scidoc_assets.explorer.overview import TaskLine
from scidoc_assets.schemas.arguments import ArgumentGraph, GraphNode
from scidoc_assets.schemas.contexts import ContextBinding
from scidoc_assets.schemas.figures import CuratedFigure, PaperCuration
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.schemas.tasks import ReasoningTask


@dataclass(frozen=True)
class FigurePart:
    """A figure on its paper's page; `anchor` is its place there."""

    figure: CuratedFigure
    anchor: str
    context: ContextBinding | None


@dataclass(frozen=True)
class GraphPart:
    """A graph with the address of its drawing (None: a cyclic graph, see its findings)."""

    graph: ArgumentGraph
    drawing: str | None


@dataclass(frozen=True)
class PaperView:
    """Everything of one paper."""

    paper: RawPdf
    curation: PaperCuration | None
    figures: Sequence[FigurePart]
    graphs: Sequence[GraphPart]
    tasks: Sequence[TaskLine]


@dataclass(frozen=True)
class ImagePart:
    """A reference image of a task with its gold boxes; `link` leads to it on the paper's page,
    where it carries its `printed` label."""

    alias: str
    printed: str | None
    sha256: str
    caption: str | None
    link: str
    gold: Sequence[Box]


@dataclass(frozen=True)
class NodePart:
    """An evidence or claim of a task, with how many judged answers state it."""

    node: GraphNode
    places: Sequence[str]
    stated: int
    judged: int


@dataclass(frozen=True)
class TaskView:
    """Everything of one task. `matrix` maps a model to its answers by setting."""

    task: ReasoningTask
    drawing: str | None
    images: Sequence[ImagePart]
    evidence: Sequence[NodePart]
    claims: Sequence[NodePart]
    answers: Sequence[Answer]
    settings: Sequence[str]
    matrix: Mapping[str, Mapping[str, Sequence[Answer]]]


def paper_view(
    paper: RawPdf,
    curation: PaperCuration | None,
    figures: Sequence[CuratedFigure],
    contexts: Mapping[str, ContextBinding],
    graphs: Sequence[GraphPart],
    tasks: Sequence[TaskLine],
) -> PaperView:
    """The view of one paper; figures in the order of pages, then of position."""
    ordered = sorted(
        figures, key=lambda f: (f.page_index, (f.bbox_pt or (0, 0, 0, 0))[1], f.figure_id)
    )
    parts = [FigurePart(f, page_stem(f.figure_id), contexts.get(f.figure_id)) for f in ordered]
    return PaperView(paper, curation, parts, graphs, tasks)


def task_view(task: ReasoningTask, answers: Sequence[Answer], drawing: str | None) -> TaskView:
    """The view of one task. Raises KeyError when the task names a node that it does not hold."""
    nodes = {node.node_id: node for node in task.nodes}
    used = {a.response.setting for a in answers}
    matrix: dict[str, dict[str, list[Answer]]] = {}
    for answer in answers:
        by_setting = matrix.setdefault(answer.response.model, {})
        by_setting.setdefault(answer.response.setting, []).append(answer)
    return TaskView(
        task=task,
        drawing=drawing,
        images=[_image(task, image.alias) for image in task.images],
        evidence=[_node(task, nodes[i], answers, "evidence") for i in task.evidence_ids],
        claims=[_node(task, nodes[i], answers, "claims") for i in task.intermediate_claim_ids],
        answers=answers,
        settings=[s for s in SETTINGS if s in used],
        matrix=matrix,
    )


def _image(task: ReasoningTask, alias: str) -> ImagePart:
    image = next(i for i in task.images if i.alias == alias)
    gold = boxes(
        [(evidence, r.bbox) for r in task.regions if r.image == alias for evidence in r.evidence]
    )
    link = f"{paper_page(task.paper_id)}#{page_stem(image.figure_id)}"
    return ImagePart(alias, image.printed_label, image.crop_sha256, image.caption, link, gold)


def _node(task: ReasoningTask, node: GraphNode, answers: Sequence[Answer], part: str) -> NodePart:
    said = [
        label.is_covered
        for answer in answers
        for verdict in answer.verdicts[:1]
        for label in getattr(verdict, part)
        if label.node_id == node.node_id and label.is_covered is not None
    ]
    places = sorted({r.image for r in task.regions if node.node_id in r.evidence})
    return NodePart(node, places, sum(said), len(said))
