"""Bug log B32: a blank picture scores 0 in every mode, and colours under equal alpha count."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from scidoc_assets.domain.workflow.pictures import (
    ImageParams,
    flatten_rgb,
    grade_picture,
    mean_square_error,
)

SIZE = (200, 150)


def _plot(colour: str, mode: str = "RGB", shift: int = 0) -> Image.Image:
    background = (255, 255, 255, 255) if mode == "RGBA" else "white"
    image = Image.new(mode, SIZE, background)
    draw = ImageDraw.Draw(image)
    draw.line([(20, 130), (180, 130)], fill="black", width=2)
    draw.line([(20, 20), (20, 130)], fill="black", width=2)
    draw.line([(20, 120 + shift), (90, 60 + shift), (180, 30 + shift)], fill=colour, width=3)
    return image


def _score(candidate: Image.Image, reference: Image.Image) -> float | None:
    return grade_picture(flatten_rgb(candidate), flatten_rgb(reference), ImageParams()).score


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "P", "LA"])
def test_a_blank_picture_scores_0_in_every_mode(mode: str) -> None:
    blank = Image.new("RGBA", SIZE, (255, 255, 255, 255)).convert(mode)
    verdict = grade_picture(flatten_rgb(blank), flatten_rgb(_plot("red")), ImageParams())
    assert (verdict.score, verdict.cause) == (0.0, "blank_image")


def test_a_fully_transparent_picture_is_blank() -> None:
    assert _score(Image.new("RGBA", SIZE, (200, 0, 0, 0)), _plot("red")) == 0.0


def test_colours_count_although_alpha_is_equal() -> None:
    same = _score(_plot("red", "RGBA"), _plot("red", "RGBA"))
    other = _score(_plot("blue", "RGBA"), _plot("red", "RGBA"))
    assert same == 1.0
    assert other is not None
    assert other < 0.9


def test_a_closer_picture_scores_higher_and_only_the_same_one_scores_1() -> None:
    reference = _plot("red")
    scores = [_score(_plot("red", shift=s), reference) for s in (0, 1, 6, 20)]
    assert scores[0] == 1.0
    assert all(s is not None for s in scores)
    assert scores == sorted(scores, reverse=True)  # pyright: ignore
    assert len(set(scores)) == len(scores)


def test_axes_alone_earn_less_than_the_line() -> None:
    axes = _score(_plot("white"), _plot("red"))
    near = _score(_plot("red", shift=1), _plot("red"))
    assert axes is not None
    assert near is not None
    assert axes < near


def test_a_picture_of_another_shape_is_refused_and_of_another_size_is_scaled() -> None:
    reference = _plot("red")
    assert _score(reference.resize((400, 100)), reference) == 0.0
    larger = _score(reference.resize((400, 300), Image.Resampling.LANCZOS), reference)
    assert larger is not None
    assert larger > 0.8


def test_noise_does_not_beat_a_blank_page() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (150, 200, 3), dtype=np.uint8)
    assert grade_picture(noise, flatten_rgb(_plot("red")), ImageParams()).score == 0.0


def test_a_blank_reference_and_unequal_shapes_are_errors() -> None:
    white = np.full((20, 20, 3), 255, np.uint8)
    with pytest.raises(ValueError, match="blank"):
        grade_picture(white, white, ImageParams())
    with pytest.raises(ValueError, match="shape"):
        mean_square_error(white, white[:10])
