"""Figure instances for judging: gating, and a payload whose cuts are recorded (seed 001 A.2, A.4).

Holds the two ways in: our own curated figures with their contexts, and any figure whose caption and
citing texts are given as plain text (the published dataset). Refuses nothing: an item without
caption and without citing text is excluded with its reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from scidoc_assets.schemas.contexts import ContextBinding, gated_dimensions
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.schemas.payload import MAX_SNIPPETS, build_figure_map
from scidoc_assets.schemas.quality import FigureFeatures, FigureQualityItem, ItemReason

BENCHMARK = "figure_quality"  # the figures of our own corpus

_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\([^()]*\)[^()]*)?\)")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,2})(?=\S)(.+?)(?<=\S)\1(?![\w*])")
_SPLIT_WORD = re.compile(r"(?<=[a-z])- (?=[a-z]{2,})(?!(?:and|or|to)\b)")
_BROKEN_WORD = re.compile(r"(?<=[a-z])[-\u00ad]\s*\n\s*(?=[a-z])|[\u00ad\u200b\u2060\ufeff]")
_CJK_BREAK = re.compile(
    r"(?<=[\u3001-\u9fff\uff01-\uff60])\s*\n\s*(?=[\u3001-\u9fff\uff01-\uff60])"
)
_LIGATURES = {
    chr(0xFB00 + i): plain for i, plain in enumerate(["ff", "fi", "fl", "ffi", "ffl", "st", "st"])
}
_TAG = re.compile(r"</?(?:b|i|em|strong|sub|sup|span|br)\b[^>]*>", re.IGNORECASE)


def clean_text(raw: str) -> str:
    """Plain text for a prompt: Markdown links and emphasis off, ligatures and split words mended.

    `repre- sentations` is joined, `pre- and post-` is not. Superscripts stay (10\u2074 is not 104), so
    this is gentler than the normalisation for matching. The caller keeps the raw text.
    """
    text = _CJK_BREAK.sub("", _TAG.sub("", _LINK.sub(r"\1", raw)))
    text = _BROKEN_WORD.sub("", _EMPHASIS.sub(r"\2", text))
    text = text.translate(str.maketrans(_LIGATURES))
    return " ".join(_SPLIT_WORD.sub("", " ".join(text.split())).split())


def build_items(
    benchmark: str,
    figures: Sequence[CuratedFigure],
    bindings: Sequence[ContextBinding],
    papers: Mapping[str, RawPdf],
) -> list[FigureQualityItem]:
    """Items of our own corpus, one per curated figure in the order given.

    Raises KeyError naming the figure when a figure has no context binding.
    """
    binding_of = {binding.figure_id: binding for binding in bindings}
    by_paper: dict[str, list[CuratedFigure]] = {}
    for figure in figures:
        by_paper.setdefault(figure.paper_id, []).append(figure)
    return [
        _own_item(benchmark, figure, binding_of[figure.figure_id], papers, by_paper)
        for figure in figures
    ]


def gate(has_caption: bool, has_context: bool) -> dict[str, object]:
    """Gating fields of an item: the dimensions, whether it is excluded, and why."""
    dimensions = gated_dimensions(has_caption, has_context)
    return {
        "gated_dimensions": dimensions,
        "is_excluded": not dimensions,
        "reason": _excluded_for(dimensions),
    }


def _excluded_for(dimensions: Sequence[str]) -> ItemReason | None:
    return None if dimensions else "no_caption_and_no_context"


def _own_item(
    benchmark: str,
    figure: CuratedFigure,
    binding: ContextBinding,
    papers: Mapping[str, RawPdf],
    by_paper: Mapping[str, Sequence[CuratedFigure]],
) -> FigureQualityItem:
    paper = papers.get(figure.paper_id)
    shown = binding.paragraphs[:MAX_SNIPPETS]
    figure_map = build_figure_map(
        (f.figure_id, f.label, clean_text(f.caption))
        for f in by_paper[figure.paper_id]
        if f.caption
    )
    caption = clean_text(figure.caption) if figure.caption else None
    return FigureQualityItem(
        benchmark=benchmark,
        figure_id=figure.figure_id,
        paper_id=figure.paper_id,
        fig_index=figure.number,
        label=figure.label,
        venue=paper.venue if paper else None,
        year=paper.year if paper else None,
        title=paper.title if paper else None,
        section=shown[0].section_title if shown else None,
        figure_type=figure.figure_type,
        image_sha256=figure.crop_sha256,
        width_px=figure.crop_width_px,
        height_px=figure.crop_height_px,
        caption=caption or None,
        caption_raw=figure.caption,
        snippets=[paragraph.snippet for paragraph in shown],
        context_raw=[paragraph.text for paragraph in binding.paragraphs],
        snippet_chars_cut=sum(max(0, len(p.text) - len(p.snippet)) for p in shown),
        paragraphs_left_out=len(binding.paragraphs) - len(shown),
        figure_map=figure_map,
        map_chars_cut=sum(entry.chars_cut for entry in figure_map),
        features=_features(figure),
        source_digest=None,
        **gate(bool(caption), bool(shown)),  # type: ignore[arg-type]
    )


def _features(figure: CuratedFigure) -> FigureFeatures:
    return FigureFeatures(
        ocr_engine=figure.ocr_engine,
        ocr_regions=figure.ocr_regions,
        ocr_mean_confidence=figure.ocr_mean_confidence,
        text_density=figure.text_density,
        panel_labels=[panel.letter for panel in figure.panels],
        caption_ocr_overlap=figure.caption_ocr_overlap,
        numeric_overlap=figure.numeric_overlap,
        blur_laplacian_variance=figure.blur_laplacian_variance,
        edge_density=figure.edge_density,
        colour_histogram=figure.colour_histogram,
        whitespace_share=figure.whitespace_share,
        megapixels=figure.megapixels,
    )
