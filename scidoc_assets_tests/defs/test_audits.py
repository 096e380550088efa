"""The human audit as stages: packets on disk, filled packets in, agreement and disputes out."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from scidoc_assets.defs.audits import (
    cross_judge_audit,
    human_audit,
    human_audit_agreement,
    lexical_judge_agreement,
)
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import StageRun
from scidoc_assets_tests.domain.metrics.factory import a_response, a_task, correct, covered

TASKS = [a_task(f"t{i}") for i in range(4)]
ANSWERS = [a_response(t.task_id, text=f"Answer {t.task_id}.") for t in TASKS]
RIGHT = [correct(True, t.task_id) for t in TASKS]
COVERED = [covered(True, False, task_id=t.task_id) for t in TASKS]
SOURCES = {"evaluation_tasks": TASKS, "reasoning_responses": [], "imported_responses": ANSWERS}


@pytest.fixture
def run(make_project: Callable[..., Project]) -> StageRun:
    return StageRun(make_project(), None, logging.getLogger("test"))


def agreement(run: StageRun, sample) -> dict[tuple[str, str], tuple]:
    rows = human_audit_agreement.body(
        run,
        human_audit=sample,
        **SOURCES,
        correctness_labels=[],
        coverage_labels=[],
        imported_correctness_labels=RIGHT,
        imported_coverage_labels=COVERED,
    )
    return {(r.unit, r.statistic): (r.value, r.n, r.reason) for r in rows}


def fill(folder: Path, person: str, **labels: str) -> None:
    """Fill a person's packet: every evidence as told (`e1="yes"`), atoms left open."""
    lines = (folder / "to_rate" / f"{person}.jsonl").read_text(encoding="utf-8").splitlines()
    filled = []
    for line in map(json.loads, lines):
        for statement in line["evidence"]:
            statement["label"] = labels[statement["node_id"]]
        filled.append(json.dumps(line) + "\n")
    (folder / "ratings").mkdir(exist_ok=True)
    (folder / "ratings" / f"{person}.jsonl").write_text("".join(filled), encoding="utf-8")


def test_ratings_come_in_and_disputes_go_to_the_adjudicator(run: StageRun) -> None:
    sample = human_audit.body(run, **SOURCES)
    folder = run.project.paths.review / "human_audit" / "b"
    before = human_audit_agreement.external(run.project, None)  # type: ignore[misc]
    assert agreement(run, sample)["all", "unanimous"] == (None, 0, "no_ratings")
    for person in ("rater_1", "rater_2", "rater_3"):
        fill(folder, person, e1="yes", e2="no")
    fill(folder, "rater_4", e1="yes", e2="yes")
    assert human_audit_agreement.external(run.project, None) != before  # type: ignore[misc]
    found = agreement(run, sample)
    # rater_4 sees three of the four answers and differs on e2 of each.
    assert found["evidence", "unanimous"] == (5 / 8, 8, None)
    assert found["all", "unresolved"] == (3.0, 8, None)
    to_decide = (folder / "to_rate" / "adjudicator.jsonl").read_text(encoding="utf-8")
    open_items = [json.loads(line) for line in to_decide.splitlines()]
    assert [[s["node_id"] for s in item["evidence"]] for item in open_items] == [["e2"]] * 3
    fill(folder, "adjudicator", e2="no")
    settled = agreement(run, sample)
    assert settled["all", "unresolved"][0] == 0.0
    assert settled["evidence", "exact"] == (1.0, 8, None)
    assert (folder / "to_rate" / "adjudicator.jsonl").read_text(encoding="utf-8") == ""


def test_rows_of_tasks_that_are_gone_take_no_part(run: StageRun) -> None:
    gone = {**SOURCES, "evaluation_tasks": TASKS[:1]}
    assert {s.task_id for s in human_audit.body(run, **gone)} == {"t0"}


def test_one_judge_has_no_agreement_and_two_have_one(run: StageRun) -> None:
    def audit(labels) -> dict[tuple[str, str], tuple]:
        rows = cross_judge_audit.body(
            run,
            evaluation_tasks=TASKS,
            correctness_labels=labels,
            coverage_labels=[],
            imported_correctness_labels=RIGHT,
            imported_coverage_labels=[],
        )
        return {(r.judges, r.unit): (r.value, r.n) for r in rows if r.statistic == "exact"}

    assert audit([]) == {("j", "all"): (None, 0)}
    both = audit([correct(t.task_id != "t0", t.task_id, judge="k") for t in TASKS])
    assert both["j | k", "matches_gold_final_claim"] == (0.75, 4)


def test_the_embedded_judge_has_a_row_for_every_kind_of_pair(run: StageRun) -> None:
    rows = lexical_judge_agreement.body(run)
    assert {"all", "negation", "reversed"} <= {r.unit for r in rows}
    assert all(r.value is not None or r.reason for r in rows)
