"""Near-duplicate figures: which hashes are close, and whether the pictures are the same.

Two tests, both needed (spec documents.md, bug-log B14): a perceptual hash within a Hamming
distance, found exactly for any number of hashes, and a comparison of aligned content in grey and
colour. Hashes of pictures with next to no structure are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import faiss
import imagehash
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from skimage.metrics import structural_similarity

from scidoc_assets.domain.figures.pixels import (
    RgbImage,
    ink_mask,
    luminance,
    trim_to_ink,
)

HASH_BITS = 64
# Three fields of 21 bits, each searched within 2 flips. Two hashes at distance d <= 8 differ in
# at most floor(8 / 3) = 2 bits of one field (pigeonhole), so that no pair is missed.
FIELDS = 3
FIELD_BITS = 21
CHUNK = 50_000
# Below this many hashes a plain scan is faster than filling hash tables.
MIN_TABLE_SIZE = 20_000
MAX_FLIPS = 3

COMPARE_SIDE_PX = 512
TILE_PX = 32
MAX_ASPECT_CHANGE = 1.12
# Below this share of ink a tile says nothing; above, it may not disagree. Measured on 27 real
# figures: copies (JPEG 30-60, a third to 1.5 times the size, 1-3 % cut off) keep every tile at
# SSIM >= 0.43 and chroma <= 14 (subsampled JPEG); another axis label gives SSIM 0.36, other data
# below 0.1, another line colour chroma 68-150.
MIN_TILE_INK = 0.01
MIN_TILE_SSIM = 0.40
MAX_TILE_CHROMA = 20.0
ALIGN_STEPS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 60, 1e-4)
BLUR_SIGMA_PX = 1.0


def perceptual_hash(rgb: RgbImage) -> str:
    """64-bit DCT hash of the ink of a crop as 16 hex digits."""
    return str(imagehash.phash(Image.fromarray(trim_to_ink(rgb))))


def hash_information(rgb: RgbImage) -> float:
    """How much structure the hash can see, 0 (blank) to 1: spread of the 32 x 32 luminance."""
    grey = luminance(trim_to_ink(rgb))
    return float(cv2.resize(grey, (32, 32), interpolation=cv2.INTER_AREA).std() / 127.5)


def hash_value(phash: str) -> int:
    """The unsigned integer behind 16 hex digits. Raises ValueError on anything else."""
    if len(phash) != HASH_BITS // 4:
        raise ValueError(f"phash {phash!r} is not 16 hex digits")
    return int(phash, 16)


def iter_near_pairs(
    hashes: NDArray[np.uint64], max_distance: int, chunk: int = CHUNK
) -> Iterator[NDArray[np.int64]]:
    """Every pair i < j with Hamming distance <= `max_distance`, as (n, 2) arrays, chunk by chunk.

    Exact for any distance: the flips searched per field are floor(max_distance / 3). Equal hashes
    are pairs too. Sorted by (j, i) inside and across chunks.
    """
    count = len(hashes)
    if count < 2:
        return
    codes = np.ascontiguousarray(hashes, dtype="<u8").view(np.uint8).reshape(count, 8)
    index = _hash_index(codes, max_distance)
    for start in range(0, count, chunk):
        limits, _, found = index.range_search(codes[start : start + chunk], max_distance + 1)
        later = np.repeat(np.arange(start, start + len(limits) - 1), np.diff(limits.astype(int)))
        pairs = np.stack([found.astype(np.int64), later], axis=1)
        pairs = pairs[pairs[:, 0] < pairs[:, 1]]
        yield pairs[np.lexsort((pairs[:, 0], pairs[:, 1]))]


def _hash_index(codes: NDArray[np.uint8], max_distance: int) -> faiss.IndexBinary:
    flips = max_distance // FIELDS
    # Hash tables cost more than a scan for few hashes, and flips explode for far distances.
    if len(codes) < MIN_TABLE_SIZE or flips > MAX_FLIPS:
        index: faiss.IndexBinary = faiss.IndexBinaryFlat(HASH_BITS)
    else:
        index = faiss.IndexBinaryMultiHash(HASH_BITS, FIELDS, FIELD_BITS)
        index.nflip = flips
    index.add(codes)
    return index


def near_pairs(hashes: NDArray[np.uint64], max_distance: int) -> NDArray[np.int64]:
    """All pairs of `iter_near_pairs` in one (n, 2) array."""
    found = list(iter_near_pairs(hashes, max_distance))
    return np.concatenate(found) if found else np.empty((0, 2), dtype=np.int64)


@dataclass(frozen=True)
class Likeness:
    """How alike two aligned pictures are, over their ink.

    `ssim`: mean structural similarity of the luminance; `worst_tile_ssim`, `worst_tile_chroma`:
    the most different 32 px tile (CIELAB a, b distance), so that one other curve among equal axes
    counts; `has_same_shape`: aspect ratios of the ink within 12 %.
    """

    ssim: float
    worst_tile_ssim: float
    worst_tile_chroma: float
    has_same_shape: bool

    def is_same_picture(self, min_ssim: float) -> bool:
        """True for re-encoded, rescaled or slightly cropped copies; False for other content."""
        return (
            self.has_same_shape
            and self.ssim >= min_ssim
            and self.worst_tile_ssim >= MIN_TILE_SSIM
            and self.worst_tile_chroma <= MAX_TILE_CHROMA
        )


def compare_pictures(first: RgbImage, second: RgbImage) -> Likeness:
    """Likeness of two RGB crops after trimming, scaling to one size and affine alignment."""
    a, b = trim_to_ink(first), trim_to_ink(second)
    change = (a.shape[1] / a.shape[0]) / (b.shape[1] / b.shape[0])
    if not 1 / MAX_ASPECT_CHANGE <= change <= MAX_ASPECT_CHANGE:
        return Likeness(0.0, 0.0, 0.0, has_same_shape=False)
    scale = COMPARE_SIDE_PX / max(a.shape[:2])
    size = (max(16, round(a.shape[1] * scale)), max(16, round(a.shape[0] * scale)))
    left = _scaled(a, size)
    right, is_seen = _aligned(left, _scaled(b, size))
    return _likeness(_softened(left), _softened(right), is_seen)


def _scaled(rgb: RgbImage, size: tuple[int, int]) -> RgbImage:
    is_larger = rgb.shape[1] < size[0]
    how = cv2.INTER_CUBIC if is_larger else cv2.INTER_AREA
    return np.asarray(cv2.resize(rgb, size, interpolation=how), dtype=np.uint8)


def _softened(rgb: RgbImage) -> RgbImage:
    return np.asarray(cv2.GaussianBlur(rgb, (0, 0), BLUR_SIGMA_PX), dtype=np.uint8)


def _aligned(left: RgbImage, right: RgbImage) -> tuple[RgbImage, NDArray[np.bool_]]:
    """`right` warped onto `left`, and the pixels that it covers; as it is if nothing converges."""
    size = (left.shape[1], left.shape[0])
    start = np.eye(2, 3, dtype=np.float32)
    whole = np.ones(right.shape[:2], dtype=np.uint8)
    try:
        _, warp = cv2.findTransformECC(
            luminance(left), luminance(right), start, cv2.MOTION_AFFINE, ALIGN_STEPS, whole, 9
        )
    except cv2.error:
        # No correlation to climb: unlike pictures, which the comparison then says.
        return right, np.ones(right.shape[:2], dtype=bool)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpAffine(right, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    is_seen = cv2.warpAffine(whole, warp, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP)
    return np.asarray(warped, dtype=np.uint8), is_seen > 0


def _likeness(left: RgbImage, right: RgbImage, is_seen: NDArray[np.bool_]) -> Likeness:
    compared = structural_similarity(
        luminance(left), luminance(right), full=True, gaussian_weights=True, data_range=255
    )
    ssim = np.asarray(compared[1])
    chroma = np.linalg.norm((_lab(left) - _lab(right))[..., 1:], axis=2)
    ink = (ink_mask(left) | ink_mask(right)) & is_seen
    tiles = [(ssim[cut][ink[cut]], chroma[cut][ink[cut]]) for cut in _ink_tiles(ink)]
    if not tiles:
        return Likeness(0.0, 0.0, 0.0, has_same_shape=True)
    return Likeness(
        ssim=float(ssim[ink].mean()),
        worst_tile_ssim=float(min(s.mean() for s, _ in tiles)),
        worst_tile_chroma=float(max(c.mean() for _, c in tiles)),
        has_same_shape=True,
    )


def _lab(rgb: RgbImage) -> NDArray[np.float32]:
    return np.asarray(cv2.cvtColor(rgb.astype(np.float32) / 255, cv2.COLOR_RGB2LAB), np.float32)


def _ink_tiles(ink: NDArray[np.bool_]) -> list[tuple[slice, slice]]:
    height, width = ink.shape
    cuts = [
        (slice(y, y + TILE_PX), slice(x, x + TILE_PX))
        for y in range(0, height, TILE_PX)
        for x in range(0, width, TILE_PX)
    ]
    return [cut for cut in cuts if ink[cut].mean() >= MIN_TILE_INK]
