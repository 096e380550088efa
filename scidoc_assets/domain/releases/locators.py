"""Figures as places in their papers, for those whose pixels may not leave.

Refuses nothing: a paper without digest or a figure without box keeps null there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.releases import PageLocator


def figure_locators(
    figures: Iterable[CuratedFigure], sha256_of: Mapping[str, str]
) -> dict[str, PageLocator]:
    """The locator of every figure, by figure_id. `sha256_of` maps paper_id to the PDF's digest."""
    return {
        figure.figure_id: PageLocator(
            figure_id=figure.figure_id,
            paper_id=figure.paper_id,
            sha256=sha256_of.get(figure.paper_id),
            page_index=figure.page_index,
            bbox_pt=figure.bbox_pt,
            dpi=figure.crop_dpi,
            crop_sha256=figure.crop_sha256,
            other_pages=figure.continues_on,
        )
        for figure in figures
    }
