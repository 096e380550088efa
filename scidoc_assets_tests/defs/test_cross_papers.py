"""Two papers on one matter: their claims are linked, joined, and asked about with both papers'
figures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scidoc_assets.defs import arguments, cross_papers, tasks
from scidoc_assets.defs.project import Project
from scidoc_assets.schemas.arguments import ArgumentGraph
from scidoc_assets.schemas.review import HumanVersion
from scidoc_assets.schemas.tasks import ReasoningTask
from scidoc_assets.storage.config import load_settings
from scidoc_assets_tests.defs.construction import (
    construction_project,
    fields_of,
    papers,
    raw_pdf,
    run_of,
)
from scidoc_assets_tests.small_project import write_config

IDS = ("first", "second")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = construction_project(tmp_path / "p", "http://127.0.0.1:9/v1")
    write_config(tmp_path / "p", "tasks", {"max_tasks_per_paper": 1})
    return replace(made, settings=load_settings(made.paths.config))


def graphs_of(project: Project) -> list[ArgumentGraph]:
    layouts, figures = papers(project, *IDS)
    run, fields = run_of(project), fields_of(layouts)
    rows: Any = arguments.draft_argument_graphs.body(run, layouts, figures, fields)
    rows = arguments.linked_argument_graphs.body(run, rows, figures, layouts)
    rows = arguments.observable_evidence.body(run, rows, figures, fields)
    return list(arguments.argument_graphs.body(run, rows, layouts))  # type: ignore[arg-type]


def accepted(project: Project, graphs: list[ArgumentGraph]) -> list[ReasoningTask]:
    layouts, figures = papers(project, *IDS)
    run, raw = run_of(project), [raw_pdf(i) for i in IDS]
    links: Any = cross_papers.cross_paper_links.body(run, graphs)
    joined: Any = cross_papers.cross_paper_graphs.body(run, links, graphs)
    assert all(g.is_valid for g in joined)
    candidates: Any = tasks.candidate_tasks.body(
        run, graphs, joined, figures, raw, fields_of(layouts)
    )
    quality: Any = tasks.task_quality.body(run, candidates, figures, raw)
    return list(tasks.reasoning_tasks.body(run, candidates, quality))  # type: ignore[arg-type]


def test_a_joint_task_needs_both_papers_and_has_a_quota_of_its_own(project: Project) -> None:
    found = accepted(project, graphs_of(project))
    (joint,) = [t for t in found if t.other_paper_ids]
    assert (joint.paper_id, joint.other_paper_ids) == ("first", ["second"])
    assert {i.figure_id.rsplit("-", 2)[0] for i in joint.images} == set(IDS)
    assert [i.alias for i in joint.images if i.kind == "figure"] == [
        f"Figure {n}" for n in range(1, 1 + sum(i.kind == "figure" for i in joint.images))
    ]
    assert {t.paper_id for t in found if not t.other_paper_ids} == set(IDS)
    for check in tasks.reasoning_tasks.checks:
        assert check.offenders(found) == [], check.name


def test_an_invalid_graph_is_joined_with_nothing(project: Project) -> None:
    first, second = graphs_of(project)
    broken = second.model_copy(update={"is_valid": False})
    assert cross_papers.cross_paper_links.body(run_of(project), [first, broken]) == []


def test_a_joined_graph_keeps_the_versions_that_people_made_of_its_sides(project: Project) -> None:
    first, second = graphs_of(project)
    version = HumanVersion(
        object_id=f"{first.graph_id}:claim:claim_1",
        object_digest="0" * 16,
        kind="claim",
        outcome="revised",
        before="An older wording.",
        after="A newer wording.",
    )
    run = run_of(project)
    edited = first.model_copy(update={"human_versions": [version]})
    links: Any = cross_papers.cross_paper_links.body(run, [edited, second])
    joined: Any = cross_papers.cross_paper_graphs.body(run, links, [edited, second])
    assert joined
    assert all(version in g.human_versions for g in joined)
