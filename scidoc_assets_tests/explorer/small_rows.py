"""A few rows that the site is built from in tests: one paper, one figure, one task, two answers."""

from __future__ import annotations

import hashlib
import io

from PIL import Image

from scidoc_assets.explorer.rows import ExplorerRows
from scidoc_assets.schemas.arguments import ArgumentGraph, GraphEdge, GraphNode, SourceAttribution
from scidoc_assets.schemas.contexts import CitingParagraph, ContextBinding
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel, NodeLabel
from scidoc_assets.schemas.metrics import ReasoningMetric
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.schemas.responses import ReasoningResponse, Turn
from scidoc_assets.schemas.tasks import KeyRegion, ReasoningTask, ReferenceImage
from scidoc_assets.storage.parquet import StoreError

_out = io.BytesIO()
Image.new("RGB", (40, 20), "white").save(_out, "PNG")
PICTURE = _out.getvalue()
SHA = hashlib.sha256(PICTURE).hexdigest()


def blob(sha256: str) -> bytes:
    """The one stored picture."""
    if sha256 != SHA:
        raise StoreError(f"blob {sha256}: missing")
    return PICTURE


def paper(paper_id: str = "p1", **changed: object) -> RawPdf:
    usual = dict(
        paper_id=paper_id, sha256="a" * 64, shard="00", status="ok", reason=None, pages=3,
        size_bytes=9, sources=["p1.pdf"], title="A title", venue="V", year=2024, discipline=None,
        domain=None, licence=None, doi=None, latex_source=None, other_versions=[],
    )  # fmt: skip
    return RawPdf.model_validate({**usual, **changed})


def figure(**changed: object) -> CuratedFigure:
    usual = dict(
        figure_id="p1-fig-1", paper_id="p1", label="Figure 1", series="", number=1, kind="figure",
        page_index=1, bbox_pt=(10, 10, 50, 30), parts_pt=[], crop_sha256=SHA, crop_width_px=40,
        crop_height_px=20, crop_dpi=300, caption="Figure 1. A plot.", caption_page_index=1,
        caption_boxes_pt=[], caption_position="below", caption_distance_pt=3.0, caption_score=1.0,
        panels=[], source="vector", is_shared_caption=False, continues_on=[], flags=[],
        outcome="not_needed", figure_type="plot", ocr_engine=None, ocr_regions=[],
        ocr_mean_confidence=None, text_density=None, blur_laplacian_variance=None,
        edge_density=None, whitespace_share=None, colour_histogram=[], megapixels=None,
        panel_count=0, is_cross_page=False, caption_ocr_overlap=None, numeric_overlap=None,
        low_confidence_reason=None,
    )  # fmt: skip
    wanted = {k: v for k, v in {**usual, **changed}.items() if k in CuratedFigure.model_fields}
    return CuratedFigure.model_validate(wanted)


def context(text: str = "Figure 1 shows a rise.") -> ContextBinding:
    paragraph = CitingParagraph(
        block_id="b1", page_index=0, section_title="Results", text=text, snippet=text,
        citation_class="specific_claim", weight=1.0, mention_count=1,
    )  # fmt: skip
    usual = dict(
        figure_id="p1-fig-1", paper_id="p1", label="Figure 1", has_caption=True, has_context=True,
        context_reason=None, paragraphs=[paragraph], mention_count=1, caption_cross_references=0,
        gated_dimensions=[], is_excluded=False, snippets=[text], snippets_cut=0,
        paragraphs_left_out=0, unresolved_labels=[],
    )  # fmt: skip
    return ContextBinding.model_validate(usual)


def nodes(claim: str = "The rise is real.") -> list[GraphNode]:
    return [
        GraphNode(node_id="figure_1", type="figure_ref", label="Figure 1", citation="Figure 1"),
        GraphNode(
            node_id="evidence_1", type="evidence", label="The curve rises.",
            visual_evidence_text="The blue line goes up from 1 to 4.",
            source_attributions=[SourceAttribution(section_title="R", source_excerpt="rises")],
        ),
        GraphNode(node_id="claim_1", type="claim", label="Growth is steady."),
        GraphNode(node_id="claim_root", type="claim", label=claim),
    ]  # fmt: skip


EDGES = [
    GraphEdge(source="evidence_1", target="figure_1", type="proven_by"),
    GraphEdge(source="claim_1", target="evidence_1", type="supported_by"),
    GraphEdge(source="claim_root", target="claim_1", type="supported_by"),
]


