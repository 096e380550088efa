"""The all-images-first view: every page of a paper as one picture, before any question.

Refuses to skip a page silently: a page without picture is listed with its reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scidoc_assets.schemas.layouts import ParsedLayout

PAGE_FOLDER = "pages"


@dataclass(frozen=True, slots=True)
class PagePicture:
    """One page of the view: its picture (a path below the paper's folder) or why there is none.

    Sizes in points of the displayed page.
    """

    page_index: int
    width_pt: float
    height_pt: float
    picture: str | None
    reason: str | None


def picture_name(page_index: int) -> str:
    """Path of a page's picture below the paper's folder; names sort in page order."""
    return f"{PAGE_FOLDER}/page-{page_index + 1:04d}.png"


def all_images_first(
    layout: ParsedLayout, missing: Mapping[int, str] | None = None
) -> list[PagePicture]:
    """One entry per page in page order. `missing`: page index -> why it has no picture."""
    reasons = missing or {}
    return [
        PagePicture(
            page.page_index,
            page.width_pt,
            page.height_pt,
            None if page.page_index in reasons else picture_name(page.page_index),
            reasons.get(page.page_index),
        )
        for page in sorted(layout.pages, key=lambda p: p.page_index)
    ]


def images_first_markdown(title: str | None, views: list[PagePicture]) -> str:
    """The view as Markdown: one picture per page, a missing one named with its reason."""
    lines = [f"# {' '.join(title.split())}", ""] if title else []
    for view in views:
        number = view.page_index + 1
        if view.picture is None:
            lines.append(f"Page {number}: no picture ({view.reason})")
        else:
            lines.append(f"![Page {number}]({view.picture})")
        lines.append("")
    return "\n".join(lines)
