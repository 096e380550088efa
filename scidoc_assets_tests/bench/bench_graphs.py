"""`make bench-graphs`: the extractive graph builder against known and real papers.

On the generated sample corpus, whose argument is known: recall and precision of evidence and
claims (matched by excerpt), the root, and the share of evidence whose anchor is right. On the
papers of ../shared (when present): share with a valid graph, verbatim excerpts, and share with an
accepted task of depth >= 3. Figures here are every captioned crop; curation is not part of it.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz

from scidoc_assets.domain.arguments.extractive import build_extractive_graph, label_key
from scidoc_assets.domain.arguments.sentences import paper_text_of
from scidoc_assets.domain.arguments.stages import finish_graph, link_graph, observe_graph
from scidoc_assets.domain.arguments.validation import excerpt_is_verbatim
from scidoc_assets.domain.contexts.hosts import locate_mentions
from scidoc_assets.domain.tasks.building import PaperFacts, build_tasks
from scidoc_assets.gateways.pdf.opening import PdfError
from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.gateways.pdf.parse import parse_paper
from scidoc_assets.sample.writing import write_sample
from scidoc_assets.schemas.arguments import ArgumentGraph, GraphNode
from scidoc_assets.schemas.figures import CuratedFigure, FigureCandidate
from scidoc_assets.schemas.labelling import parse_label
from scidoc_assets.schemas.settings import GraphSettings, TaskSettings
from scidoc_assets.schemas.tasks import ReasoningTask
from scidoc_assets.schemas.text import normalise

SHARED = Path(__file__).parents[3] / "shared" / "corpus" / "papers"
SAME_SENTENCE = 85.0


@dataclass
class Tally:
    """Matches of one node type: true nodes, found nodes, and how many of each are matched."""

    true: int = 0
    found: int = 0
    hit: int = 0
    right: int = 0

    @property
    def line(self) -> str:
        recall = self.hit / self.true if self.true else float("nan")
        precision = self.right / self.found if self.found else float("nan")
        return (
            f"recall {recall:.2f} ({self.hit}/{self.true}), "
            f"precision {precision:.2f} ({self.right}/{self.found})"
        )


@dataclass
class SampleScore:
    """What the sample corpus tells about the builder."""

    evidence: Tally = field(default_factory=Tally)
    claims: Tally = field(default_factory=Tally)
    knowledge: Tally = field(default_factory=Tally)
    anchors_right: int = 0
    anchors_judged: int = 0
    roots_right: int = 0
    roots: int = 0
    unreachable: int = 0
    misses: list[str] = field(default_factory=list)


def as_curated(row: FigureCandidate) -> CuratedFigure:
    """A candidate taken for curated, without the marks of S2-S4."""
    fields = row.model_dump(exclude={"reason"})
    marks: dict[str, Any] = dict.fromkeys(
        [
            "ocr_engine",
            "ocr_mean_confidence",
            "text_density",
            "blur_laplacian_variance",
            "edge_density",
            "whitespace_share",
            "megapixels",
            "caption_ocr_overlap",
            "numeric_overlap",
            "low_confidence_reason",
        ]
    )
    return CuratedFigure(
        **fields,
        **marks,
        flags=[],
        outcome="not_needed",
        figure_type="unknown",
        ocr_regions=[],
        colour_histogram=[],
        panel_count=max(1, len(row.panels)),
        is_cross_page=False,
    )


@dataclass(frozen=True)
class Outcome:
    """What one paper gave; `labels` are the label keys of the objects that were cut out."""

    graph: ArgumentGraph
    tasks: list[ReasoningTask]
    text: str
    labels: set[str]


def graph_and_tasks(path: Path) -> Outcome | None:
    """Parse one PDF and take it through drafting to tasks; None when it cannot be parsed."""
    try:
        parsed = parse_paper(path, path.stem.replace("_", "-"), ParseOptions())
    except PdfError:
        return None
    layout = parsed.layout
    figures = [as_curated(f.row) for f in parsed.figures if f.row.caption and f.row.crop_sha256]
    mentions = locate_mentions(layout, figures)
    text = paper_text_of(layout)
    draft = build_extractive_graph(layout, figures, mentions, GraphSettings())
    graph = finish_graph(observe_graph(link_graph(draft, figures), figures), text)
    facts = PaperFacts(title=layout.title, language=layout.language)
    tasks = build_tasks(graph, figures, TaskSettings(), facts)
    return Outcome(graph, tasks, text, {k for f in figures if (k := label_key(f))})


def excerpt_of(node: GraphNode) -> str:
    """The node's own words: its first attribution (knowledge has only its label)."""
    if node.source_attributions:
        return normalise(node.source_attributions[0].source_excerpt).text
    return node.label


def same(left: str, right: str) -> bool:
    """Whether two excerpts are one sentence: one holds the other, or nearly equal spelling."""
    a, b = "".join(normalise(left).text.split()), "".join(normalise(right).text.split())
    return a in b or b in a or fuzz.ratio(a, b) >= SAME_SENTENCE