def graph(**changed: object) -> ArgumentGraph:
    usual = dict(
        graph_id="p1-graph", paper_id="p1", stage="final", builder="test", prompt_name=None,
        prompt_version=None, prompt_hash=None, request_hash=None, is_valid=True, reason=None,
        detail=None, language="en", nodes=nodes(), edges=EDGES, findings=[], root_id="claim_root",
        depth=4, hops=3, layer_widths=[], max_branching=None, panel_count=None,
        evidence_per_object=None,
    )  # fmt: skip
    return ArgumentGraph.model_validate({**usual, **changed})


def task(**changed: object) -> ReasoningTask:
    usual = dict(
        task_id="t1", version=1, paper_id="p1", graph_id="p1-graph", benchmark="reasoning",
        discipline=None, domain=None, difficulty="easy", difficulty_score=1.0,
        question="What does Figure 1 show?", question_source="template", bridge_mode="without",
        gold_answer="The rise is real.", root_id="claim_root", nodes=nodes(), edges=EDGES,
        evidence_ids=["evidence_1"], intermediate_claim_ids=["claim_1"],
        images=[
            ReferenceImage(
                alias="Figure 1", figure_id="p1-fig-1", printed_label="FIG. 4", kind="figure",
                crop_sha256=SHA,
                caption="Figure 1. A plot.", width_px=40, height_px=20,
            )
        ],
        regions=[
            KeyRegion(
                region_id="r1", image="Figure 1", bbox=(0.1, 0.2, 0.6, 0.7), evidence=["evidence_1"]
            )
        ],
        observations=[], bridges=[], paper_captions=[], depth=4, hops=3, panel_count=1, seed=0,
        is_accepted=True, reasons=[], language="en",
    )  # fmt: skip
    return ReasoningTask.model_validate({**usual, **changed})


def response(**changed: object) -> ReasoningResponse:
    usual = dict(
        benchmark="reasoning", model="m/one", setting="direct", task_id="t1", repeat=0,
        status="answered", status_detail=None, text="It rises.", thinking=None, finish_reason=None,
        turns=[], protocol="single", sees="pixels", is_baseline=False, usage_json=None,
        prompt_tokens=None, completion_tokens=None, cost_usd=None, latency_s=None, attempts=1,
        request_hash=None, prompt_name=None, prompt_version=None, prompt_hash=None,
        served_model=None, created_at=None, source_digest=None,
    )  # fmt: skip
    return ReasoningResponse.model_validate({**usual, **changed})


def cropping(**changed: object) -> ReasoningResponse:
    """An agentic answer that looked at the left half of the figure."""
    turns = [Turn(turn_index=0, action="crop_image", image="Figure 1", bbox=(0, 0, 0.5, 1))]
    return response(**{"setting": "agentic", "turns": turns, "protocol": "json_actions", **changed})


_LABEL = dict(
    benchmark="reasoning", task_id="t1", model="m/one", setting="direct", repeat=0, judge="j/one",
    is_baseline=False, status="labelled", reason=None, raw_text=None, request_hash=None,
    prompt_name=None, prompt_version=None, prompt_hash=None, source_digest=None,
)  # fmt: skip


def correctness(**changed: object) -> CorrectnessLabel:
    atoms = dict(
        gives_final_conclusion="yes", matches_gold_final_claim="yes", preserves_direction="n/a",
        no_conflicting_conclusion="yes", is_correct=True,
    )  # fmt: skip
    return CorrectnessLabel.model_validate({**_LABEL, **atoms, **changed})


def coverage(**changed: object) -> CoverageLabel:
    covered = dict(
        evidence=[NodeLabel(node_id="evidence_1", is_covered=True)],
        claims=[NodeLabel(node_id="claim_1", is_covered=False, reason="not said")],
        evidence_coverage=1.0, claim_coverage=0.0,
    )  # fmt: skip
    return CoverageLabel.model_validate({**_LABEL, **covered, **changed})


def metric(**changed: object) -> ReasoningMetric:
    usual = dict(
        benchmark="reasoning", model="m/one", setting="direct", judge="j/one",
        stratum_kind="overall", stratum="all", metric="accuracy", value=0.5, n=2, planned_n=2, planned_tasks=2,
        failed_n=1, ci_low=0.1, ci_high=0.9, reason=None, is_baseline=False,
    )  # fmt: skip
    return ReasoningMetric.model_validate({**usual, **changed})


def small_rows(**changed: object) -> ExplorerRows:
    """One paper with everything, and one that could not be read."""
    usual: dict[str, object] = dict(
        raw_pdfs=[paper(), paper("broken", status="failed", reason="damaged", pages=None)],
        curated_figures=[figure()],
        context_bindings=[context()],
        argument_graphs=[graph()],
        reasoning_tasks=[task()],
        reasoning_responses=[response(), cropping()],
        correctness_labels=[correctness()],
        coverage_labels=[coverage()],
        reasoning_metrics=[metric()],
    )
    return ExplorerRows(**{**usual, **changed})  # type: ignore[arg-type]
