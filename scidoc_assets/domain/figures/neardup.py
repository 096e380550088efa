"""Near-duplicate figures: which hashes are close, and whether the pictures are the same.

Two tests, both needed (spec documents.md, bug-log B14): a perceptual hash within a Hamming
distance, found exactly for any number of hashes, and a comparison of aligned content in grey and
colour. Hashes of pictures with next to no structure are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

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
# Fewer hashes than this are scanned: faster than filling hash tables.
MIN_TABLE_SIZE = 20_000
# Beyond this distance the blocks are too short to tell hashes apart: scanned too.
MAX_TABLE_DISTANCE = 12
CHUNK = 100_000

# Pictures are compared at the size of the smaller one, up to this long side: enlarging invents
# differences, and at less than about 1,000 px one other digit in a table drowns.
COMPARE_SIDE_PX = 1024
TILE_PX = 16
MAX_ASPECT_CHANGE = 1.12
# Below this share of ink a tile says nothing; above, it may not disagree. Measured on 20 real
# figures: nearly all copies (JPEG quality 30-60, a third to 1.5 times the size, 1-2 % cut off)
# keep every tile at SSIM >= 0.5 and chroma <= 20 (subsampled JPEG); one other digit gives SSIM
# 0.08, tables of one form with other numbers -0.23, other data below 0; another line colour
# chroma 68-150.
MIN_TILE_INK = 0.08
MIN_TILE_SSIM = 0.45
MAX_TILE_CHROMA = 24.0
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
    """Every pair i < j with Hamming distance <= `max_distance`, once each, as (n, 2) arrays.

    Exact. The 64 bits are cut into max_distance + 2 blocks; so many differing bits leave at least
    two blocks alike (pigeonhole), and there is one hash table for every two blocks. A pair that
    is alike in more blocks is reported by the table of its first two only. Equal hashes are pairs
    too. No order is promised; memory holds one table and the pairs of one chunk.
    """
    codes = np.ascontiguousarray(hashes, dtype="<u8")
    if len(codes) < max(2, MIN_TABLE_SIZE) or max_distance > MAX_TABLE_DISTANCE:
        index = faiss.IndexBinaryFlat(HASH_BITS)
        yield from _found(index, codes, max_distance, chunk)
        return
    count = max(2, max_distance) + 2
    edges = np.linspace(0, HASH_BITS, count + 1).round().astype(int)
    masks = [_bits(int(a), int(b)) for a, b in pairwise(edges)]
    for first, second in combinations(range(count), 2):
        others = [k for k in range(count) if k not in (first, second)]
        order = [first, second, *others]
        key_bits = int(sum(edges[k + 1] - edges[k] for k in (first, second)))
        table = faiss.IndexBinaryHash(HASH_BITS, key_bits)
        for pairs in _found(table, _permuted(codes, edges, order), max_distance, chunk):
            differing = codes[pairs[:, 0]] ^ codes[pairs[:, 1]]
            earlier = [masks[k] for k in range(second) if k != first]
            is_first = np.ones(len(pairs), dtype=bool)
            for mask in earlier:
                is_first &= (differing & mask) != 0
            yield pairs[is_first]


def _bits(start: int, end: int) -> np.uint64:
    return np.uint64((1 << end) - (1 << start))


def _permuted(
    codes: NDArray[np.uint64], edges: NDArray[np.int_], order: Sequence[int]
) -> NDArray[np.uint64]:
    """Codes with their blocks in another order: the first are what a table looks up."""
    moved = np.zeros_like(codes)
    place = 0
    for k in order:
        block = (codes & _bits(int(edges[k]), int(edges[k + 1]))) >> np.uint64(edges[k])
        moved |= block << np.uint64(place)
        place += int(edges[k + 1] - edges[k])
    return moved


def _found(
    index: faiss.IndexBinary, codes: NDArray[np.uint64], max_distance: int, chunk: int
) -> Iterator[NDArray[np.int64]]:
    rows = codes.view(np.uint8).reshape(len(codes), HASH_BITS // 8)
    index.add(rows)
    for start in range(0, len(rows), chunk):
        # faiss takes an exclusive radius.
        limits, _, found = index.range_search(rows[start : start + chunk], max_distance + 1)
        later = np.repeat(np.arange(start, start + len(limits) - 1), np.diff(limits.astype(int)))
        pairs = np.stack([found.astype(np.int64), later], axis=1)
        yield pairs[pairs[:, 0] < pairs[:, 1]]


def near_pairs(hashes: NDArray[np.uint64], max_distance: int) -> NDArray[np.int64]:
    """All pairs of `iter_near_pairs` in one (n, 2) array, sorted by the later, then the earlier."""
    found = [np.empty((0, 2), dtype=np.int64), *iter_near_pairs(hashes, max_distance)]
    pairs = np.concatenate(found)
    return pairs[np.lexsort((pairs[:, 0], pairs[:, 1]))]


@dataclass(frozen=True)
class Likeness:
    """How alike two aligned pictures are, over their ink.

    `ssim`: mean structural similarity of the luminance; `worst_tile_ssim`, `worst_tile_chroma`:
    the most different 16 px tile (CIELAB a, b distance), so that one other curve among equal axes
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
    scale = min(COMPARE_SIDE_PX, max(a.shape[:2]), max(b.shape[:2])) / max(a.shape[:2])
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
