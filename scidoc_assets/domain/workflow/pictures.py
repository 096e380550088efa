"""Comparing two pictures: flattened to RGB, measured against what a blank page would get.

Bug log B32: an alpha-only comparison and a limit that is always met gave a blank picture half
marks. Here the score is the share of the error of the best blank picture that is gone, by
mean-square error and by structural similarity, so a blank picture scores exactly 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from pydantic import Field
from scipy.ndimage import gaussian_filter
from skimage.metrics import structural_similarity

from scidoc_assets.domain.workflow.answers import Verdict, graded
from scidoc_assets.domain.workflow.series import DataParams
from scidoc_assets.schemas.geometry import Row

Pixels = NDArray[np.uint8]
BLANK_SPREAD = 2.0  # grey levels: below this standard deviation nothing is drawn


class ImageParams(Row):
    """`long_side_px`: both pictures are compared at this size; `blur`: share of it, against jitter.

    `max_aspect_change`: a picture of another shape is refused rather than stretched to fit.
    `data`, `data_weight`: how the data beside the picture count, where the reference has some.
    """

    long_side_px: int = 512
    blur: float = 0.003
    max_aspect_change: float = 0.25
    data: DataParams = DataParams()
    data_weight: float = Field(default=0.5, ge=0, le=1)


def flatten_rgb(image: Image.Image) -> Pixels:
    """Any mode to RGB (height, width, 3) on white paper; alpha never survives."""
    rgba = image.convert("RGBA")
    paper = Image.new("RGBA", rgba.size, (255, 255, 255, 255))
    return np.asarray(Image.alpha_composite(paper, rgba).convert("RGB"))


def mean_square_error(a: Pixels, b: Pixels) -> float:
    """Mean squared difference of two pictures of one shape, in squared grey levels.

    Raises ValueError when the shapes differ.
    """
    if a.shape != b.shape:
        raise ValueError(f"pictures differ in shape: {a.shape} and {b.shape}")
    return float(np.mean((a.astype(np.float64) - b.astype(np.float64)) ** 2))


def is_blank(pixels: Pixels) -> bool:
    """Whether a picture is one colour, but for noise."""
    return float(pixels.reshape(-1, 3).std(axis=0).max()) < BLANK_SPREAD


def grade_picture(candidate: Pixels, reference: Pixels, params: ImageParams) -> Verdict:
    """Score of a drawn picture against the reference, both RGB arrays.

    The mean of two skills, each 1 - error / error of the best blank picture, floored at 0.
    Raises ValueError when the reference is blank: nothing could be told from it.
    """
    if is_blank(reference):
        raise ValueError("the reference picture is blank")
    if is_blank(candidate):
        return Verdict(0.0, "blank_image")
    if candidate.shape == reference.shape and np.array_equal(candidate, reference):
        return Verdict(1.0)
    change = _aspect(candidate) / _aspect(reference)
    if max(change, 1.0 / change) > 1.0 + params.max_aspect_change:
        return graded(0.0, f"width to height is {change:.2f} times the reference's")
    size = _compared_size(reference, params.long_side_px)
    left, right = (_prepared(p, size, params) for p in (candidate, reference))
    square, structure = _skill(left, right)
    # 1 is kept for equal pictures: rounding must not turn a near miss into full marks.
    score = min((square + structure) / 2.0, 0.999)
    return graded(score, f"mean-square skill {square:.3f}, structure skill {structure:.3f}")


def _skill(candidate: Pixels, reference: Pixels) -> tuple[float, float]:
    blanks = [np.full_like(reference, 255), *(_filled(reference, f) for f in (np.median, np.mean))]
    error = mean_square_error(candidate, reference)
    blank_error = min(mean_square_error(blank, reference) for blank in blanks)
    unlike = 1.0 - _similarity(candidate, reference)
    blank_unlike = min(1.0 - _similarity(blank, reference) for blank in blanks)
    return max(0.0, 1.0 - error / blank_error), max(0.0, 1.0 - unlike / blank_unlike)


def _similarity(a: Pixels, b: Pixels) -> float:
    return float(structural_similarity(a, b, channel_axis=2, data_range=255))  # pyright: ignore


def _filled(reference: Pixels, centre) -> Pixels:
    colour = np.round(centre(reference.reshape(-1, 3), axis=0)).astype(np.uint8)
    return np.broadcast_to(colour, reference.shape).copy()


def _aspect(pixels: Pixels) -> float:
    return pixels.shape[1] / pixels.shape[0]


def _compared_size(reference: Pixels, long_side_px: int) -> tuple[int, int]:
    height, width = reference.shape[:2]
    scale = min(1.0, long_side_px / max(height, width))
    # The similarity window is 7 pixels wide.
    return max(8, round(width * scale)), max(8, round(height * scale))


def _prepared(pixels: Pixels, size: tuple[int, int], params: ImageParams) -> Pixels:
    resized = np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BOX))
    sigma = params.blur * max(size)
    if sigma <= 0:
        return resized
    return np.asarray(gaussian_filter(resized, sigma=(sigma, sigma, 0)), dtype=np.uint8)
