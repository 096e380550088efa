from __future__ import annotations

from scidoc_assets.domain.views.page_pictures import (
    all_images_first,
    images_first_markdown,
    picture_name,
)
from scidoc_assets.schemas.layouts import Page
from scidoc_assets_tests.domain.views.test_markdown import layout


def page(index: int) -> Page:
    return Page(
        page_index=index,
        width_pt=600,
        height_pt=800,
        rotation=0,
        has_text_layer=True,
        text_source="text_layer",
        status="ok",
        reason=None,
        layout_source="rule",
        columns=1,
        replaced_surrogates=0,
    )


def test_every_page_has_one_picture_in_page_order() -> None:
    paper = layout().model_copy(update={"pages": [page(1), page(0)]})
    views = all_images_first(paper)
    assert [v.picture for v in views] == ["pages/page-0001.png", "pages/page-0002.png"]
    shown = images_first_markdown("A title", views)
    assert shown.index("![Page 1]") < shown.index("![Page 2]")
    assert shown.startswith("# A title\n")


def test_a_page_that_cannot_be_rendered_is_listed_with_its_reason() -> None:
    paper = layout().model_copy(update={"pages": [page(0)]})
    views = all_images_first(paper, {0: "pixel_limit"})
    assert (views[0].picture, views[0].reason) == (None, "pixel_limit")
    assert "Page 1: no picture (pixel_limit)" in images_first_markdown(None, views)


def test_picture_names_sort_as_the_pages_do() -> None:
    assert picture_name(9) < picture_name(10) < picture_name(100)
