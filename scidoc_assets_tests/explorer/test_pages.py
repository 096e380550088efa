"""Views of one paper and one task."""

from __future__ import annotations

import pytest

from scidoc_assets.explorer.answers import answers_by_task
from scidoc_assets.explorer.pages import paper_view, task_view
from scidoc_assets_tests.explorer.small_rows import (
    context,
    coverage,
    figure,
    paper,
    response,
    small_rows,
    task,
)


def test_figures_stand_in_the_order_of_the_paper() -> None:
    figures = [
        figure(figure_id="c", page_index=2, bbox_pt=(0, 5, 9, 9)),
        figure(figure_id="b", page_index=1, bbox_pt=(0, 50, 9, 90)),
        figure(figure_id="a", page_index=1, bbox_pt=None),
    ]
    view = paper_view(paper(), None, figures, {"b": context()}, [], [])
    assert [p.figure.figure_id for p in view.figures] == ["a", "b", "c"]
    assert view.figures[0].context is None
    assert view.figures[1].context == context()


def test_a_task_shows_in_how_many_judged_answers_an_evidence_is_stated() -> None:
    rows = small_rows(
        reasoning_responses=[response(), response(setting="evidence_hint")],
        coverage_labels=[coverage()],
    )
    view = task_view(task(), answers_by_task(rows)[("reasoning", "t1")], None)
    assert [(p.node.node_id, p.stated, p.judged) for p in view.evidence] == [("evidence_1", 1, 1)]
    assert [(p.node.node_id, p.stated, p.judged) for p in view.claims] == [("claim_1", 0, 1)]
    assert view.evidence[0].places == ["Figure 1"]
    assert view.settings == ["direct", "evidence_hint"]


def test_an_image_links_to_its_figure_on_the_papers_page() -> None:
    view = task_view(task(), [], None)
    assert view.images[0].link == "papers/p1.html#p1-fig-1"
    assert view.images[0].gold[0].label == "evidence_1"
    assert (view.images[0].alias, view.images[0].printed) == ("Figure 1", "FIG. 4")


def test_a_task_that_names_a_node_it_lacks_is_an_error() -> None:
    with pytest.raises(KeyError):
        task_view(task(evidence_ids=["evidence_9"]), [], None)
