"""Decode a crop and measure its pixels: what S1, the twin test and S4 have in common.

Images are RGB arrays (height, width, 3) uint8; alpha is laid over white, as on paper.
Refuses bytes that are not a complete picture (`CropDecodeError`); never repairs them.
"""

from __future__ import annotations

import io

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

RgbImage = NDArray[np.uint8]

# The share of the dominant colour depends on the resolution: at 300 DPI a sparse line plot is
# 97-99 % white, at screen size 91-97 %, while a solid crop stays solid at any size.
SHARE_SIDE_PX = 384
SHARE_BITS = 5
# Ink is what differs from the border's colour by more than this on any channel (0-255).
INK_CONTRAST = 24


class CropDecodeError(ValueError):
    """The bytes of a crop are not a readable picture."""


def decode_crop(png: bytes) -> RgbImage:
    """RGB array (height, width, 3) of an encoded crop, alpha over white.

    Raises CropDecodeError when the bytes are empty, truncated, foreign or over Pillow's limit.
    """
    try:
        with Image.open(io.BytesIO(png)) as image:
            image.load()
            if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
                layer = image.convert("RGBA")
                image = Image.new("RGBA", layer.size, "white")
                image.alpha_composite(layer)
            rgb = np.asarray(image.convert("RGB"))
    except (
        UnidentifiedImageError,
        Image.DecompressionBombError,
        OSError,
        SyntaxError,
        ValueError,
    ) as error:
        raise CropDecodeError(f"crop of {len(png)} bytes cannot be decoded: {error}") from error
    return np.ascontiguousarray(rgb)


def shrink(rgb: RgbImage, side_px: int) -> RgbImage:
    """The image area-averaged so that its long side is at most `side_px`; never enlarged."""
    height, width = rgb.shape[:2]
    scale = side_px / max(height, width)
    if scale >= 1.0:
        return rgb
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def dominant_colour_share(rgb: RgbImage) -> float:
    """Share (0-1] of the commonest colour at `SHARE_SIDE_PX` and 5 bits a channel (seed 001 S1).

    Measured at a fixed size so that the threshold means the same at every crop DPI.
    """
    small = shrink(rgb, SHARE_SIDE_PX).astype(np.int32) >> (8 - SHARE_BITS)
    codes = (small[..., 0] << 2 * SHARE_BITS) | (small[..., 1] << SHARE_BITS) | small[..., 2]
    return float(np.bincount(codes.ravel()).max() / codes.size)


def background_colour(rgb: RgbImage) -> NDArray[np.int16]:
    """Median colour (3,) of the outermost pixel ring."""
    ring = np.concatenate([rgb[0], rgb[-1], rgb[:, 0], rgb[:, -1]])
    return np.median(ring, axis=0).astype(np.int16)


def ink_mask(rgb: RgbImage) -> NDArray[np.bool_]:
    """Pixels (height, width) that differ from the border's colour."""
    contrast = np.abs(rgb.astype(np.int16) - background_colour(rgb)).max(axis=2)
    return contrast > INK_CONTRAST


def trim_to_ink(rgb: RgbImage) -> RgbImage:
    """The part of the image inside its ink; the whole image when it has none."""
    mask = ink_mask(rgb)
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if rows.size == 0:
        return rgb
    return rgb[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def luminance(rgb: RgbImage) -> NDArray[np.uint8]:
    """Grey image (height, width), ITU-R 601 weights."""
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
