"""Pages of the project's papers as pixels, for pictures of samples and of workflow items.

Refuses a paper that is not in the corpus any more, and a page that cannot be rendered, by name.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scidoc_assets.defs.papers import corpus_folder, papers_by_shard
from scidoc_assets.defs.project import Project
from scidoc_assets.domain.training.formula_pages import FormulaPage
from scidoc_assets.domain.training.rendering import render_sample
from scidoc_assets.gateways.pdf.opening import PdfError
from scidoc_assets.gateways.pdf.render import RenderError, page_pixels
from scidoc_assets.gateways.typeset.formula_pages import PageOverflowError, formula_page_pixels
from scidoc_assets.gateways.typeset.interface import TypesetError
from scidoc_assets.gateways.typeset.typst_engine import TypstTypesetter
from scidoc_assets.schemas.training import TrainingSample

KEPT_PAGES = 24


class PictureError(Exception):
    """A picture cannot be drawn; the message names paper or sample, and the cause."""


class PageImages:
    """Rendered pages by paper and index; the last ones are kept, as samples share pages."""

    def __init__(self, project: Project, dpi: int) -> None:
        self._folder = corpus_folder(project)
        self._sources = {
            paper.paper_id: paper.sources[0]
            for papers in papers_by_shard(project).values()
            for paper in papers
        }
        self._dpi = dpi
        self._typesetter = TypstTypesetter()
        self._kept = lru_cache(maxsize=KEPT_PAGES)(self._render)

    def page(self, paper_id: str, page_index: int) -> NDArray[np.uint8]:
        """The whole displayed page as RGB. Raises PictureError."""
        return self._kept(paper_id, page_index)

    def pictures(self, sample: TrainingSample) -> list[tuple[str, bytes]]:
        """Pictures of a sample in input order as (file name, PNG). Raises PictureError."""
        try:
            return render_sample(sample, self.page, self._typeset)
        except (PageOverflowError, TypesetError, ValueError) as error:
            raise PictureError(f"sample {sample.sample_id}: {error}") from error

    def _typeset(self, page: FormulaPage) -> NDArray[np.uint8]:
        return formula_page_pixels(page, self._typesetter)

    def _render(self, paper_id: str, page_index: int) -> NDArray[np.uint8]:
        source = self._sources.get(paper_id)
        if source is None:
            raise PictureError(f"paper {paper_id} is not in the corpus any more")
        try:
            return page_pixels(self._folder / source, page_index, self._dpi)
        except (PdfError, RenderError) as error:
            raise PictureError(f"paper {paper_id}, page index {page_index}: {error}") from error
