"""Graphs and questions by a model that is right, wrong, silent or absent, through the real gateway
on loopback: what is wrong is named, the rest goes on, what was paid for is kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scidoc_assets.defs import arguments, disciplines, tasks
from scidoc_assets.defs.calling import open_journal
from scidoc_assets.domain.tasks.answers import trajectory_of
from scidoc_assets.domain.tasks.sampling import subgraph_of
from scidoc_assets_tests.defs.construction import (
    QUESTION,
    Answer,
    Json,
    construction_project,
    drafts,
    good_answer,
    good_draft,
    good_links,
    good_observation,
    graphs,
    papers,
    prompt_of,
    questions,
    raw_pdf,
    run_of,
    script,
)
from scidoc_assets_tests.stub_server import StubReply, StubServer

KEY = "SCIDOC_TEST_KEY_THAT_NOBODY_SETS"


def with_edge(source: str, target: str, kind: str) -> Answer:
    def answer(material: Json) -> Json:
        draft = good_draft(material)
        draft["edges"].append({"source": source, "target": target, "type": kind})
        return draft

    return answer


def without_excerpt(material: Json) -> Json:
    draft = good_draft(material)
    draft["nodes"][0]["source_attributions"][0]["source_excerpt"] = "Calcium is the whole story."
    return draft


def odd_type(material: Json) -> Json:
    draft = good_draft(material)
    draft["nodes"].append({**draft["nodes"][0], "id": "hunch", "type": "opinion"})
    return draft


BROKEN: dict[str, tuple[Answer, str, str]] = {
    "an_invented_id": (with_edge("root", "ev9", "supported_by"), "no_edge_dangles", "root->ev9"),
    "a_cycle": (with_edge("mid", "root", "supported_by"), "graph_is_acyclic", "mid"),
    "two_anchors": (with_edge("ev1", "tab", "proven_by"), "evidence_has_one_anchor", "ev1"),
    "a_missing_excerpt": (without_excerpt, "excerpts_are_verbatim", "root"),
    "a_foreign_type": (odd_type, "node_types_are_allowed", "hunch (opinion)"),
}
UNUSABLE: dict[str, tuple[Answer, str, int]] = {
    "nonsense": (lambda m: "The paper is about films.", "model_unparseable", 2),
    "cut_json": (lambda m: json.dumps(good_draft(m))[:400], "model_unparseable", 2),
    "a_cut_reply": (
        lambda m: StubReply(text=json.dumps(good_draft(m))[:400], finish_reason="length"),
        "model_unparseable",
        2,
    ),
    "a_refusal": (lambda m: "I can't help with that.", "model_refused", 1),
    "a_broken_server": (lambda m: StubReply(status=400), "model_failed", 1),
}


def test_a_sound_model_is_followed_from_the_draft_to_an_accepted_task(tmp_path: Path) -> None:
    with StubServer(script()) as stub:
        project = construction_project(tmp_path / "p", stub.url)
        quality, accepted = questions(project, "paper-1")
    task = next(t for t in accepted if t.root_id == "root")
    assert task.question == QUESTION
    assert {o.questions[0] for o in task.observations} == {
        "Which mark of Figure 1 is number 0?",
        "Which mark of Table 1 is number 0?",
    }
    seen = [n.visual_evidence_text or "" for n in task.nodes if n.type == "evidence"]
    assert all(text.startswith("Seen:") for text in seen)
    assert {r.bbox for r in task.regions} == {(0.1, 0.2, 0.6, 0.7)}
    row = next(q for q in quality if q.task_id == task.task_id)
    assert (row.judge, row.decision, row.failed_steps) == ("stub/model", "pass", [])
    assert row.request_hash
    assert row.prompt_name == "tasks/judge_question"
    assert set(row.weak_settings) == {"question_only", "caption_only"}


@pytest.mark.parametrize("name", BROKEN)
def test_a_draft_that_breaks_a_rule_is_asked_to_mend_once_and_kept_with_its_ids(
    tmp_path: Path, name: str
) -> None:
    answer, rule, broken = BROKEN[name]
    with StubServer(script(draft_graph=answer)) as stub:
        project = construction_project(tmp_path / "p", stub.url)
        (graph,) = graphs(project, "paper-1")
        asked = [r for r in stub.requests if prompt_of(r) == "arguments/draft_graph"]
    assert not graph.is_valid
    assert broken in {f.rule: f.ids for f in graph.findings}[rule]  # type: ignore[index]
    assert len(asked) == 2
    assert rule in asked[1].text


@pytest.mark.parametrize("name", UNUSABLE)
def test_an_unusable_draft_is_a_reason_and_its_calls_are_kept(tmp_path: Path, name: str) -> None:
    answer, reason, calls = UNUSABLE[name]
    with StubServer(script(draft_graph=answer)) as stub:
        project = construction_project(tmp_path / "p", stub.url, tries=1)
        (graph,) = graphs(project, "paper-1")
        assert stub.calls == calls
    assert (graph.is_valid, graph.reason, graph.nodes) == (False, reason, [])
    with open_journal(project, "stub/model", "draft", "construction") as journal:
        assert journal.totals().n_tries == calls


def test_a_fenced_draft_is_read(tmp_path: Path) -> None:
    fenced = script(draft_graph=lambda m: f"Here it is:\n```json\n{json.dumps(good_draft(m))}\n```")
    with StubServer(fenced) as stub:
        (graph,) = graphs(construction_project(tmp_path / "p", stub.url), "paper-1")
    assert graph.is_valid, graph.findings


def test_one_paper_that_fails_does_not_stop_the_others(tmp_path: Path) -> None:
    def answer(material: Json) -> Json | StubReply:
        bad = material["article_id"] == "paper-2"
        return StubReply(status=500) if bad else good_draft(material)

    with StubServer(script(draft_graph=answer)) as stub:
        project = construction_project(tmp_path / "p", stub.url, tries=2)
        found = drafts(project, "paper-1", "paper-2", "paper-3")
    assert [(g.paper_id, g.reason) for g in found] == [
        ("paper-1", None),
        ("paper-2", "model_failed"),
        ("paper-3", None),
    ]
    is_complete = arguments.draft_argument_graphs.is_complete
    assert is_complete is not None
    assert not is_complete(found)
    assert is_complete([found[0], found[2]])


def test_a_spent_budget_keeps_what_was_drafted_and_a_raised_one_goes_on(tmp_path: Path) -> None:
    with StubServer(script()) as stub:
        project = construction_project(tmp_path / "p", stub.url, budget_calls=1, max_concurrency=1)
        found = drafts(project, "paper-1", "paper-2")
        assert [g.reason for g in found] == [None, "model_failed"]
        assert "budget" in (found[1].detail or "")
        raised = construction_project(tmp_path / "q", stub.url, budget_calls=9, max_concurrency=1)
        source = project.paths.journals / "construction"
        source.rename(raised.paths.root / "data" / "kept")
        raised.paths.journals.mkdir(parents=True)
        (raised.paths.root / "data" / "kept").rename(raised.paths.journals / "construction")
        assert [g.reason for g in drafts(raised, "paper-1", "paper-2")] == [None, None]
        assert stub.calls == 2


def test_a_missing_key_names_its_variable_in_every_row_and_calls_nobody(tmp_path: Path) -> None:
    with StubServer(script()) as stub:
        project = construction_project(tmp_path / "p", stub.url, api_key_env=KEY)
        (graph,) = graphs(project, "paper-1")
        layouts, _ = papers(project, "paper-1")
        (field,) = disciplines.paper_disciplines.body(
            run_of(project), [raw_pdf("paper-1")], layouts
        )
        assert stub.calls == 0
    assert graph.reason == "model_not_ready"
    assert KEY in (graph.detail or "")
    assert (field.discipline, field.reason) == (None, "model_not_ready")  # type: ignore[attr-defined]
    is_complete = arguments.draft_argument_graphs.is_complete
    assert is_complete is not None
    assert not is_complete([graph])


def test_links_to_an_invented_object_fall_back_on_the_text_rule(tmp_path: Path) -> None:
    def answer(material: Json) -> Json:
        reply = good_links(material)
        reply["matches"][0]["matched_candidate_id"] = "paper-1-f-77"
        return reply

    with StubServer(script(link_references=answer)) as stub:
        (graph,) = graphs(construction_project(tmp_path / "p", stub.url), "paper-1")
        asked = [r for r in stub.requests if prompt_of(r) == "arguments/link_references"]
    assert "unknown candidate id: paper-1-f-77" in asked[1].text
    assert "linking by rules" in (graph.detail or "")
    known = {None, "paper-1-f-1", "paper-1-f-2", "paper-1-t-1"}
    assert {n.resolved_figure_id for n in graph.nodes} <= known


def undecided(material: Json) -> Json:
    reply = good_links(material)
    for match in reply["matches"]:
        options = [c["candidate_id"] for c in material["candidates"]]
        match |= {
            "matched_candidate_id": None,
            "confidence": None,
            "alternative_candidate_ids": options[:2],
            "needs_visual_disambiguation": True,
        }
    return reply


@pytest.mark.parametrize(("chosen", "linked"), [("paper-1-f-1", "paper-1-f-1"), (None, None)])
def test_an_undecided_reference_is_looked_at_and_may_stay_open(
    tmp_path: Path, chosen: str | None, linked: str | None
) -> None:
    review: Callable[[Json], Json] = lambda m: {  # noqa: E731
        "graph_ref_id": m["graph_ref_id"],
        "matched_candidate_id": chosen,
    }
    with StubServer(script(link_references=undecided, review_reference=review)) as stub:
        (graph,) = graphs(construction_project(tmp_path / "p", stub.url), "paper-1")
        looks = [r for r in stub.requests if prompt_of(r) == "arguments/review_reference"]
    pictures = [p for p in looks[0].body["messages"][1]["content"] if p["type"] == "image_url"]
    assert len(pictures) == 2
    assert next(n for n in graph.nodes if n.node_id == "fig").resolved_figure_id == linked


def test_observations_with_changed_ids_leave_the_evidence_out_of_every_task(tmp_path: Path) -> None:
    def answer(material: Json) -> Json:
        reply = good_observation(material)
        reply["items"][0]["evidence_id"] = "ev9"
        return reply

    with StubServer(script(observe_evidence=answer)) as stub:
        project = construction_project(tmp_path / "p", stub.url)
        (graph,) = graphs(project, "paper-1")
        _, accepted = questions(project, "paper-1")
    assert "not observed" in (graph.detail or "")
    assert [n.visual_evidence_text for n in graph.nodes if n.type == "evidence"] == ["", ""]
    assert accepted == []


def test_an_answer_that_changes_locked_ids_is_not_taken(tmp_path: Path) -> None:
    def answer(material: Json) -> Json:
        return good_answer(material) | {"trajectory": ["ev9", *material["trajectory"][1:]]}

    with StubServer(script(reference_answer=answer)) as stub:
        quality, accepted = questions(construction_project(tmp_path / "p", stub.url), "paper-1")
    task = next(t for t in accepted if t.root_id == "root")
    row = next(q for q in quality if q.task_id == task.task_id)
    assert row.failed_steps == ["reference answer (breaks_rules)"]
    assert "ev9" not in task.gold_answer
    assert trajectory_of(subgraph_of(task))[-1] == "root"


def test_nonsense_for_every_question_leaves_templates_and_names_each_step(tmp_path: Path) -> None:
    nonsense = {
        name: (lambda m: "hm")
        for name in (
            "observation_questions",
            "bridge_question",
            "blind_question",
            "judge_question",
            "reference_answer",
        )
    }
    with StubServer(script(**nonsense)) as stub:
        quality, accepted = questions(construction_project(tmp_path / "p", stub.url), "paper-1")
    assert {t.question_source for t in accepted} <= {"template"}
    assert all(q.judge == "rules" and len(q.failed_steps) >= 3 for q in quality)


def test_a_question_that_gives_the_claim_away_is_rewritten_within_bounds(tmp_path: Path) -> None:
    leak = "Does calcium control film growth by inducing the adhesin in Figure 1 and Table 1?"
    with StubServer(
        script(
            blind_question=lambda m: {"question": leak},
            rewrite_question=lambda m: {"question": QUESTION},
        )
    ) as stub:
        quality, accepted = questions(construction_project(tmp_path / "p", stub.url), "paper-1")
    task = next(t for t in accepted if t.root_id == "root")
    versions = [(q.version, q.decision) for q in quality if q.task_id == task.task_id]
    assert versions == [(1, "rewrite"), (2, "pass")]
    assert (task.version, task.question) == (2, QUESTION)


def test_a_task_that_the_model_solves_without_pictures_is_flagged(tmp_path: Path) -> None:
    sound = script()
    claim = "Calcium controls film growth by inducing the adhesin."

    def reply(request):
        return StubReply(text=claim) if prompt_of(request) == "probe" else sound(request)

    with StubServer(reply) as stub:
        project = construction_project(tmp_path / "p", stub.url)
        quality, accepted = questions(project, "paper-1")
    assert {True} in [set(q.weak_settings.values()) for q in quality]
    assert "root" not in {t.root_id for t in accepted}


def test_tasks_without_a_ready_question_model_are_rows_with_its_variable(tmp_path: Path) -> None:
    with StubServer(script()) as stub:
        project = construction_project(tmp_path / "p", stub.url)
        found = graphs(project, "paper-1")
        locked = construction_project(tmp_path / "q", stub.url, api_key_env=KEY)
        layouts, figures = papers(locked, "paper-1")
        run, raw = run_of(locked), [raw_pdf("paper-1")]
        fields = disciplines.paper_disciplines.body(run, raw, layouts)
        candidates = tasks.candidate_tasks.body(run, found, [], figures, raw, fields)
        rows = tasks.task_quality.body(run, candidates, figures, raw)
        flow = tasks.task_flow.body(run, candidates, rows)
    assert rows
    assert all(KEY in (r.reason or "") for r in rows)  # type: ignore[attr-defined]
    assert "not_assessed" in {line.reason for line in flow}  # type: ignore[attr-defined]
    is_complete = tasks.task_quality.is_complete
    assert is_complete is not None
    assert not is_complete(rows)


def test_only_papers_without_a_manifest_discipline_are_classified(tmp_path: Path) -> None:
    with StubServer(script()) as stub:
        project = construction_project(tmp_path / "p", stub.url)
        layouts, _ = papers(project, "paper-1", "paper-2")
        raw = [raw_pdf("paper-1", "Physics"), raw_pdf("paper-2")]
        rows = disciplines.paper_disciplines.body(run_of(project), raw, layouts)
        assert stub.calls == 1
    assert [(r.discipline, r.source) for r in rows] == [  # type: ignore[attr-defined]
        ("physics", "manifest"),
        ("biology", "classified"),
    ]
