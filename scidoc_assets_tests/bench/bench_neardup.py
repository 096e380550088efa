"""Near-duplicate search over 1,000,000 hashes, beside the floor of a plain scan.

    .venv/bin/python -m scidoc_assets_tests.bench.bench_neardup [COUNT]

Half of the hashes are random, half copies of others with 0 to 12 flipped bits, in clusters as a
corpus of plots has them. Prints the time, the pairs found, the check of a sample against brute
force, and numpy brute force extrapolated from that sample.
"""

from __future__ import annotations

import resource
import sys
import time

import numpy as np

from scidoc_assets.domain.figures.neardup import iter_near_pairs

MAX_DISTANCE = 8
SAMPLE = 200


def hashes_like_a_corpus(count: int, seed: int = 0) -> np.ndarray:
    """`count` 64-bit hashes; every second one is a copy of a random one with 0-12 bits flipped."""
    rng = np.random.default_rng(seed)
    hashes = rng.integers(0, 2**64, count, dtype=np.uint64)
    copies = count // 2
    made = hashes[rng.integers(0, count - copies, copies)]
    flips = rng.integers(0, 13, copies)
    for turn in range(12):
        bit = np.uint64(1) << rng.integers(0, 64, copies, dtype=np.uint64)
        made = np.where(flips > turn, made ^ bit, made)
    hashes[count - copies :] = made
    return hashes[rng.permutation(count)]


def brute_force(hashes: np.ndarray, places: np.ndarray) -> set[tuple[int, int]]:
    """Pairs (earlier, later) of the sampled later places, by counting bits against all before."""
    pairs = set()
    for later in places.tolist():
        near = np.flatnonzero(np.bitwise_count(hashes[:later] ^ hashes[later]) <= MAX_DISTANCE)
        pairs |= {(earlier, later) for earlier in near.tolist()}
    return pairs


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    hashes = hashes_like_a_corpus(count)
    places = np.sort(np.random.default_rng(1).choice(count, SAMPLE, replace=False))
    start = time.perf_counter()
    wanted = brute_force(hashes, places)
    floor_s = (time.perf_counter() - start) * count / SAMPLE
    start = time.perf_counter()
    found, sampled = 0, set()
    is_sampled = np.isin(np.arange(count), places)
    for pairs in iter_near_pairs(hashes, MAX_DISTANCE):
        found += len(pairs)
        sampled |= {(int(i), int(j)) for i, j in pairs[is_sampled[pairs[:, 1]]]}
    took_s = time.perf_counter() - start
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"hashes {count:,}  distance <= {MAX_DISTANCE}  pairs {found:,}")
    print(
        f"sample of {SAMPLE}: {len(wanted)} pairs by brute force, missed {len(wanted - sampled)}, "
        f"invented {len(sampled - wanted)}"
    )
    print(f"time {took_s:.1f} s  peak memory {peak_mb} MB")
    print(f"floor: numpy brute force {floor_s:.0f} s (extrapolated)  ratio {floor_s / took_s:.1f}x")


if __name__ == "__main__":
    main()