def score_sample(folder: Path) -> SampleScore:
    """Score the builder on every sample paper with a known argument."""
    score = SampleScore()
    for truth_path in sorted(folder.glob("*.truth.json")):
        truth = json.loads(truth_path.read_text(encoding="utf-8"))["argument"]
        result = graph_and_tasks(folder / truth_path.name.replace(".truth.json", ".pdf"))
        if truth is None or result is None:
            continue
        _score_paper(truth_path.stem.split(".")[0], truth, result.graph, score)
        score.unreachable += sum(
            n["type"] == "evidence" and _key(n["anchor"]) not in result.labels
            for n in truth["nodes"]
        )
    return score


def _key(label: str) -> str | None:
    parsed = parse_label(label)
    return parsed.key if parsed else None


def _score_paper(name: str, truth: dict, graph: ArgumentGraph, score: SampleScore) -> None:
    for kind, tally in (
        ("evidence", score.evidence),
        ("claim", score.claims),
        ("established_basis", score.knowledge),
    ):
        wanted = [n for n in truth["nodes"] if n["type"] == kind]
        found = [n for n in graph.nodes if n.type == kind]
        tally.true += len(wanted)
        tally.found += len(found)
        hits = [w for w in wanted if any(same(w["excerpt"], excerpt_of(f)) for f in found)]
        tally.hit += len(hits)
        tally.right += sum(any(same(w["excerpt"], excerpt_of(f)) for w in wanted) for f in found)
        score.misses += [f"{name} missed {kind}: {w['excerpt']}" for w in wanted if w not in hits]
        score.misses += [
            f"{name} extra {kind}: {excerpt_of(f)}"
            for f in found
            if not any(same(w["excerpt"], excerpt_of(f)) for w in wanted)
        ]
    _score_anchors(truth, graph, score)
    root = next(n for n in truth["nodes"] if n["id"] == truth["root"])
    own = next((n for n in graph.nodes if n.node_id == graph.root_id), None)
    score.roots += 1
    score.roots_right += own is not None and same(root["excerpt"], excerpt_of(own))


def _score_anchors(truth: dict, graph: ArgumentGraph, score: SampleScore) -> None:
    """An evidence's anchor is right when its resolved object carries the true label."""
    nodes = {n.node_id: n for n in graph.nodes}
    for edge in graph.edges:
        if edge.type != "proven_by" or nodes[edge.target].type == "established_basis":
            continue
        own = excerpt_of(nodes[edge.source])
        true = next(
            (
                w
                for w in truth["nodes"]
                if w.get("anchor") and w["type"] == "evidence" and same(w["excerpt"], own)
            ),
            None,
        )
        if true is None:
            continue
        wanted, got = parse_label(true["anchor"]), parse_label(nodes[edge.target].citation)
        is_linked = nodes[edge.target].resolved_figure_id is not None
        score.anchors_judged += 1
        score.anchors_right += bool(wanted and got and is_linked and wanted.key == got.key)


def report_real(paths: Iterable[Path]) -> list[str]:
    """One line per real paper and the three shares over all of them."""
    lines, valid, with_task, nodes, verbatim, total = [], 0, 0, 0, 0, 0
    for path in paths:
        total += 1
        result = graph_and_tasks(path)
        if result is None:
            lines.append(f"{path.stem}: not parsed")
            continue
        graph = result.graph
        deep = [t for t in result.tasks if t.is_accepted and t.depth >= 3]
        excerpts = [a.source_excerpt for n in graph.nodes for a in n.source_attributions]
        nodes += len(excerpts)
        verbatim += sum(excerpt_is_verbatim(e, result.text) for e in excerpts)
        valid += graph.is_valid
        with_task += bool(deep)
        lines.append(
            f"{path.stem}: {'valid' if graph.is_valid else graph.reason}, "
            f"{len(graph.nodes)} nodes, depth {graph.depth}, {len(deep)} tasks"
        )
    share = f"valid graphs {valid}/{total}, verbatim excerpts {verbatim}/{nodes}, "
    return [*lines, share + f"papers with a task of depth >= 3: {with_task}/{total}"]


def main(arguments: Sequence[str] = ()) -> None:
    """Print both reports; `-v` adds every miss on the sample."""
    with tempfile.TemporaryDirectory() as folder:
        write_sample(Path(folder))
        score = score_sample(Path(folder))
    print("Sample corpus (known arguments)")
    print(f"  evidence:  {score.evidence.line}")
    print(f"    of these, {score.unreachable} rest on an object that parsing did not give")
    print(f"  claims:    {score.claims.line}")
    print(f"  knowledge: {score.knowledge.line}")
    print(f"  roots right {score.roots_right}/{score.roots}")
    print(f"  anchors right {score.anchors_right}/{score.anchors_judged}")
    if "-v" in arguments:
        print("\n".join(f"  {miss}" for miss in score.misses))
    if SHARED.is_dir():
        print("Real papers")
        print("\n".join(f"  {line}" for line in report_real(sorted(SHARED.glob("*.pdf")))))
    else:
        print(f"Real papers: {SHARED.name} is not there, skipped")


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
