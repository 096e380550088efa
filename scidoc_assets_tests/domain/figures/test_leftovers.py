"""Tests of drawings without caption."""

from __future__ import annotations

from scidoc_assets.domain.figures.graphics import page_graphics
from scidoc_assets.domain.figures.leftovers import is_table, uncaptioned_boxes
from scidoc_assets_tests.painted import line, page, prose, text_of


def _boxes(content, taken=()):
    pages, _ = text_of(content)
    return uncaptioned_boxes(pages[0], page_graphics(content), list(taken))


def test_a_picture_without_caption_is_kept() -> None:
    """B01."""
    content = page(prose(72, 500, 528, 8), images=[(100, 100, 400, 300)])
    assert _boxes(content) == [((100, 100, 400, 300), "raster")]


def test_what_a_caption_took_is_not_kept_twice() -> None:
    content = page(images=[(100, 100, 400, 300)])
    assert _boxes(content, taken=[(98, 98, 402, 302)]) == []


def test_small_marginal_and_framing_drawings_are_no_figures() -> None:
    content = page(
        prose(80, 420, 520, 5),
        boxes=[(70, 405, 530, 490)],
        images=[(100, 100, 130, 130), (100, 5, 400, 50)],
    )
    assert _boxes(content) == []


def test_an_uncaptioned_grid_of_cells_is_a_table() -> None:
    cells = [line(f"cell {r}{c}", 110 + 90 * c, 120 + 14 * r) for r in range(5) for c in range(3)]
    pages, _ = text_of(page([*prose(72, 400, 528, 8), *cells]))
    assert is_table((100, 105, 380, 185), pages[0])
    assert not is_table((100, 390, 500, 500), pages[0])


def test_shaded_words_in_running_text_are_no_figure() -> None:
    assert _boxes(page(prose(72, 100, 528, 8), boxes=[(200, 94, 300, 140)])) == []


def _listing(top: float, count: int, pitch: float = 12.0):
    texts = ["for (i in 1:9) {", "  print(i)", "}"]
    return [line(texts[k % 3], 110, top + pitch * k, font="Mono") for k in range(count)]


def test_a_box_that_a_listing_fills_is_no_figure() -> None:
    content = page([*prose(72, 400, 528, 8), *_listing(118, 6)], boxes=[(100, 105, 400, 185)])
    assert _boxes(content) == []


def test_a_framed_plot_with_some_words_in_it_is_kept() -> None:
    content = page([*prose(72, 500, 528, 8), *_listing(118, 2)], boxes=[(100, 105, 400, 300)])
    assert [box for box, _ in _boxes(content)] == [(100, 105, 400, 300)]
