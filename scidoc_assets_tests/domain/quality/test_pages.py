"""Pages: one per figure, judged or not; what to look at first."""

from __future__ import annotations

import io

from PIL import Image

from scidoc_assets.domain.quality.pages import pages_to_show, thumbnail, write_pages
from scidoc_assets_tests.domain.quality.rows_by_hand import gold, item, score

ITEMS = [item("a__fig0001"), item("b__fig0001"), item("c__fig0001"), item("d__fig0001")]
SCORES = [
    score("a__fig0001", 6.0),
    score("b__fig0001", 9.0),
    score("c__fig0001", None),
    score("a__fig0001", 7.0, "S1"),
]


def test_every_figure_has_a_page_with_its_runs_and_widest_gap():
    pages = write_pages(ITEMS, [gold("a__fig0001", 5.0), gold("b__fig0001", 5.0)], SCORES)
    facts = [(p.figure_id[0], p.runs, p.failed_runs, p.gap) for p in pages]
    assert facts == [("a", 2, 0, 2.0), ("b", 1, 0, 4.0), ("c", 1, 1, None), ("d", 0, 0, None)]
    assert "| D1 direct | 6 | 6 | 6 | 6 | 6 | 6 |" in pages[0].markdown


def test_failures_come_first_then_wide_gaps_and_unjudged_figures_not_at_all():
    pages = write_pages(ITEMS, [gold("a__fig0001", 5.0), gold("b__fig0001", 5.0)], SCORES)
    assert [p.figure_id[0] for p in pages_to_show(pages, 5)] == ["c", "b", "a"]


def test_a_thumbnail_is_small_and_a_broken_picture_has_none():
    out = io.BytesIO()
    Image.new("RGBA", (2000, 500), (200, 0, 0, 0)).save(out, "PNG")
    small = thumbnail(out.getvalue())
    assert small is not None
    with Image.open(io.BytesIO(small)) as image:
        assert image.size == (360, 90)
        assert image.convert("RGB").getpixel((5, 5)) == (255, 255, 255)
    assert thumbnail(b"\x89PNG\r\n\x1a\nbroken") is None
