"""The front page's numbers."""

from __future__ import annotations

from scidoc_assets.explorer.answers import answers_by_task
from scidoc_assets.explorer.overview import board, counts, paper_lines, task_lines
from scidoc_assets.schemas.figures import PaperCuration
from scidoc_assets_tests.explorer.small_rows import metric, paper, small_rows, task


def test_the_board_holds_overall_lines_with_baselines_last() -> None:
    lines = board(
        [
            metric(model="a/base", is_baseline=True),
            metric(setting="agentic"),
            metric(),
            metric(metric="evidence_coverage", value=None, reason="no_labels"),
            metric(stratum_kind="difficulty", stratum="easy"),
        ]
    )
    assert [(x.model, x.setting) for x in lines] == [
        ("m/one", "direct"),
        ("m/one", "agentic"),
        ("a/base", "direct"),
    ]
    assert lines[0].metrics["evidence_coverage"].reason == "no_labels"


def test_papers_are_listed_with_their_counts_and_why_figures_were_dropped() -> None:
    dropped = PaperCuration(
        paper_id="q", figures_entered=2, figures_deleted=1, captioned_entered=2,
        captioned_deleted=1, unusable_rate=0.5, missing_labels=[], is_kept=False,
        reason="unusable_rate",
    )  # fmt: skip
    rows = small_rows(raw_pdfs=[paper("q"), paper("p1")], paper_curations=[dropped])
    assert [(x.paper.paper_id, x.figures, x.tasks, x.dropped) for x in paper_lines(rows)] == [
        ("p1", 1, 1, None),
        ("q", 0, 0, "unusable_rate"),
    ]


def test_tasks_count_right_wrong_and_unjudged_answers() -> None:
    rows = small_rows()
    (line, other) = task_lines([task(), task(task_id="t2")], answers_by_task(rows))
    assert (line.right, line.wrong, line.unjudged) == (1, 0, 1)
    assert (other.right, other.wrong, other.unjudged) == (0, 0, 0)


def test_papers_that_could_not_be_read_are_not_counted_as_read() -> None:
    assert dict(counts(small_rows()))["papers read"] == 1
