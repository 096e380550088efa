"""The truth file of a sample paper, in the shape of the shared hand-made truth plus what we know.

Boxes come from the typesetter's marks and are trimmed to drawn ink; labels, mentions, data and
argument come from the paper's own file. Refuses everything that a parser under test has read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scidoc_assets.gateways.typeset.ink import Box, InkRuler
from scidoc_assets.gateways.typeset.interface import Mark
from scidoc_assets.sample.argument import argument_truth
from scidoc_assets.sample.composing import ComposedPaper, paragraph_text
from scidoc_assets.sample.content import PaperContent, SampleObject, mentions_of

CAPTION_PREFIX_LENGTH = 80
# Room for ascenders and descenders around a baseline, as shares of the font size.
ABOVE_BASELINE, BELOW_BASELINE = 0.95, 0.35


def paper_truth(paper: ComposedPaper, library: Mapping[str, PaperContent]) -> dict[str, Any]:
    """Everything known about `paper`: objects with boxes, mentions, data, argument, outcome.

    Coordinates are points of the displayed page, top-left origin; `page` counts from 0. `library`
    holds all papers by stem, for the owners of copied figures.
    """
    content = paper.content
    ruler = InkRuler(content.stem, paper.document.pdf)
    mentions = mention_truth(content)
    sizes = ruler.page_sizes_pt()
    objects = [_object(paper, ruler, label, mentions) for label in _labels_as_printed(paper)]
    ignored = [mark for mark in paper.document.marks if mark.kind == "ignore"]
    return {
        "paper": content.stem,
        "paper_id": content.paper_id,
        "language": content.language,
        "columns": content.style.columns,
        "pages": [
            {"index": i, "width": round(w, 1), "height": round(h, 1)}
            for i, (w, h) in enumerate(sizes)
        ],
        "objects": objects,
        "ignore_regions": [
            {"page": m.page_index, "bbox": _rounded(_graphic_ink(ruler, m)), "what": m.name}
            for m in ignored
        ],
        "mentions": mentions,
        "figure_data": {item.label: _data(item, library) for item in content.objects},
        "argument": argument_truth(content),
        "expected": _expected(content, library),
    }


def mention_truth(content: PaperContent) -> list[dict[str, Any]]:
    """Body paragraphs that name an object, in order, with the labels and panel letters named."""
    section: str | None = None
    found: list[dict[str, Any]] = []
    for item in content.body:
        section = item.heading or section
        named = [m for s in item.paragraph or () for m in mentions_of(s.text)]
        if not named or item.paragraph is None:
            continue
        panels: dict[str, set[str]] = {}
        for mention in named:
            panels.setdefault(mention.label, set()).update(mention.panels)
        found.append(
            {
                "section_title": section,
                "text_prefix": paragraph_text(content, item.paragraph)[:CAPTION_PREFIX_LENGTH],
                "labels": [
                    {"label": label, "panels": sorted(letters)} for label, letters in panels.items()
                ],
            }
        )
    return found


def _labels_as_printed(paper: ComposedPaper) -> list[str]:
    marks = [mark for mark in paper.document.marks if mark.kind in ("figure", "table")]
    columns = paper.content.style.columns
    half = 306.0 if columns == 2 else 1e9
    marks.sort(key=lambda mark: (mark.page_index, mark.x + mark.width / 4 > half, mark.y))
    return [mark.name for mark in marks]


def _object(
    paper: ComposedPaper, ruler: InkRuler, label: str, mentions: list[dict[str, Any]]
) -> dict[str, Any]:
    item = paper.content.object(label)
    marks = [mark for mark in paper.document.marks if mark.name == label]
    graphic = next(mark for mark in marks if mark.kind == item.kind)
    size = paper.content.style.caption_size_pt
    parts = [
        {"page": part[0].page_index, "bbox": _rounded(_caption_ink(ruler, part, size))}
        for part in caption_parts([mark for mark in marks if mark.kind == "caption"])
    ]
    truth: dict[str, Any] = {
        "label": label,
        "kind": item.kind,
        "page": graphic.page_index,
        "bbox": _rounded(_graphic_ink(ruler, graphic)),
        "caption_prefix": item.caption[:CAPTION_PREFIX_LENGTH],
        "caption_page": parts[0]["page"],
        "caption_bbox": parts[0]["bbox"],
        "caption_continues": parts[1:],
        "caption": item.caption,
        "caption_at": item.place.caption,
        "panels": list(paper.figures[label].panel_boxes) if item.kind == "figure" else [],
        "mention_count": sum(label in [n["label"] for n in m["labels"]] for m in mentions),
        "continues": [],
    }
    if item.kind == "figure":
        truth["source"] = _source(item)
        truth["panel_bboxes"] = _panel_boxes(paper, ruler, graphic)
    return truth


def caption_parts(units: list[Mark]) -> list[list[Mark]]:
    """Units of one caption grouped into runs that go down one column of one page."""
    parts: list[list[Mark]] = []
    for unit in units:
        last = parts[-1][-1] if parts else None
        if last is None or last.page_index != unit.page_index or unit.y < last.y - 1:
            parts.append([])
        parts[-1].append(unit)
    return parts


def _caption_ink(ruler: InkRuler, part: list[Mark], size_pt: float) -> Box:
    box = (
        min(unit.x - unit.width for unit in part) - 1,
        min(unit.y for unit in part) - ABOVE_BASELINE * size_pt,
        max(unit.x for unit in part) + 1,
        max(unit.y for unit in part) + BELOW_BASELINE * size_pt,
    )
    return ruler.trim(part[0].page_index, box)


def _graphic_ink(ruler: InkRuler, mark: Mark) -> Box:
    box = (mark.x, mark.y, mark.x + mark.width, mark.y + mark.height)
    return ruler.trim(mark.page_index, box)


def _panel_boxes(paper: ComposedPaper, ruler: InkRuler, mark: Mark) -> dict[str, list[float]]:
    boxes: dict[str, list[float]] = {}
    for letter, (x0, y0, x1, y1) in paper.figures[mark.name].panel_boxes.items():
        box = (
            mark.x + x0 * mark.width,
            mark.y + y0 * mark.height,
            mark.x + x1 * mark.width,
            mark.y + y1 * mark.height,
        )
        boxes[letter] = _rounded(ruler.trim(mark.page_index, box))
    return boxes


def _source(item: SampleObject) -> str:
    """How the figure is stored: `raster`, `vector` or `mixed` (pictures among vector plots)."""
    if item.copy_of or item.format in ("png", "jpg"):
        return "raster"
    pictures = [panel.plot in ("picture", "heatmap", "strip") for panel in item.panels]
    return "mixed" if any(pictures) else "vector"


def _data(item: SampleObject, library: Mapping[str, PaperContent]) -> Any:
    if item.kind == "table":
        return {"header": list(item.rows[0]), "rows": [list(row) for row in item.rows[1:]]}
    if item.copy_of:
        return _data(library[item.copy_of.stem].object(item.copy_of.label), library)
    return [
        panel.model_dump(include={"letter", "plot", "x_label", "y_label", "x", "series", "errors"})
        for panel in item.panels
    ]


def _expected(content: PaperContent, library: Mapping[str, PaperContent]) -> dict[str, Any]:
    """What curation should decide, object by object and for the paper as a whole."""
    objects = [
        {
            "label": item.label,
            "outcome": "kept" if item.expected == "kept" else "deleted",
            "stage": None if item.expected == "kept" else "S1",
            "reason": None if item.expected == "kept" else item.expected,
        }
        for item in content.objects
    ]
    is_kept = content.paper_outcome == "kept"
    return {
        "status": "parsed",
        "paper": "kept" if is_kept else "dropped",
        "stage": None if is_kept else "S5",
        "reason": None if is_kept else content.paper_outcome,
        "objects": objects,
        "near_duplicates": [
            {
                "label": item.label,
                "twin_paper_id": library[item.copy_of.stem].paper_id,
                "twin_label": item.copy_of.label,
                "scope": "paper" if item.copy_of.stem == content.stem else "corpus",
            }
            for item in content.objects
            if item.copy_of
        ],
        "lookalikes": [
            {"label": item.label, "other_label": item.lookalike_of}
            for item in content.objects
            if item.lookalike_of
        ],
    }


def _rounded(box: Box) -> list[float]:
    return [round(value, 1) for value in box]
