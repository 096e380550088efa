"""A block role is an answer only where the page shows it, whatever the parser recorded."""

from __future__ import annotations

from typing import Any

import pytest

from scidoc_assets.domain.training.doubtful_roles import refuse_doubtful_role
from scidoc_assets.domain.training.drafts import Rejected
from scidoc_assets.domain.training.layout_sources import LayoutView
from scidoc_assets.domain.training.layout_tasks import block_role_drafts
from scidoc_assets.schemas.layouts import Block
from scidoc_assets_tests.domain.training.conftest import make_layout

TITLE = (50.0, 40.0, 290.0, 60.0)  # of the made-up paper; its first heading stands at 70


def with_block(category: str, bbox: tuple[float, ...], text: str, **more: Any) -> LayoutView:
    """The made-up paper with one more block, read right behind its title."""
    layout = make_layout()
    pattern = next(b for b in layout.blocks if b.category == "title")
    changes = {"block_id": "new", "category": category, "bbox_pt": bbox, "plain_text": text}
    added = Block(**{**pattern.model_dump(), "order": 2, **changes, **more})
    later = [b.model_copy(update={"order": b.order + 10}) for b in layout.blocks[2:]]
    return LayoutView(layout.model_copy(update={"blocks": [*layout.blocks[:2], added, *later]}))


def doubt(view: LayoutView) -> str | None:
    try:
        refuse_doubtful_role(view, view.by_id["new"])
    except Rejected as rejection:
        return f"{rejection.reason}: {rejection.detail}"
    return None


@pytest.mark.parametrize(
    ("bbox", "why"),
    [
        ((60.0, 62.0, 200.0, 68.0), None),
        ((60.0, 20.0, 200.0, 30.0), "above the title"),  # a running head
        ((5.0, 62.0, 40.0, 68.0), "another column"),  # a note beside the text
        ((60.0, 500.0, 200.0, 510.0), "below the text"),  # a heading that looks like a name
    ],
)
def test_authors_stand_below_the_title_and_above_the_text(
    bbox: tuple[float, ...], why: str | None
) -> None:
    found = doubt(with_block("author", bbox, "A. Writer and B. Reader"))
    assert found is None if why is None else why in (found or "")


def test_authors_on_a_page_without_a_title_are_doubtful() -> None:
    view = with_block("author", (60.0, 20.0, 200.0, 30.0), "A. Writer", page_index=1)
    assert doubt(view) == "role_doubtful: new: authors on a page without a title"


@pytest.mark.parametrize(("x1", "is_doubtful"), [(290.0, False), (275.0, False), (170.0, True)])
def test_an_abstract_goes_on_in_the_measure_in_which_it_begins(
    x1: float, is_doubtful: bool
) -> None:
    view = with_block("abstract", (50.0, 62.0, x1, 69.0), "More text.", order=9)
    first = view.by_id["new"].model_copy(
        update={"block_id": "first", "order": 8, "bbox_pt": (50.0, 61.0, 290.0, 62.0)}
    )
    blocks = [*view.layout.blocks, first]
    assert (doubt(LayoutView(view.layout.model_copy(update={"blocks": blocks}))) is not None) == (
        is_doubtful
    )


def test_a_list_item_above_every_heading_is_doubtful() -> None:
    box = (50.0, 62.0, 290.0, 68.0)
    assert doubt(with_block("list_item", box, "* mail@lab", section_title=None)) is not None
    assert doubt(with_block("list_item", box, "- one", section_title="Methods")) is None


@pytest.mark.parametrize(
    ("text", "is_doubtful"),
    [
        ("1 See the supplement.", False),
        ("* Equal contribution.", False),
        ("\u2020Deceased.", False),
        ("a Per site.", False),
        ("https://doi.org/10.1000/fig.g005", True),
        ("Received 3 May.", True),
    ],
)
def test_a_footnote_opens_with_its_mark(text: str, is_doubtful: bool) -> None:
    view = with_block("footnote", (50.0, 700.0, 290.0, 710.0), text)
    assert (doubt(view) is not None) == is_doubtful


def test_a_doubtful_role_is_a_rejected_sample() -> None:
    view = with_block("author", (60.0, 20.0, 200.0, 30.0), "Journal of Tests, 12 (2020)")
    rejected = {
        d.construction["block_id"]: d.rejection.reason
        for d in block_role_drafts(view, 20, 0)
        if d.rejection
    }
    assert rejected["new"] == "role_doubtful"
