"""Close hashes are all found, and only copies of a picture pass the second test."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PIL import Image

from scidoc_assets.domain.figures import neardup
from scidoc_assets.domain.figures.neardup import (
    compare_pictures,
    hash_information,
    hash_value,
    iter_near_pairs,
    near_pairs,
    perceptual_hash,
)
from scidoc_assets.domain.figures.pixels import decode_crop
from scidoc_assets_tests.domain.figures.examples import line_plot, noise, png, solid

MIN_SSIM = 0.95
MAX_DISTANCE = 8


def distance(first: Image.Image, second: Image.Image) -> int:
    a, b = (hash_value(perceptual_hash(np.asarray(image))) for image in (first, second))
    return (a ^ b).bit_count()


def is_same(first: Image.Image, second: Image.Image) -> bool:
    return compare_pictures(np.asarray(first), np.asarray(second)).is_same_picture(MIN_SSIM)


def brute_force(hashes: np.ndarray, limit: int) -> set[tuple[int, int]]:
    bits = np.bitwise_count(hashes[:, None] ^ hashes[None, :])
    return {(int(i), int(j)) for i, j in zip(*np.nonzero(bits <= limit), strict=True) if i < j}


def clustered_hashes(count: int, seed: int) -> np.ndarray:
    """Random hashes of which half are copies of others with 0 to 10 bits flipped."""
    rng = np.random.default_rng(seed)
    hashes = rng.integers(0, 2**64, count, dtype=np.uint64)
    for place in range(count // 2, count):
        flips = rng.choice(64, rng.integers(0, 11), replace=False).astype(np.uint64)
        mask = np.bitwise_or.reduce(np.uint64(1) << flips, initial=np.uint64(0))
        hashes[place] = hashes[rng.integers(0, count // 2)] ^ mask
    return hashes


def as_pairs(found: np.ndarray) -> set[tuple[int, int]]:
    return {(int(i), int(j)) for i, j in found}


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 8, 12, 13])
def test_the_hash_tables_find_every_pair_that_brute_force_finds(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neardup, "MIN_TABLE_SIZE", 0)
    hashes = clustered_hashes(1500, seed=limit)
    assert as_pairs(near_pairs(hashes, limit)) == brute_force(hashes, limit)


def test_eight_flips_in_eight_blocks_are_found_whichever_two_blocks_stay_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The tightest case of the pigeonhole argument: ten blocks, one flip in each but two."""
    monkeypatch.setattr(neardup, "MIN_TABLE_SIZE", 0)
    starts = np.linspace(0, 64, 11).round().astype(int)[:10].tolist()
    for alike in combinations(range(10), 2):
        mask = sum(1 << start for block, start in enumerate(starts) if block not in alike)
        pair = np.array([0, mask], dtype=np.uint64)
        assert near_pairs(pair, MAX_DISTANCE).tolist() == [[0, 1]], alike


def test_the_tables_report_each_pair_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neardup, "MIN_TABLE_SIZE", 0)
    same = np.zeros(4, dtype=np.uint64)
    pairs = near_pairs(same, MAX_DISTANCE)
    assert pairs.tolist() == [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]]


def test_small_and_large_sets_are_searched_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = clustered_hashes(800, seed=7)
    flat = near_pairs(hashes, MAX_DISTANCE)
    monkeypatch.setattr(neardup, "MIN_TABLE_SIZE", 0)
    assert np.array_equal(near_pairs(hashes, MAX_DISTANCE), flat)


def test_chunks_give_the_same_pairs() -> None:
    hashes = clustered_hashes(500, seed=3)
    chunked = np.concatenate(list(iter_near_pairs(hashes, MAX_DISTANCE, chunk=64)))
    assert as_pairs(chunked) == brute_force(hashes, MAX_DISTANCE)


def test_no_hash_and_one_hash_have_no_pairs() -> None:
    assert near_pairs(np.array([], dtype=np.uint64), 8).shape == (0, 2)
    assert near_pairs(np.array([5], dtype=np.uint64), 8).shape == (0, 2)


def test_equal_hashes_are_pairs_and_hash_text_is_read_back() -> None:
    same = hash_value(perceptual_hash(np.asarray(noise(4))))
    assert as_pairs(near_pairs(np.array([same, same], dtype=np.uint64), 0)) == {(0, 1)}
    with pytest.raises(ValueError, match="16 hex digits"):
        hash_value("abc")


def test_blank_and_one_coloured_pictures_hold_no_information() -> None:
    assert hash_information(np.asarray(solid("white"))) == 0.0
    assert hash_information(np.asarray(solid("blue"))) == 0.0
    assert hash_information(np.asarray(line_plot())) > 0.02


def test_the_same_plot_in_blue_and_in_red_is_close_by_hash_but_no_duplicate() -> None:
    blue, red = line_plot(colour="blue"), line_plot(colour="red")
    assert distance(blue, red) <= MAX_DISTANCE
    assert not is_same(blue, red)


def test_equal_axes_around_other_data_are_no_duplicate() -> None:
    assert not is_same(line_plot(seed=1), line_plot(seed=2))


def test_one_other_axis_label_is_no_duplicate() -> None:
    first, second = line_plot(xlabel="epoch"), line_plot(xlabel="step")
    assert distance(first, second) <= MAX_DISTANCE
    assert not is_same(first, second)


def test_one_other_digit_is_no_duplicate() -> None:
    first, second = line_plot(xlabel="epoch of 10"), line_plot(xlabel="epoch of 16")
    assert distance(first, second) <= MAX_DISTANCE
    assert not is_same(first, second)


@pytest.mark.parametrize("picture", [line_plot(), noise(5)], ids=["plot", "blocks"])
def test_reencoded_rescaled_and_slightly_cropped_copies_are_duplicates(
    picture: Image.Image,
) -> None:
    width, height = picture.size
    jpeg = Image.fromarray(decode_crop(png(picture, format="JPEG", quality=60)))
    half = picture.resize((width // 2, height // 2), Image.Resampling.LANCZOS)
    larger = picture.resize((width * 3 // 2, height * 3 // 2), Image.Resampling.BICUBIC)
    cut = picture.crop((width // 100, height // 100, width, height))
    for copy in (picture, jpeg, half, larger, cut):
        assert distance(picture, copy) <= MAX_DISTANCE
        assert is_same(picture, copy)


def test_other_proportions_are_another_picture() -> None:
    wide = noise(6).resize((800, 300))
    assert not compare_pictures(np.asarray(noise(6)), np.asarray(wide)).has_same_shape


def test_two_blank_pictures_are_not_called_the_same() -> None:
    assert not is_same(solid("white"), solid("blue"))
