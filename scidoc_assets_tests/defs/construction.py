"""A project whose graphs and questions are made by a scripted model behind the real gateway."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from scidoc_assets.defs import arguments, tasks
from scidoc_assets.defs.project import Gateways, Project
from scidoc_assets.defs.stage import StageRun
from scidoc_assets.gateways.llm.opening import open_gateway
from scidoc_assets.prompts import load_prompt
from scidoc_assets.schemas.arguments import ArgumentGraph
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.papers import PaperDiscipline, RawPdf
from scidoc_assets.schemas.tasks import ReasoningTask, TaskQuality
from scidoc_assets.storage.config import load_settings
from scidoc_assets.storage.paths import project_paths
from scidoc_assets_tests.domain.arguments import hand_paper
from scidoc_assets_tests.domain.responses.factory import png
from scidoc_assets_tests.small_project import make_folder, stub_model, write_config
from scidoc_assets_tests.stub_server import StubReply, StubRequest

Json = dict[str, Any]
Answer = Callable[[Json], "Json | str | StubReply"]
PROMPTS = (
    "arguments/draft_graph",
    "arguments/link_references",
    "arguments/review_reference",
    "arguments/observe_evidence",
    "tasks/classify_paper",
    "tasks/observation_questions",
    "tasks/bridge_question",
    "tasks/blind_question",
    "tasks/judge_question",
    "tasks/rewrite_question",
    "tasks/reference_answer",
)
QUESTION = "Why does the film behave differently in the mutant, judging by Figure 1 and Table 1?"
DIMENSIONS = [
    "anchor_coverage",
    "anchor_localisation",
    "evidence_path_coverage",
    "reasoning_dependency",
    "target_specificity",
    "stem_naturalness",
    "non_leakage",
    "answer_shaping",
]


def good_draft(material: Json) -> Json:
    """A valid graph of the hand-made paper, in the model's contract."""
    nodes, edges = hand_paper.small_graph()
    excerpts = {
        "root": "We conclude that calcium controls film growth by inducing the adhesin.",
        "mid": "These results show that calcium thickens the film only with the adhesin.",
        "ev1": "Film thickness increases from 9 µm without calcium to 41 µm with 4 mM calcium",
        "ev2": "Adhesin transcripts rise from 1.0 to 14.5 within 6 h",
    }

    def source(node_id: str) -> list[Json]:
        if node_id not in excerpts:
            return []
        return [{"section_title": None, "source_excerpt": excerpts[node_id]}]

    return {
        "nodes": [
            {
                "id": n.node_id,
                "type": n.type,
                "label": n.label,
                "attributes": {"citation": n.citation},
                "source_attributions": source(n.node_id),
            }
            for n in nodes
        ],
        "edges": [e.model_dump() for e in edges],
    }


def good_links(material: Json) -> Json:
    by_label = {c["label"]: c["candidate_id"] for c in material["candidates"]}
    return {
        "matches": [
            {
                "graph_ref_id": ref["graph_ref_id"],
                "matched_candidate_id": by_label[ref["citation"]],
                "confidence": "high",
                "alternative_candidate_ids": [],
                "needs_visual_disambiguation": False,
            }
            for ref in material["graph_refs"]
        ]
    }


def good_observation(material: Json) -> Json:
    return {
        "items": [
            {
                "evidence_id": item["evidence_id"],
                "selected_ref_id": item["candidate_ref_ids"][0],
                "visual_evidence_text": f"Seen: {item['original_evidence_text']}",
            }
            for item in material["evidence_items"]
        ]
    }


def good_questions(material: Json) -> Json:
    step = material["evidence_step"]
    return {
        "step": "a reading",
        "derived_node_id": step["node_id"],
        "key_region": [0.1, 0.2, 0.6, 0.7],
        "samples": [
            {"observation_question": f"Which mark of {material['alias']} is number {n}?"}
            for n in range(material["sample_count"])
        ],
    }


def good_answer(material: Json) -> Json:
    lines = []
    for step in material["steps"]:
        alias = f"{step['alias']}: " if step["alias"] else ""
        lines.append(f"[{step['node_id']}] {alias}{step['statement']}")
    return {
        "preferred_claim_id": material["preferred_claim_id"],
        "trajectory": material["trajectory"],
        "standard_answer": "\n".join(lines),
    }


GOOD: dict[str, Answer] = {
    "arguments/draft_graph": good_draft,
    "arguments/link_references": good_links,
    "arguments/observe_evidence": good_observation,
    "tasks/classify_paper": lambda m: {
        "discipline": "biology",
        "domain": "microbial cell biology and physiology",
    },
    "tasks/observation_questions": good_questions,
    "tasks/bridge_question": lambda m: {
        "step": "an inference",
        "derived_node_id": m["claim_step"]["node_id"],
        "bridge_question": "What follows for the role of that protein?",
    },
    "tasks/blind_question": lambda m: {"question": QUESTION},
    "tasks/judge_question": lambda m: {
        "scores": dict.fromkeys(DIMENSIONS, 1.0),
        "failed_dimensions": [],
        "repair_advice": "",
        "is_revision_recommended": False,
    },
    "tasks/reference_answer": good_answer,
}


