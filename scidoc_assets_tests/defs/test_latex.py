from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from scidoc_assets.defs.latex import latex_alignments, latex_sources
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import StageRun
from scidoc_assets.domain.papers.admission import admit
from scidoc_assets.domain.papers.identity import PaperIdentity
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.papers import ManifestEntry, RawPdf
from scidoc_assets_tests.domain.latex.made import block, document
from scidoc_assets_tests.domain.views.test_markdown import layout


def paper(project: Project, paper_id: str, source: str | None) -> tuple[RawPdf, ParsedLayout]:
    entry = ManifestEntry(file=f"{paper_id}.pdf", latex_source=source)
    identity = PaperIdentity(paper_id, "0" * 64, 1, (f"{paper_id}.pdf",), entry, ())
    parsed = layout(block(0, "section_header", "1 Results"))
    row = admit(identity, "00", None, 1, project.settings.corpus)
    return row, parsed.model_copy(update={"paper_id": paper_id})


@pytest.fixture
def run(make_project: Callable[..., Project]) -> StageRun:
    project = make_project()
    folder = project.paths.root / "data" / "corpus" / "tex"
    folder.mkdir(parents=True)
    (folder / "main.tex").write_text(document("\\section{Results}\\input{gone}"))
    return StageRun(project, "00", logging.getLogger("test"))


def test_only_papers_that_name_a_source_have_rows(run: StageRun, tmp_path: Path) -> None:
    pairs = [paper(run.project, "with", "tex"), paper(run.project, "without", None)]
    papers, layouts = [p for p, _ in pairs], [x for _, x in pairs]
    rows = latex_alignments.body(run, papers, layouts)
    assert [(r.paper_id, r.text, r.block_id) for r in rows] == [("with", "Results", "p-b00000")]
    (source,) = latex_sources.body(run, papers, layouts, rows)
    assert (source.status, source.files, source.skipped_inputs) == ("ok", 1, ["gone: missing"])
    assert [(s.kind, s.aligned, s.total) for s in source.shares] == [("heading", 1, 1)]


@pytest.mark.parametrize(
    ("source", "reason"), [("nowhere", "missing"), ("../../x", "outside_corpus")]
)
def test_a_source_that_cannot_be_used_is_a_row_with_its_reason(
    run: StageRun, source: str, reason: str
) -> None:
    row, parsed = paper(run.project, "broken", source)
    assert latex_alignments.body(run, [row], [parsed]) == []
    (outcome,) = latex_sources.body(run, [row], [parsed], [])
    assert (outcome.status, outcome.reason, outcome.shares) == ("failed", reason, [])
