"""Features of an imported picture equal those that S4 measures on the same crop."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.figures.features import s4_mark
from scidoc_assets.domain.figures.picture_features import measure_picture, with_caption
from scidoc_assets.domain.figures.pixels import CropDecodeError
from scidoc_assets_tests.domain.figures.examples import line_plot, noise, png, region, s3_row

LINES = [region("accuracy", 100, 50), region("0.50", 20, 90), region("epoch", 300, 280)]
CAPTION = "Figure 1: Accuracy at 0.5 per epoch"


@pytest.mark.parametrize("regions", [LINES, [], None])
def test_an_imported_picture_has_the_features_of_the_same_crop(regions) -> None:
    data = png(line_plot())
    marked = s4_mark(s3_row(caption=CAPTION), data, regions, "fake 1")
    facts = measure_picture(data, regions, "fake 1")
    features = with_caption(facts.features, CAPTION)
    for name in type(features).model_fields:
        if name not in ("panel_labels", "ocr_engine"):
            assert getattr(features, name) == getattr(marked, name), name
    assert facts.figure_type == marked.figure_type
    assert features.ocr_engine == (None if regions is None else "fake 1")


def test_panel_letters_count_from_two_on() -> None:
    data = png(noise(1))
    alone = measure_picture(data, [region("(a)", 0, 0)], "fake 1").features
    two = measure_picture(data, [region("(b)", 9, 0), region("a", 0, 0)], "fake 1").features
    assert (alone.panel_labels, two.panel_labels) == ([], ["a", "b"])


def test_an_unreadable_picture_is_refused() -> None:
    with pytest.raises(CropDecodeError):
        measure_picture(b"\x89PNG\r\n\x1a\nbroken", None, None)