def prompt_of(request: StubRequest) -> str:
    """Which prompt a request was made from; a probe of a weak setting is `probe`."""
    text = request.body["messages"][0]["content"]
    text = text if isinstance(text, str) else text[0]["text"]
    begins = {name: load_prompt(name).text.splitlines()[0] for name in PROMPTS}
    return next((name for name, line in begins.items() if text.startswith(line)), "probe")


def script(**changed: Answer) -> Callable[[StubRequest], StubReply]:
    """A model that answers well but for the prompts named (`draft_graph=...`)."""
    answers = GOOD | {name: changed[k] for name in PROMPTS if (k := name.split("/")[1]) in changed}

    def reply(request: StubRequest) -> StubReply:
        name = prompt_of(request)
        if name == "probe":
            return StubReply(text="I cannot tell without the pictures.")
        said = answers[name](_material(request))
        if isinstance(said, StubReply):
            return said
        return StubReply(text=said if isinstance(said, str) else json.dumps(said))

    return reply


def _material(request: StubRequest) -> Json:
    """The JSON object of the first user message."""
    content = request.body["messages"][1]["content"]
    text = content if isinstance(content, str) else content[0]["text"]
    return json.loads(text)


def construction_project(root: Path, url: str, **changes: Any) -> Project:
    """A project in which one stub model drafts graphs and writes questions."""
    make_folder(root, [stub_model(url, **changes)])
    models = {"graphs": {"builder": "stub/model"}, "question_model": "stub/model"}
    write_config(root, "tasks", {**models, "discipline_model": "stub/model"})
    settings = load_settings(root / "data" / "config")
    return Project(project_paths(root), settings, Gateways(ocr=lambda: None, model=open_gateway))


def run_of(project: Project) -> StageRun:
    return StageRun(project, None, logging.getLogger("test"))


def papers(project: Project, *ids: str) -> tuple[list[ParsedLayout], list[CuratedFigure]]:
    """The hand-made paper under several ids, with crops in the blob store."""
    crop = project.blobs.put(png(800, 400))
    layouts = [hand_paper.layout_of().model_copy(update={"paper_id": i}) for i in ids]
    figures = [
        f.model_copy(
            update={
                "paper_id": i,
                "figure_id": f.figure_id.replace("paper-1", i),
                "crop_sha256": crop,
            }
        )
        for i in ids
        for f in hand_paper.FIGURES
    ]
    return layouts, figures


def fields_of(layouts: Sequence[ParsedLayout]) -> list[PaperDiscipline]:
    return [
        PaperDiscipline(
            paper_id=p.paper_id,
            discipline="biology",
            domain=None,
            source="manifest",
            reason=None,
            detail=None,
        )
        for p in layouts
    ]


def raw_pdf(paper_id: str, discipline: str | None = None) -> RawPdf:
    empty = dict.fromkeys(RawPdf.model_fields)
    return RawPdf.model_validate(
        {
            **empty,
            "paper_id": paper_id,
            "sha256": "0" * 64,
            "shard": "00",
            "status": "ok",
            "size_bytes": 1,
            "sources": [f"{paper_id}.pdf"],
            "other_versions": [],
            "title": "A title",
            "discipline": discipline,
        }
    )


def drafts(project: Project, *ids: str) -> list[ArgumentGraph]:
    layouts, figures = papers(project, *ids)
    body = arguments.draft_argument_graphs.body
    return list(body(run_of(project), layouts, figures, fields_of(layouts)))  # type: ignore[arg-type]


def graphs(project: Project, *ids: str) -> list[ArgumentGraph]:
    """Final graphs: all four stages."""
    layouts, figures = papers(project, *ids)
    run, fields = run_of(project), fields_of(layouts)
    rows: Any = drafts(project, *ids)
    rows = arguments.linked_argument_graphs.body(run, rows, figures, layouts)
    rows = arguments.observable_evidence.body(run, rows, figures, fields)
    return list(arguments.argument_graphs.body(run, rows, layouts))  # type: ignore[arg-type]


def questions(project: Project, paper_id: str) -> tuple[list[TaskQuality], list[ReasoningTask]]:
    """Quality rows and accepted tasks of one paper."""
    layouts, figures = papers(project, paper_id)
    run, raw = run_of(project), [raw_pdf(paper_id)]
    found = graphs(project, paper_id)
    candidates: Any = tasks.candidate_tasks.body(run, found, [], figures, raw, fields_of(layouts))
    rows: Any = tasks.task_quality.body(run, candidates, figures, raw)
    return list(rows), list(tasks.reasoning_tasks.body(run, candidates, rows))  # type: ignore[arg-type]
