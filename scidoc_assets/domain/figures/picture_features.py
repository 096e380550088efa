"""The S4 features of a picture that did not come through S1-S4 (an imported figure).

Same measures and thresholds as `features.py`. Refuses bytes that are no picture.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import cv2

from scidoc_assets.domain.figures.features import (
    CANNY,
    PAPER_LEVEL,
    caption_overlap,
    colour_histogram,
    numeric_overlap,
    share_of_text,
)
from scidoc_assets.domain.figures.figure_types import count_panels, figure_type
from scidoc_assets.domain.figures.pixels import decode_crop, luminance
from scidoc_assets.schemas.figures import FigureKind, OcrRegion
from scidoc_assets.schemas.quality import FigureFeatures, PictureFacts

_PANEL = re.compile(r"^\(?([a-h])\)?$")


def measure_picture(
    data: bytes,
    regions: Sequence[OcrRegion] | None,
    ocr_engine: str | None,
    kind: FigureKind = "figure",
) -> PictureFacts:
    """Features and type of an encoded picture; `regions` None means that OCR is off or failed.

    Units as in `s4_mark`; the overlaps with a caption are left to `with_caption`. Panel letters
    are those printed alone in the picture, two or more. Raises CropDecodeError when the picture is unreadable.
    """
    rgb = decode_crop(data)
    grey = luminance(rgb)
    height, width = grey.shape
    confidences = [region.confidence for region in regions or []]
    letters = {m.group(1) for r in regions or [] if (m := _PANEL.match(r.text.strip()))}
    features = FigureFeatures(
        ocr_engine=ocr_engine if regions is not None else None,
        ocr_regions=list(regions or []),
        ocr_mean_confidence=sum(confidences) / len(confidences) if confidences else None,
        text_density=None if regions is None else share_of_text(regions, (height, width)),
        panel_labels=sorted(letters) if len(letters) > 1 else [],
        caption_ocr_overlap=None,
        numeric_overlap=None,
        blur_laplacian_variance=float(cv2.Laplacian(grey, cv2.CV_64F).var()),
        edge_density=float((cv2.Canny(grey, *CANNY) > 0).mean()),
        colour_histogram=colour_histogram(rgb),
        whitespace_share=float((rgb.min(axis=2) >= PAPER_LEVEL).mean()),
        megapixels=width * height / 1e6,
    )
    panels = count_panels([], rgb, regions if kind == "figure" else None)
    return PictureFacts(features=features, figure_type=figure_type(kind, rgb, panels, regions))


def with_caption(features: FigureFeatures, caption: str | None) -> FigureFeatures:
    """A picture's features beside its caption: the two overlaps filled in."""
    regions = features.ocr_regions if features.ocr_engine is not None else None
    return features.model_copy(
        update={
            "caption_ocr_overlap": caption_overlap(caption, regions),
            "numeric_overlap": numeric_overlap(caption, regions),
        }
    )
