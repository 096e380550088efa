"""Synthetic pictures: micrographs, gels, interference rings, drops, as arrays.

Holds numpy textures from a seed. Refuses files, plots and any stored image.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.ndimage import gaussian_filter

SIDE_PX = 320


def texture(name: str, seed: int, density: float) -> np.ndarray:
    """A square grey picture of `SIDE_PX`, float32 in [0, 1].

    `name` is cells, grains, gel, rings or drop; `density` scales how many objects it shows.
    """
    return _TEXTURES[name](np.random.default_rng(seed), density).astype(np.float32)


def _grid() -> tuple[np.ndarray, np.ndarray]:
    y, x = np.mgrid[0:SIDE_PX, 0:SIDE_PX]
    return x, y


def _cells(rng: np.random.Generator, density: float) -> np.ndarray:
    """Bright rounded cells with darker nuclei on a dim background."""
    x, y = _grid()
    picture = np.full((SIDE_PX, SIDE_PX), 0.12)
    for _ in range(round(42 * density)):
        cx, cy = rng.uniform(0, SIDE_PX, 2)
        major, minor, angle = rng.uniform(13, 22), rng.uniform(8, 12), rng.uniform(0, np.pi)
        u = (x - cx) * np.cos(angle) + (y - cy) * np.sin(angle)
        v = (y - cy) * np.cos(angle) - (x - cx) * np.sin(angle)
        radius = np.sqrt((u / major) ** 2 + (v / minor) ** 2)
        picture = np.maximum(picture, np.where(radius < 1, 0.45 + 0.35 * radius, 0))
        picture = np.where(radius < 0.35, 0.25, picture)
    return _grainy(gaussian_filter(picture, 1.2), rng, 0.03)


def _grains(rng: np.random.Generator, density: float) -> np.ndarray:
    """Polycrystal: nearest-seed regions of differing grey with dark boundaries."""
    x, y = _grid()
    seeds = rng.uniform(0, SIDE_PX, (round(40 * density), 2))
    distance = np.sqrt((x[..., None] - seeds[:, 0]) ** 2 + (y[..., None] - seeds[:, 1]) ** 2)
    order = np.sort(distance, axis=-1)
    shade = rng.uniform(0.4, 0.9, len(seeds))[np.argmin(distance, axis=-1)]
    return _grainy(np.where(order[..., 1] - order[..., 0] < 3, 0.1, shade), rng, 0.03)


def _gel(rng: np.random.Generator, density: float) -> np.ndarray:
    """Dark bands in six lanes on a bright gel."""
    x, y = _grid()
    picture = np.full((SIDE_PX, SIDE_PX), 0.86)
    for lane in range(6):
        centre = (lane + 0.5) * SIDE_PX / 6
        for _ in range(round(3 * density)):
            height, strength = rng.uniform(30, SIDE_PX - 30), rng.uniform(0.3, 0.7)
            across = np.exp(-(((x - centre) / 17) ** 6))
            picture -= strength * across * np.exp(-(((y - height) / 5) ** 2))
    return _grainy(picture, rng, 0.02)


def _rings(rng: np.random.Generator, density: float) -> np.ndarray:
    """Interference rings around a centre off the middle, brighter on one side."""
    x, y = _grid()
    cx, cy = SIDE_PX / 2 + rng.uniform(35, 60, 2) * rng.choice([-1, 1], 2)
    squared = ((x - cx) ** 2 + (y - cy) ** 2) / SIDE_PX**2
    light = 0.35 + 0.6 * (x + 0.4 * y) / (1.4 * SIDE_PX)
    return _grainy(light * (0.55 + 0.45 * np.cos(2 * np.pi * 7 * density * squared)), rng, 0.03)


def _drop(rng: np.random.Generator, density: float) -> np.ndarray:
    """Shadow of a flattened drop above a dark plate; `density` is its width to height ratio."""
    x, y = _grid()
    half_height = 70 / np.sqrt(density)
    half_width = half_height * density
    base = SIDE_PX * 0.78
    body = ((x - SIDE_PX / 2) / half_width) ** 2 + ((y - base + half_height) / half_height) ** 2 < 1
    glare = np.hypot(x - SIDE_PX / 2, y - base + half_height) < 9
    picture = np.where(body & ~glare, 0.1, 0.85 - 0.15 * y / SIDE_PX)
    return _grainy(gaussian_filter(np.where(y > base, 0.25, picture), 1.0), rng, 0.02)


def _grainy(picture: np.ndarray, rng: np.random.Generator, noise: float) -> np.ndarray:
    """Camera noise; a physical picture saturates at black and white."""
    return np.clip(picture + rng.normal(0, noise, picture.shape), 0.0, 1.0)


_TEXTURES: dict[str, Callable[[np.random.Generator, float], np.ndarray]] = {
    "cells": _cells,
    "grains": _grains,
    "gel": _gel,
    "rings": _rings,
    "drop": _drop,
}
