"""Expert review from packets to the graph and back: two reviewers, a third, versions, refusals."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from scidoc_assets.defs import arguments, review, tasks
from scidoc_assets.defs.project import Project, known_table
from scidoc_assets.defs.reviewing import import_decisions
from scidoc_assets.schemas.arguments import ArgumentGraph
from scidoc_assets.schemas.review import (
    RefusedDecision,
    ReviewAgreement,
    ReviewConsensus,
    ReviewDecision,
    ReviewPacket,
    TaskDisposition,
)
from scidoc_assets.schemas.tasks import ReasoningTask, TaskFlowStep
from scidoc_assets.storage.config import load_settings
from scidoc_assets.storage.parquet import StoreError, write_rows
from scidoc_assets_tests.defs.construction import (
    construction_project,
    fields_of,
    papers,
    raw_pdf,
    run_of,
)
from scidoc_assets_tests.small_project import write_config

PAPER = "paper-1"


@dataclass(frozen=True)
class Made:
    """What one run of the pipeline over the hand-made paper gives."""

    graph: ArgumentGraph
    tasks: list[ReasoningTask]
    flow: list[TaskFlowStep]
    packets: list[ReviewPacket]
    decisions: list[ReviewDecision]
    consensus: list[ReviewConsensus]
    dispositions: list[TaskDisposition]
    agreement: list[ReviewAgreement]

    def packet(self, kind: str, part: str | None = None) -> ReviewPacket:
        return next(p for p in self.packets if p.kind == kind and part in (None, p.part))

    def outcome(self, packet: ReviewPacket) -> ReviewConsensus:
        key = (packet.object_id, packet.object_digest)
        return next(c for c in self.consensus if (c.object_id, c.object_digest) == key)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = construction_project(tmp_path / "p", "http://127.0.0.1:9/v1")
    write_config(tmp_path / "p", "tasks", {"max_tasks_per_paper": 1})
    return replace(made, settings=load_settings(made.paths.config))


def make(project: Project) -> Made:
    """Run every stage from the layout to the review, and store what the import reads."""
    layouts, figures = papers(project, PAPER)
    run, fields, raw = run_of(project), fields_of(layouts), [raw_pdf(PAPER)]
    rows: Any = arguments.draft_argument_graphs.body(run, layouts, figures, fields)
    rows = arguments.linked_argument_graphs.body(run, rows, figures, layouts)
    rows = arguments.observable_evidence.body(run, rows, figures, fields)
    graphs: Any = arguments.argument_graphs.body(run, rows, layouts)
    candidates: Any = tasks.candidate_tasks.body(run, graphs, [], figures, raw, fields)
    quality: Any = tasks.task_quality.body(run, candidates, figures, raw)
    accepted: Any = tasks.reasoning_tasks.body(run, candidates, quality)
    packets: Any = review.review_packets.body(run, candidates, quality)
    decisions: Any = review.review_decisions.body(run, candidates, quality)
    consensus: Any = review.review_consensus.body(run, decisions)
    for name, found in (("review_packets", packets), ("reasoning_tasks", accepted)):
        spec = known_table(name)
        write_rows(project.table_path(spec, None), found, spec.row, "by a test")
    return Made(
        graphs[0],
        list(accepted),
        list(tasks.task_flow.body(run, candidates, quality)),  # type: ignore[arg-type]
        list(packets),
        list(decisions),
        list(consensus),
        list(review.review_dispositions.body(run, candidates, quality, consensus)),  # type: ignore[arg-type]
        list(review.review_agreement.body(run, decisions)),  # type: ignore[arg-type]
    )


def said(packet: ReviewPacket, role: str, verdict: str = "accept", **more: Any) -> dict[str, Any]:
    reviewer = {"first": "expert", "second": "senior", "adjudicator": "third"}[role]
    return {
        "object_id": packet.object_id,
        "object_digest": packet.object_digest,
        "role": role,
        "reviewer": reviewer,
        "verdict": verdict,
        **more,
    }


def take(
    project: Project, lines: Sequence[dict[str, Any]]
) -> tuple[list[ReviewDecision], int, list[RefusedDecision]]:
    return import_decisions(project, "\n".join(map(json.dumps, lines)), "decisions.jsonl")


def test_packets_hold_every_kind_of_object_and_go_to_two_people(project: Project) -> None:
    made = make(project)
    assert {p.kind for p in made.packets} == {
        "question",
        "answer",
        "answerability",
        "leakage",
        "region",
        "evidence",
        "claim",
        "edge",
    }
    folder = project.paths.review / "tasks" / "packets"
    first = json.loads((folder / "first.json").read_text(encoding="utf-8"))
    second = json.loads((folder / "second.json").read_text(encoding="utf-8"))
    assert len(first) == len(second) == len(made.packets)
    assert json.loads((folder / "adjudicator.json").read_text()) == []
    shown = [t["data"]["image"].split("?d=")[1] for t in first if t["data"]["image"]]
    assert all((folder / name).exists() for name in shown)


def test_accepting_everything_changes_nothing_and_the_task_is_direct(project: Project) -> None:
    before = make(project)
    lines = [said(p, role) for p in before.packets for role in ("first", "second")]
    taken, known, refused = take(project, lines)
    assert (len(taken), known, refused) == (len(lines), 0, [])
    after = make(project)
    assert after.graph == before.graph
    assert after.tasks == before.tasks
    assert [d.disposition for d in after.dispositions] == ["direct"]
    everything = next(a for a in after.agreement if a.unit == "all")
    assert (everything.exact_share, everything.kappa, everything.kappa_reason) == (
        1.0,
        None,
        "one_verdict",
    )


def test_a_file_imported_twice_changes_nothing_even_after_it_was_applied(project: Project) -> None:
    made = make(project)
    claim = made.packet("claim", "claim_1")
    lines = [
        said(claim, role, "revise", statement="Calcium thickens it by the adhesin alone, in short.")
        for role in ("first", "second")
    ]
    assert len(take(project, lines)[0]) == 2
    files = sorted((project.paths.review / "tasks" / "decisions").iterdir())
    make(project)
    taken, known, refused = take(project, lines)
    assert (taken, known, refused) == ([], 2, [])
    assert sorted((project.paths.review / "tasks" / "decisions").iterdir()) == files


def test_agreed_wordings_and_boxes_become_the_latest_human_version(project: Project) -> None:
    made = make(project)
    claim, region = made.packet("claim", "claim_1"), made.packet("region", "evidence_1")
    wording = "Calcium makes the film thicker only where the adhesin is present."
    box, near = [0.1, 0.1, 0.5, 0.5], [0.1, 0.1, 0.5, 0.48]
    lines = [
        said(claim, "first", "revise", statement=wording, severity="minor"),
        said(claim, "second", "revise", statement=f"  {wording} ", severity="minor"),
        said(region, "first", "revise", bbox=box, panel="A"),
        said(region, "second", "revise", bbox=near, panel="a"),
    ]
    assert take(project, lines)[2] == []
    after = make(project)
    nodes = {n.node_id: n for n in after.graph.nodes}
    assert nodes["claim_1"].label == wording
    assert nodes["evidence_1"].key_region == tuple(box)
    assert nodes["evidence_1"].key_region_source == "expert"
    assert after.graph.is_valid, after.graph.findings
    held = after.outcome(region)
    assert (held.outcome, held.disposition, held.is_adjudicated) == ("revised", "minor", False)
    assert held.iou == pytest.approx(0.95)
    stages = [v.stage for v in after.outcome(claim).versions]
    assert stages == ["initial", "first", "second", "final"]
    assert [v.object_id for v in after.graph.human_versions] == [
        claim.object_id,
        region.object_id,
    ]
    assert wording in after.tasks[0].gold_answer
    assert [d.refusal for d in after.decisions] == [None] * 4


def test_what_the_same_review_reworded_leaves_its_other_verdicts_standing(project: Project) -> None:
    made = make(project)
    evidence = made.packet("evidence", "evidence_1")
    wording = "The curve of film thickness climbs from 9 to 41 µm in the panel of the wild type."
    others = [p for p in made.packets if p.object_id != evidence.object_id]
    lines = [said(p, role) for p in others for role in ("first", "second")]
    lines += [said(evidence, r, "revise", statement=wording) for r in ("first", "second")]
    assert take(project, lines)[2] == []
    after = make(project)
    assert {n.visual_evidence_text for n in after.graph.nodes} >= {wording}
    assert [d.refusal for d in after.decisions if d.refusal] == []
    (task,) = after.dispositions
    assert (task.disposition, task.decided) == ("minor", task.objects)


def test_two_who_differ_are_disputed_until_a_third_decides(project: Project) -> None:
    made = make(project)
    region = made.packet("region", "evidence_1")
    lines = [
        said(region, "first", "revise", bbox=[0.0, 0.0, 0.4, 0.4]),
        said(region, "second", "revise", bbox=[0.5, 0.5, 1.0, 1.0]),
    ]
    take(project, lines)
    disputed = make(project)
    assert disputed.outcome(region).outcome == "disputed"
    assert disputed.graph == made.graph
    folder = project.paths.review / "tasks" / "packets"
    waiting = json.loads((folder / "adjudicator.json").read_text(encoding="utf-8"))
    assert [t["data"]["object_id"] for t in waiting] == [region.object_id]
    take(project, [said(region, "adjudicator", "revise", bbox=[0.0, 0.0, 0.5, 0.5])])
    after = make(project)
    held = after.outcome(region)
    assert (held.outcome, held.disposition, held.is_adjudicated) == ("revised", "major", True)
    assert [v.stage for v in held.versions] == [
        "initial",
        "first",
        "second",
        "adjudicated",
        "final",
    ]
    node = next(n for n in after.graph.nodes if n.node_id == "evidence_1")
    assert node.key_region == (0.0, 0.0, 0.5, 0.5)
    agreement = next(a for a in after.agreement if a.unit == "region")
    assert (agreement.pairs, agreement.exact) == (1, 0)


def test_a_rejected_answerability_takes_the_task_out_with_its_reason(project: Project) -> None:
    made = make(project)
    packet = made.packet("answerability")
    take(project, [said(packet, r, "reject") for r in ("first", "second")])
    after = make(project)
    assert after.tasks == []
    assert "rejected_by_reviewers" in {line.reason for line in after.flow}
    assert [d.disposition for d in after.dispositions] == ["rejected"]


def test_a_rejected_evidence_leaves_the_graph_with_what_hung_on_it(project: Project) -> None:
    made = make(project)
    evidence = made.packet("evidence", "evidence_1")
    take(project, [said(evidence, r, "reject") for r in ("first", "second")])
    after = make(project)
    assert after.graph.is_valid, after.graph.findings
    assert "evidence_1" not in {n.node_id for n in after.graph.nodes}
    assert {v.outcome for v in after.graph.human_versions} == {"rejected"}


def test_a_decision_on_an_object_that_has_changed_is_refused_with_its_id(project: Project) -> None:
    made = make(project)
    question = made.packet("question")
    old = said(question, "first") | {"object_digest": "0123456789abcdef"}
    unknown = said(question, "first") | {"object_id": "task-x:question"}
    taken, _, refused = take(project, [old, unknown, said(question, "second")])
    assert [d.role for d in taken] == ["second"]
    assert [(r.object_id, r.reason) for r in refused] == [
        (question.object_id, "object_changed"),
        ("task-x:question", "unknown_object"),
    ]


def test_an_object_that_the_pipeline_changes_later_voids_its_decisions(project: Project) -> None:
    made = make(project)
    answer = made.packet("answer")
    take(project, [said(answer, r) for r in ("first", "second")])
    evidence = made.packet("evidence", "evidence_1")
    take(project, [said(evidence, r, "reject") for r in ("first", "second")])
    after = make(project)
    refusals = {d.object_id: d.refusal for d in after.decisions}
    assert refusals[evidence.object_id] is None
    assert refusals[answer.object_id] == "object_changed"
    assert after.packet("answer").object_digest != answer.object_digest


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"reviewer": "expert", "role": "second"}, "not_independent"),
        ({"verdict": None}, "no_verdict"),
        ({"verdict": "perhaps"}, "unreadable"),
        ({"verdict": "revise"}, "nothing_revised"),
        ({"bbox": [0.0, 0.0, 2.0, 1.0]}, "unreadable"),
        (
            {
                "verdict": "revise",
                "statement": "Discuss whether calcium controls the film in Figure 1 and Table 9.",
            },
            "breaks_rules",
        ),
    ],
)
def test_each_fault_of_a_decision_has_its_reason(
    project: Project, change: dict[str, Any], reason: str
) -> None:
    made = make(project)
    question = made.packet("question")
    take(project, [said(question, "first")])
    line = said(question, "second") | change
    _, _, refused = take(project, [line])
    assert [(r.object_id, r.reason) for r in refused] == [(question.object_id, reason)]


def test_label_studios_export_comes_back_as_decisions(project: Project) -> None:
    made = make(project)
    folder = project.paths.review / "tasks" / "packets"
    handed = json.loads((folder / "first.json").read_text(encoding="utf-8"))
    region = made.packet("region", "evidence_1")
    (task,) = [t for t in handed if t["data"]["object_id"] == region.object_id]
    drawn = task["predictions"][0]["result"][0]
    moved = {**drawn, "value": {**drawn["value"], "x": 10.0, "y": 20.0, "width": 30.0, "height": 80.00001}}  # fmt: skip
    verdict = {
        "from_name": "verdict",
        "to_name": "statement",
        "type": "choices",
        "value": {"choices": ["revise"]},
    }
    panel = {
        "from_name": "panel",
        "to_name": "statement",
        "type": "textarea",
        "value": {"text": ["A"]},
    }
    annotation = {
        "completed_by": {"id": 1, "email": "expert@example.org"},
        "was_cancelled": False,
        "created_at": "2026-01-01T00:00:00Z",
        "result": [moved, verdict, panel],
    }
    skipped = {**annotation, "was_cancelled": True}
    export = [{"id": 1, "data": task["data"], "annotations": [skipped, annotation]}]
    (decision,), known, refused = import_decisions(project, json.dumps(export), "export.json")
    assert (known, refused) == (0, [])
    assert (decision.reviewer, decision.panel) == ("expert@example.org", "A")
    assert decision.bbox == pytest.approx((0.1, 0.2, 0.4, 1.0))


@pytest.mark.parametrize("text", ["", "[{}]", '{"object_id": 1', "[1, 2]", "3"])
def test_a_file_of_neither_form_is_refused_by_name(project: Project, text: str) -> None:
    make(project)
    with pytest.raises(StoreError, match=r"decisions\.jsonl"):
        import_decisions(project, text, "decisions.jsonl")


def test_nothing_can_be_imported_before_there_are_packets(project: Project) -> None:
    with pytest.raises(StoreError, match="no review packets yet"):
        import_decisions(project, "{}", "decisions.jsonl")
