"""Figure and table objects of a document: the result of extraction, before any pixel is cut.

Captioned objects come from matching; drawings that no caption took are kept with caption null and
a reason (bug-log row B01). Refuses to lose or double: every caption is one object, regions that
overlap by IoU > 0.9 are one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scidoc_assets.domain.figures.captions import Caption
from scidoc_assets.domain.figures.continued import CaptionTail, caption_tail, table_parts
from scidoc_assets.domain.figures.graphics import Graphic, PageGraphics
from scidoc_assets.domain.figures.leftovers import is_table, uncaptioned_boxes
from scidoc_assets.domain.figures.matching import Match
from scidoc_assets.domain.figures.panels import find_panels, stand_side_by_side
from scidoc_assets.schemas.figures import CaptionPosition, FigureCandidate, GraphicSource
from scidoc_assets.schemas.geometry import BBox, iou
from scidoc_assets.schemas.pages import PageText, TextStyle

DUPLICATE_IOU = 0.9


@dataclass(frozen=True, slots=True)
class FoundObject:
    """A candidate without crop, and what layout needs to keep its text apart.

    `kind` may be `algorithm` or `legend` (a caption printed once more), which are no figure rows. `tail`: caption part on the next page.
    `parts`: (page index, box) of continued parts.
    """

    candidate: FigureCandidate
    kind: str
    caption: Caption | None
    tail: CaptionTail | None
    parts: tuple[tuple[int, BBox], ...] = ()


def build_objects(
    paper_id: str,
    pages: Sequence[PageText],
    graphics: Sequence[PageGraphics],
    matches: Sequence[Match],
    style: TextStyle,
    crop_dpi: int,
) -> tuple[list[FoundObject], list[str]]:
    """Return the objects of a document in order of printing, and what was merged (for the log)."""
    captions = [m.caption for m in matches]
    matches, legends = _with_legends(matches)
    taken = {(c.page_index, i) for c in captions for i in c.line_ids}
    used: Counter[str] = Counter()
    found: list[FoundObject] = []
    opening, going_on = _by_opening(matches)
    for match in opening:
        tail = caption_tail(match.caption, pages, taken, style)
        parts = table_parts(match, pages, graphics, captions, style)
        parts += _labelled_parts(match, matches)
        candidate = _candidate(paper_id, match, tail, parts, used, crop_dpi)
        kind = match.caption.label.kind
        found.append(FoundObject(candidate, kind, match.caption, tail, tuple(parts)))
    found += [_legend(paper_id, m, crop_dpi) for m in (*legends, *going_on)]
    for page, own in zip(pages, graphics, strict=True):
        boxes = _boxes_on(page.page_index, found)
        for number, (box, source) in enumerate(uncaptioned_boxes(page, own, boxes), start=1):
            figure_id = f"{paper_id}-p{page.page_index + 1}-graphic-{number}"
            candidate = _uncaptioned(paper_id, figure_id, page.page_index, box, source, crop_dpi)
            if is_table(box, page):
                candidate = candidate.model_copy(update={"kind": "table"})
            found.append(FoundObject(candidate, candidate.kind, None, None))
    kept, log = _merged(sorted(found, key=_place))
    log += [
        f"caption of {m.caption.label.text} on page {m.caption.page_index} repeats another"
        for m in legends
    ]
    return kept, log


def _legend(paper_id: str, match: Match, crop_dpi: int) -> FoundObject:
    """Return a caption printed once more, so that layout keeps its lines out of the text."""
    candidate = _candidate(paper_id, match, None, [], Counter(), crop_dpi)
    return FoundObject(candidate, "legend", match.caption, None)


def _place(item: FoundObject) -> tuple[int, float, float]:
    """Return where an object is printed."""
    box = item.candidate.bbox_pt or (item.caption.bbox_pt if item.caption else (0, 0, 0, 0))
    return item.candidate.page_index, box[1], box[0]


def _with_legends(matches: Sequence[Match]) -> tuple[list[Match], list[Match]]:
    """Part the matches into objects and captions printed once more without their graphic.

    Manuscripts list legends and print "Figure 1" alone beside each figure: that figure takes the
    legend's text. Any other caption without graphic whose label has one elsewhere is a repeat.
    """
    placed = {m.caption.label.key for m in matches if m.option is not None}
    repeats = [m for m in matches if m.option is None and m.caption.label.key in placed]
    texts = {m.caption.label.key: m.caption for m in repeats if not m.caption.is_bare}
    result: list[Match] = []
    for match in matches:
        legend = texts.get(match.caption.label.key)
        if match in repeats:
            continue
        if legend is not None and match.caption.is_bare:
            caption = replace(match.caption, text=legend.text, label=legend.label)
            match = Match(caption, match.option)
        result.append(match)
    return result, repeats


def _by_opening(matches: Sequence[Match]) -> tuple[list[Match], list[Match]]:
    """Part the matches into those that open an object and "(continued)" of a label seen elsewhere.

    The latter come without their region, which is a part of the object.
    """
    opened = {m.caption.label.key for m in matches if not m.caption.label.is_continued}
    going_on = [
        m for m in matches if m.caption.label.is_continued and m.caption.label.key in opened
    ]
    opening = [m for m in matches if m not in going_on]
    return opening, [Match(m.caption, None) for m in going_on]


def _labelled_parts(match: Match, matches: Sequence[Match]) -> list[tuple[int, BBox]]:
    """Return the regions of "(continued)" captions of the same label."""
    return [
        (m.caption.page_index, m.option.region.bbox_pt)
        for m in matches
        if m is not match
        and m.caption.label.is_continued
        and m.caption.label.key == match.caption.label.key
        and m.option is not None
    ]


def _candidate(
    paper_id: str,
    match: Match,
    tail: CaptionTail | None,
    parts: Sequence[tuple[int, BBox]],
    used: Counter[str],
    crop_dpi: int,
) -> FigureCandidate:
    """Make the candidate row of a captioned object."""
    caption, option = match.caption, match.option
    label, region = caption.label, option.region if option else None
    panels = []
    if region is not None and label.kind == "figure":
        panels = find_panels(_body(caption), region.lines, region.graphics)
    return FigureCandidate(
        figure_id=_figure_id(paper_id, label.text, used),
        paper_id=paper_id,
        label=label.text,
        series=label.series,
        number=label.number,
        kind="table" if label.kind == "table" else "figure",
        page_index=caption.page_index,
        bbox_pt=region.bbox_pt if region else None,
        parts_pt=([region.bbox_pt] if region else []) + [box for _, box in parts],
        crop_sha256=None,
        crop_width_px=None,
        crop_height_px=None,
        crop_dpi=crop_dpi,
        caption=caption.text if tail is None else f"{caption.text}\n{tail[3]}",
        caption_page_index=caption.page_index,
        caption_boxes_pt=[caption.bbox_pt] + ([tail[2]] if tail else []),
        caption_position=_position(option.side if option else None),
        caption_distance_pt=_gap(caption.bbox_pt, region.bbox_pt) if region else None,
        caption_score=round(caption.score, 3),
        panels=panels,
        source=source_of(region.graphics, bool(region.lines)) if region else "none",
        is_shared_caption=(
            region is not None and label.kind == "figure" and stand_side_by_side(region.graphics)
        ),
        continues_on=sorted({page for page, _ in parts}),
        reason=None if region else "no_graphic",
    )


def _figure_id(paper_id: str, label: str, used: Counter[str]) -> str:
    """Return `<paper>-<label slug>`, with a count when a label comes back."""
    slug = re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")
    used[slug] += 1
    return f"{paper_id}-{slug}" + (f"-{used[slug]}" if used[slug] > 1 else "")


def _body(caption: Caption) -> str:
    """Return the caption text behind its label."""
    return caption.text[caption.label.end :].lstrip(" .:|-\u2013\u2014\uff1a")


def _position(side: str | None) -> CaptionPosition | None:
    """Return where the caption stands seen from the graphic."""
    names: dict[str, CaptionPosition] = {
        "above": "below",
        "below": "above",
        "left": "right",
        "right": "left",
    }
    return names[side] if side else None


def _gap(a: BBox, b: BBox) -> float:
    """Return the white distance between two boxes in points, 0 when they touch."""
    dx = max(b[0] - a[2], a[0] - b[2], 0.0)
    dy = max(b[1] - a[3], a[1] - b[3], 0.0)
    return round((dx * dx + dy * dy) ** 0.5, 2)


def source_of(graphics: Sequence[Graphic], has_text: bool) -> GraphicSource:
    """Return what a region is made of: pictures, drawings, both, or text with rules at most."""
    kinds = {g.kind for g in graphics if g.kind != "rules"}
    if not kinds:
        return "text" if has_text or not graphics else "vector"
    if kinds == {"raster"}:
        return "raster"
    return "vector" if kinds == {"vector"} else "mixed"


def _boxes_on(page_index: int, found: Sequence[FoundObject]) -> list[BBox]:
    """Return the boxes already taken on a page, parts on it included."""
    boxes: list[BBox] = []
    for item in found:
        row = item.candidate
        if row.page_index == page_index or page_index in row.continues_on:
            boxes.extend(row.parts_pt)
    return boxes


def _uncaptioned(
    paper_id: str, figure_id: str, page_index: int, box: BBox, source: GraphicSource, crop_dpi: int
) -> FigureCandidate:
    """Make the row of a graphic that no caption took."""
    return FigureCandidate(
        figure_id=figure_id,
        paper_id=paper_id,
        label=None,
        series=None,
        number=None,
        kind="figure",
        page_index=page_index,
        bbox_pt=box,
        parts_pt=[box],
        crop_sha256=None,
        crop_width_px=None,
        crop_height_px=None,
        crop_dpi=crop_dpi,
        caption=None,
        caption_page_index=None,
        caption_boxes_pt=[],
        caption_position=None,
        caption_distance_pt=None,
        caption_score=None,
        panels=[],
        source=source,
        is_shared_caption=False,
        continues_on=[],
        reason="no_caption",
    )


def _merged(found: Sequence[FoundObject]) -> tuple[list[FoundObject], list[str]]:
    """Keep one of two objects whose boxes overlap by IoU > 0.9, the captioned one first."""
    kept: list[FoundObject] = []
    log: list[str] = []
    for item in sorted(found, key=lambda f: f.caption is None):
        row = item.candidate
        twin = next((k for k in kept if _are_twins(k.candidate, row)), None)
        if twin is None:
            kept.append(item)
        else:
            log.append(f"{row.figure_id} merged into {twin.candidate.figure_id}: same region")
    return sorted(kept, key=_place), log


def _are_twins(a: FigureCandidate, b: FigureCandidate) -> bool:
    """Say whether two rows cover one region of one page."""
    if a.page_index != b.page_index or a.bbox_pt is None or b.bbox_pt is None:
        return False
    return iou(a.bbox_pt, b.bbox_pt) > DUPLICATE_IOU
