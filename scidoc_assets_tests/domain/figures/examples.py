"""Rows and small pictures that the tests of the figures stage share."""

from __future__ import annotations

import hashlib
import io
from typing import Any

import matplotlib
import numpy as np
from PIL import Image, ImageDraw

from scidoc_assets.domain.figures.curation import figure_parts
from scidoc_assets.schemas.figures import (
    FigureCandidate,
    OcrRegion,
    S1FilteredFigure,
    S2FlaggedFigure,
    S3RecoveredFigure,
)

matplotlib.use("Agg")


def candidate(number: int | None = 1, paper: str = "p1", **changes: Any) -> FigureCandidate:
    """A captioned main-series figure of one paper on page 0, 300 x 200 pt."""
    kind = changes.get("kind", "figure")
    word = "Table" if kind == "table" else "Figure"
    fields: dict[str, Any] = {
        "figure_id": f"{paper}--{word.lower()}-{number}",
        "paper_id": paper,
        "label": None if number is None else f"{word} {number}",
        "series": None if number is None else "",
        "number": number,
        "kind": "figure",
        "page_index": 0,
        "bbox_pt": (100.0, 100.0, 400.0, 300.0),
        "parts_pt": [],
        "crop_sha256": f"crop-{paper}-{number}",
        "crop_width_px": 1250,
        "crop_height_px": 833,
        "crop_dpi": 300,
        "caption": f"{word} {number}: A thing.",
        "caption_page_index": 0,
        "caption_boxes_pt": [(100.0, 310.0, 400.0, 330.0)],
        "caption_position": "below",
        "caption_distance_pt": 10.0,
        "caption_score": 0.9,
        "panels": [],
        "source": "vector",
        "is_shared_caption": False,
        "continues_on": [],
        "reason": None,
    }
    return FigureCandidate(**{**fields, **changes})


def with_crop(row: FigureCandidate, png: bytes) -> tuple[FigureCandidate, dict[str, bytes]]:
    """The row with the sha256 of a crop, and the mapping that holds the crop."""
    sha256 = hashlib.sha256(png).hexdigest()
    return row.model_copy(update={"crop_sha256": sha256}), {sha256: png}


def s1_row(number: int | None = 1, paper: str = "p1", **changes: Any) -> S1FilteredFigure:
    marks = {
        "is_kept": True,
        "reason": None,
        "twin_figure_id": None,
        "is_twin_in_same_paper": None,
        "phash": None,
        "dominant_colour_share": 0.8,
    }
    marks.update({key: changes.pop(key) for key in list(changes) if key in marks})
    return S1FilteredFigure(**figure_parts(candidate(number, paper, **changes)), **marks)


def s2_row(number: int | None = 1, paper: str = "p1", **changes: Any) -> S2FlaggedFigure:
    flags = changes.pop("flags", [])
    parts = figure_parts(candidate(number, paper, **changes))
    return S2FlaggedFigure(**parts, flags=flags, area_ratio=1.0)


def s3_row(number: int | None = 1, paper: str = "p1", **changes: Any) -> S3RecoveredFigure:
    marks = {"is_kept": True, "outcome": "not_needed", "flags": [], "first_crop_sha256": None}
    marks.update({key: changes.pop(key) for key in list(changes) if key in marks})
    return S3RecoveredFigure(**figure_parts(candidate(number, paper, **changes)), **marks)


def region(text: str, x: float, y: float, width: float = 40, height: float = 20) -> OcrRegion:
    return OcrRegion(text=text, confidence=0.95, bbox_px=(x, y, x + width, y + height))


def png(image: Image.Image | np.ndarray, **options: Any) -> bytes:
    """An image encoded as PNG, or as the `format` given."""
    picture = image if isinstance(image, Image.Image) else Image.fromarray(image)
    buffer = io.BytesIO()
    picture.save(buffer, options.pop("format", "PNG"), **options)
    return buffer.getvalue()


def solid(colour: str, size: tuple[int, int] = (640, 360)) -> Image.Image:
    return Image.new("RGB", size, colour)


def noise(seed: int, size: tuple[int, int] = (400, 300)) -> Image.Image:
    """Coarse coloured blocks: a picture with structure, different for every seed."""
    blocks = np.random.default_rng(seed).integers(0, 256, (12, 16, 3), dtype=np.uint8)
    return Image.fromarray(blocks).resize(size, Image.Resampling.NEAREST)


def line_plot(
    seed: int = 0, colour: str = "blue", xlabel: str = "epoch", dpi: int = 200
) -> Image.Image:
    """A two-curve plot with axes, labels and a legend; the first curve in `colour`."""
    from matplotlib.figure import Figure

    rng = np.random.default_rng(seed)
    figure = Figure(figsize=(4, 3))
    axes = figure.subplots()
    for curve, name in enumerate(("ours", "baseline")):
        values = np.cumsum(rng.normal(0.3, 1.0, 30))
        scaled = (values - values.min()) / (values.max() - values.min())
        axes.plot(scaled, color=colour if curve == 0 else "black", label=name)
    axes.set_ylim(0, 1.05)
    axes.set_xlabel(xlabel)
    axes.set_ylabel("accuracy")
    axes.legend(loc="lower right")
    buffer = io.BytesIO()
    figure.savefig(buffer, dpi=dpi)
    return Image.open(buffer).convert("RGB")


def text_picture(words: str, size: tuple[int, int] = (500, 120)) -> Image.Image:
    from PIL import ImageFont

    picture = solid("white", size)
    font = ImageFont.load_default(36)
    ImageDraw.Draw(picture).text((30, 35), words, fill="black", font=font)
    return picture
