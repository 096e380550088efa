"""Papers that give no graph, or very much of one: each has its reason, the others go on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scidoc_assets.defs import arguments, tasks
from scidoc_assets.defs.stage import StageRun
from scidoc_assets.schemas.arguments import ArgumentGraph
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.tasks import ReasoningTask
from scidoc_assets.storage.config import load_settings
from scidoc_assets_tests.defs.construction import (
    construction_project,
    fields_of,
    papers,
    raw_pdf,
    run_of,
    script,
)
from scidoc_assets_tests.domain.arguments.hand_paper import PAPER, Line, figure_of, layout_of
from scidoc_assets_tests.small_project import write_config
from scidoc_assets_tests.stub_server import StubServer

N_FIGURES = 200


def many_figures() -> tuple[ParsedLayout, list[CuratedFigure]]:
    """A paper that observes something on each of 200 figures."""
    said: list[Line] = [
        (
            "paragraph",
            f"The signal of sample {n} increases from {n} to {n + 7} counts after heating (Fig. {n}).",
        )
        for n in range(1, N_FIGURES + 1)
    ]
    figures = [
        figure_of(f"Figure {n}", f"Figure {n}: Signal of sample {n} against temperature.")
        for n in range(1, N_FIGURES + 1)
    ]
    layout = layout_of([*PAPER[:6], *said, *PAPER[8:]])
    return layout.model_copy(update={"paper_id": "many"}), [
        f.model_copy(update={"paper_id": "many"}) for f in figures
    ]


def take_through(
    run: StageRun, layouts: list[ParsedLayout], figures: list[CuratedFigure]
) -> tuple[list[ArgumentGraph], list[ReasoningTask]]:
    fields = fields_of(layouts)
    rows: Any = arguments.draft_argument_graphs.body(run, layouts, figures, fields)
    rows = arguments.linked_argument_graphs.body(run, rows, figures, layouts)
    rows = arguments.observable_evidence.body(run, rows, figures, fields)
    found: Any = arguments.argument_graphs.body(run, rows, layouts)
    raw = [raw_pdf(p.paper_id) for p in layouts]
    candidates: Any = tasks.candidate_tasks.body(run, found, [], figures, raw, fields)
    quality: Any = tasks.task_quality.body(run, candidates, figures, raw)
    accepted: Any = tasks.reasoning_tasks.body(run, candidates, quality)
    return list(found), list(accepted)


def test_each_hard_paper_has_its_reason_and_the_sound_one_its_tasks(tmp_path: Path) -> None:
    project = construction_project(tmp_path / "p", "http://127.0.0.1:9/v1")
    write_config(tmp_path / "p", "tasks", {})
    project = replace(project, settings=load_settings(project.paths.config))
    (sound,), figures = papers(project, "sound")
    many, its_figures = many_figures()
    own = [f.model_copy(update={"paper_id": "german"}) for f in figures]
    layouts = [
        sound.model_copy(update={"paper_id": "no-figures"}),
        layout_of([]).model_copy(update={"paper_id": "no-text"}),
        sound.model_copy(update={"paper_id": "german", "language": "de"}),
        sound,
        many,
    ]
    found, accepted = take_through(run_of(project), layouts, [*figures, *own, *its_figures])
    reasons = {g.paper_id: g.reason for g in found}
    assert reasons == {
        "no-figures": "no_figures",
        "no-text": "no_text",
        "german": "unsupported_language",
        "sound": None,
        "many": None,
    }
    assert all(g.detail for g in found if g.reason)
    assert "sound" in {t.paper_id for t in accepted}
    graph = next(g for g in found if g.paper_id == "many")
    assert graph.is_valid, graph.findings
    evidence = [n for n in graph.nodes if n.type == "evidence"]
    assert 0 < len(evidence) <= project.settings.tasks.graphs.max_evidence


@pytest.mark.parametrize("what", ["no-text", "no-figures"])
def test_a_model_is_not_asked_about_a_paper_that_gives_nothing_to_draft_from(
    tmp_path: Path, what: str
) -> None:
    with StubServer(script()) as stub:
        project = construction_project(tmp_path / "p", stub.url)
        layouts, figures = papers(project, "p")
        if what == "no-text":
            layouts = [layout_of([]).model_copy(update={"paper_id": "p"})]
        shown = figures if what == "no-text" else []
        body = arguments.draft_argument_graphs.body
        (graph,) = body(run_of(project), layouts, shown, fields_of(layouts))
        assert stub.calls == 0
    assert graph.reason == what.replace("-", "_")  # type: ignore[attr-defined]
