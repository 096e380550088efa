"""A locator says where a figure is drawn again from."""

from __future__ import annotations

from scidoc_assets.domain.releases.locators import figure_locators
from scidoc_assets_tests.domain.arguments.hand_paper import FIGURES


def test_a_locator_has_paper_digest_page_box_and_resolution() -> None:
    figure = FIGURES[0].model_copy(update={"continues_on": [2]})
    found = figure_locators([figure], {figure.paper_id: "digest"})[figure.figure_id]
    assert (found.sha256, found.page_index, found.bbox_pt) == ("digest", 1, (100, 100, 500, 300))
    assert (found.dpi, found.crop_sha256, found.other_pages) == (144, figure.crop_sha256, [2])


def test_a_paper_without_digest_keeps_null() -> None:
    assert figure_locators(FIGURES[:1], {})[FIGURES[0].figure_id].sha256 is None
