"""What the pure rules make of read pages: text, objects, blocks, in the displayed frame.

The one place where the rules of layouts and of figures meet. A layout model is asked only about
captions that the rules leave without graphic. Refuses to touch the file, except through `Adviser`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pymupdf

from scidoc_assets.domain.figures.advice import AdvisedBox, adopt_advice
from scidoc_assets.domain.figures.captions import find_captions
from scidoc_assets.domain.figures.damaged import parse_damaged, with_numbers
from scidoc_assets.domain.figures.graphics import page_graphics
from scidoc_assets.domain.figures.listed_legends import with_listed_legends
from scidoc_assets.domain.figures.matching import match_captions
from scidoc_assets.domain.figures.objects import FoundObject, build_objects
from scidoc_assets.domain.figures.running_rules import without_running_rules
from scidoc_assets.domain.layouts.document import build_blocks
from scidoc_assets.domain.layouts.pagetext import read_text
from scidoc_assets.domain.layouts.sideways import Turn, upright
from scidoc_assets.gateways.layout.interface import LayoutModel
from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.gateways.pdf.read_pages import ReadPage
from scidoc_assets.gateways.pdf.render import RenderError, render
from scidoc_assets.schemas.figures import FigureCandidate
from scidoc_assets.schemas.layouts import Block, Relation
from scidoc_assets.schemas.pages import FloatArea, PageText

ADVICE_DPI = 100


@dataclass(frozen=True, slots=True)
class Understanding:
    """Result of the rules. `log`: what was merged; `advised`: pages helped by the layout model."""

    pages: list[PageText]
    objects: list[FoundObject]
    blocks: list[Block]
    relations: list[Relation]
    log: list[str]
    advised: tuple[int, ...]


class Adviser:
    """Asks a layout model about pages of one open document; `seconds` adds up what it cost."""

    def __init__(
        self, document: pymupdf.Document, model: LayoutModel, options: ParseOptions
    ) -> None:
        """Keep the open document and the model; nothing runs yet."""
        self._document = document
        self._model = model
        self._max_pixels = options.limits.page_pixels
        self.seconds = 0.0

    def boxes(self, index: int, turn: Turn | None) -> list[AdvisedBox]:
        """Return the model's boxes on a page, in points of the upright page."""
        started = time.perf_counter()
        try:
            pixels = render(self._document[index], None, ADVICE_DPI, self._max_pixels)
        except RenderError:
            return []
        scale = 72.0 / ADVICE_DPI
        found: list[AdvisedBox] = []
        for seen in self._model.boxes(pixels):
            x0, y0, x1, y1 = (v * scale for v in seen.bbox_px)
            box = (x0, y0, x1, y1)
            found.append(AdvisedBox(seen.kind, turn.forward(box) if turn else box, seen.score))
        self.seconds += time.perf_counter() - started
        return found


def understand(
    paper_id: str, reads: Sequence[ReadPage], options: ParseOptions, adviser: Adviser | None
) -> Understanding:
    """Run the pure rules over all pages, sideways ones turned upright; boxes come turned back."""
    turned = [upright(r.content) for r in reads]
    contents = [content for content, _ in turned]
    turns = {c.page_index: turn for c, turn in turned if turn is not None}
    pages, style = read_text(contents)
    graphics = [page_graphics(c) for c in without_running_rules(contents, pages)]
    rules = [g.rules for g in graphics]
    drawings = [[x.bbox_pt for x in g.graphics if x.kind == "vector"] for g in graphics]
    captions = with_numbers(find_captions(pages, rules, style, parse_damaged, drawings))
    matches = match_captions(pages, graphics, captions, style)
    objects, log = build_objects(paper_id, pages, graphics, matches, style, options.crop_dpi)
    objects, listed = with_listed_legends(objects, pages)
    advised: list[int] = []
    if adviser is not None:
        objects, advised = adopt_advice(
            objects, pages, graphics, lambda k: adviser.boxes(k, turns.get(k))
        )
    areas = [area for item in objects for area in _float_areas(item)]
    blocks, relations = build_blocks(paper_id, pages, areas, style)
    if turns:
        blocks = [_turn_block(b, turns) for b in blocks]
        objects = [replace(o, candidate=_turn_figure(o.candidate, turns)) for o in objects]
    return Understanding(pages, objects, blocks, relations, log + listed, tuple(advised))


def is_row(item: FoundObject) -> bool:
    """Say whether an object is a figure or table row (algorithms are layout blocks only)."""
    return item.kind not in ("algorithm", "legend")


def _float_areas(item: FoundObject) -> list[FloatArea]:
    """Return what layout needs of an object: graphic and caption, then its parts elsewhere."""
    row, caption = item.candidate, item.caption
    kind = "algorithm" if item.kind == "algorithm" else row.kind
    named = row.label, row.figure_id if is_row(item) else None
    if caption is None:
        areas = [FloatArea(row.page_index, kind, row.bbox_pt, (), None, None, *named)]
    else:
        printed = caption.line_ids, caption.bbox_pt, caption.text
        is_beside = caption.page_index == row.page_index
        box = row.bbox_pt if is_beside else None
        areas = [FloatArea(caption.page_index, kind, box, *printed, *named)]
        if not is_beside:
            areas.append(FloatArea(row.page_index, kind, row.bbox_pt, (), None, None, *named))
    for index, box in item.parts:
        areas.append(FloatArea(index, kind, box, (), None, None, row.label, row.figure_id))
    if item.tail is not None:
        index, ids, box, text = item.tail
        areas.append(FloatArea(index, kind, None, ids, box, text, row.label, row.figure_id))
    return areas


def _turn_block(block: Block, turns: dict[int, Turn]) -> Block:
    """Return a block with its boxes turned back to the displayed page."""
    turn = turns.get(block.page_index)
    if turn is None:
        return block
    boxes = [turn.back(b) for b in block.boxes_pt]
    return block.model_copy(update={"bbox_pt": turn.back(block.bbox_pt), "boxes_pt": boxes})


def _turn_figure(row: FigureCandidate, turns: dict[int, Turn]) -> FigureCandidate:
    """Return a candidate with its boxes turned back to the displayed pages."""
    own = turns.get(row.page_index)
    beside = int(row.caption_page_index == row.page_index)
    pages = [row.page_index, *row.continues_on]
    parts = [
        turns[k].back(b) if k in turns else b for k, b in zip(pages, row.parts_pt, strict=False)
    ]
    update: dict[str, object] = {"parts_pt": parts}
    if own is not None:
        update["bbox_pt"] = own.back(row.bbox_pt) if row.bbox_pt else None
        update["caption_boxes_pt"] = [own.back(b) for b in row.caption_boxes_pt[:beside]] + (
            row.caption_boxes_pt[beside:]
        )
        update["panels"] = [
            p.model_copy(update={"bbox_pt": own.back(p.bbox_pt) if p.bbox_pt else None})
            for p in row.panels
        ]
    return row.model_copy(update=update)
