"""What the curation assets show in the UI beside their rows."""

from __future__ import annotations

import logging
from collections.abc import Callable

from scidoc_assets.defs.curation import curated_figures
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import StageRun
from scidoc_assets.domain.figures.features import s4_mark
from scidoc_assets.schemas.figures import PaperCuration, S4MarkedFigure
from scidoc_assets_tests.domain.figures.examples import line_plot, png, s3_row


def decided(paper_id: str, is_kept: bool) -> PaperCuration:
    return PaperCuration(
        paper_id=paper_id,
        figures_entered=1,
        figures_deleted=0,
        captioned_entered=1,
        captioned_deleted=0,
        unusable_rate=0.0,
        missing_labels=[] if is_kept else ["Figure 2"],
        is_kept=is_kept,
        reason=None if is_kept else "missing_indices",
    )


def marked(project: Project, paper_id: str) -> S4MarkedFigure:
    picture = png(line_plot())
    row = s3_row(1, paper_id, crop_sha256=project.blobs.put(picture))
    return s4_mark(row, picture, None)


def test_figures_that_go_with_their_paper_are_shown_as_a_picture(
    make_project: Callable[..., Project],
) -> None:
    project = make_project(shards=1)
    run = StageRun(project, "00", logging.getLogger("test"))
    figures = [marked(project, "kept"), marked(project, "gone")]
    decisions = [decided("kept", True), decided("gone", False)]
    rows = curated_figures.body(run, figures, decisions)
    assert [r.paper_id for r in rows] == ["kept"]
    assert list(run.shown) == ["dropped_with_their_paper"]
    assert "data:image/png;base64," in run.shown["dropped_with_their_paper"].value
    run = StageRun(project, "00", logging.getLogger("test"))
    curated_figures.body(run, figures[:1], decisions)
    assert run.shown == {}
