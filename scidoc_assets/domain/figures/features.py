"""S4 soft marks: what can be measured on a figure without judging it (seed 001; figure-quality.md).

Pixels, OCR regions and caption in, numbers out; nothing here deletes. What cannot be measured is
null, with `low_confidence_reason` saying why the text features are missing or weak.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import cv2
import numpy as np

from scidoc_assets.domain.figures.curation import figure_parts
from scidoc_assets.domain.figures.figure_types import count_panels, figure_type
from scidoc_assets.domain.figures.labels import parse_label
from scidoc_assets.domain.figures.pixels import RgbImage, decode_crop, luminance
from scidoc_assets.schemas.figures import OcrRegion, S3RecoveredFigure, S4MarkedFigure

# A pixel counts as paper from this value on in its darkest channel (0-255).
PAPER_LEVEL = 245
CANNY = (80, 160)
LEVELS = 4
SURE_CONFIDENCE = 0.75

WORD = re.compile(r"[^\W\d_]{2,}")
HAN = re.compile(r"[\u3400-\u9fff]+")
NUMBER = re.compile(r"(?<![\w.])[-\u2212]?(?:\d+(?:[.,]\d+)*|\.\d+)(?:[eE][-+]?\d+)?")
THOUSANDS = re.compile(r",(?=\d{3}(?:\D|$))")
# Words that every caption shares say nothing about the picture.
STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "the of and to in a an is are was were be for with on at by from as that this these those each "
        "which we our their its it or not no than then into over under between both all figure fig "
        "figures table shows show shown left right top bottom panel panels",
    )
)


def s4_mark(
    row: S3RecoveredFigure,
    png: bytes,
    ocr_regions: Sequence[OcrRegion] | None,
    ocr_engine: str | None = None,
) -> S4MarkedFigure:
    """The row with its soft marks (seed 001 S4). `png` is the crop that the row names.

    `ocr_regions`: lines with boxes in crop pixels; empty when no text was seen, None when OCR is
    off or failed (then every text feature is null). Units: `blur_laplacian_variance` in squared
    grey levels at crop resolution, shares in [0, 1], `megapixels` in 10^6 px. Raises
    CropDecodeError when the crop is unreadable: S1 keeps no such row.
    """
    rgb = decode_crop(png)
    grey = luminance(rgb)
    height, width = grey.shape
    confidences = [region.confidence for region in ocr_regions or []]
    mean_confidence = sum(confidences) / len(confidences) if confidences else None
    panels = count_panels(row.panels, rgb, ocr_regions if row.kind == "figure" else None)
    return S4MarkedFigure(
        **figure_parts(row),
        flags=row.flags,
        outcome=row.outcome,
        figure_type=figure_type(row.kind, rgb, panels, ocr_regions),
        ocr_engine=ocr_engine,
        ocr_regions=list(ocr_regions or []),
        ocr_mean_confidence=mean_confidence,
        text_density=None if ocr_regions is None else share_of_text(ocr_regions, (height, width)),
        blur_laplacian_variance=float(cv2.Laplacian(grey, cv2.CV_64F).var()),
        edge_density=float((cv2.Canny(grey, *CANNY) > 0).mean()),
        whitespace_share=float((rgb.min(axis=2) >= PAPER_LEVEL).mean()),
        colour_histogram=colour_histogram(rgb),
        megapixels=width * height / 1e6,
        panel_count=panels,
        is_cross_page=bool(row.continues_on)
        or row.caption_page_index not in (None, row.page_index),
        caption_ocr_overlap=caption_overlap(row.caption, ocr_regions),
        numeric_overlap=numeric_overlap(row.caption, ocr_regions),
        low_confidence_reason=_low_confidence_reason(ocr_regions, mean_confidence),
    )


def colour_histogram(rgb: RgbImage) -> list[float]:
    """64 shares that sum to 1: RGB in 4 levels a channel, red slowest, blue fastest."""
    levels = rgb.astype(np.int32) // (256 // LEVELS)
    codes = (levels[..., 0] * LEVELS + levels[..., 1]) * LEVELS + levels[..., 2]
    counts = np.bincount(codes.ravel(), minlength=LEVELS**3)
    return [float(share) for share in counts / counts.sum()]


def caption_overlap(caption: str | None, regions: Sequence[OcrRegion] | None) -> float | None:
    """Share of the caption's distinct content words that are visible in the picture.

    Words are letters only, case-folded, without stop words and without the label; Chinese text
    counts in pairs of characters. Null without a caption word or without OCR.
    """
    wanted = _words(_without_label(caption or ""))
    if regions is None or not wanted:
        return None
    seen = _words(" ".join(region.text for region in regions))
    return len(wanted & seen) / len(wanted)


def numeric_overlap(caption: str | None, regions: Sequence[OcrRegion] | None) -> float | None:
    """Share of the caption's distinct numbers (label left out) that are visible in the picture.

    Compared as values, so that 0.50 equals .5; null without a number or without OCR.
    """
    wanted = _numbers(_without_label(caption or ""))
    if regions is None or not wanted:
        return None
    seen = _numbers(" ".join(region.text for region in regions))
    return len(wanted & seen) / len(wanted)


def share_of_text(regions: Sequence[OcrRegion], shape: tuple[int, int]) -> float:
    """Share of the pixels inside any text box; overlaps count once."""
    covered = np.zeros(shape, dtype=np.uint8)
    for region in regions:
        x0, y0, x1, y1 = (round(edge) for edge in region.bbox_px)
        covered[y0:y1, x0:x1] = 1
    return float(covered.mean())


def _low_confidence_reason(
    regions: Sequence[OcrRegion] | None, mean_confidence: float | None
) -> str | None:
    if regions is None:
        return "ocr_not_run"
    if mean_confidence is None:
        return "no_text_seen"
    return "low_mean_confidence" if mean_confidence < SURE_CONFIDENCE else None


def _without_label(caption: str) -> str:
    label = parse_label(caption)
    return caption if label is None else caption[label.end :]


def _words(text: str) -> set[str]:
    folded = text.casefold()
    pairs = {run[i : i + 2] for run in HAN.findall(folded) for i in range(len(run) - 1)}
    latin = {word for word in WORD.findall(HAN.sub(" ", folded)) if word not in STOP_WORDS}
    return pairs | latin


def _numbers(text: str) -> set[float]:
    """Numbers by value; a comma before exactly three digits parts thousands, any other decimals."""
    values: set[float] = set()
    for found in NUMBER.findall(text):
        number = THOUSANDS.sub("", found.replace("\u2212", "-")).replace(",", ".")
        if number.count(".") <= 1:
            values.add(float(number))
    return values
