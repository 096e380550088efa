"""Labels lose pointers and frames and keep the paper's words."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.arguments.labels import label_from


@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        ("Thus, we find that the film grows (Fig. 2A).", "The film grows."),
        ("As shown in Figure 3, accuracy rises by 4 points.", "Accuracy rises by 4 points."),
        ("These results show that calcium thickens\nthe film.", "Calcium thickens the film."),
        ("因此，涂层抑制了容量衰减（图3）。", "涂层抑制了容量衰减。"),
        (
            "Calcium binds acidic proteins in films [3, 4].",
            "Calcium binds acidic proteins in films.",
        ),
    ],
)
def test_a_label_stands_without_its_surroundings(sentence: str, label: str) -> None:
    assert label_from(sentence) == label


def test_a_bracket_that_is_no_pointer_stays() -> None:
    assert label_from("The yield (in percent) rises.") == "The yield (in percent) rises."


def test_chinese_labels_lose_line_ends_narrow_marks_and_reporting_frames() -> None:
    assert label_from("以上结果表明,包覆层能够抑制容量衰\n减。") == "包覆层能够抑制容量衰减。"
    assert label_from("这说明包覆层阻止了侵蚀,容量为131 mAh/g,高于前者。") == (
        "包覆层阻止了侵蚀，容量为131 mAh/g，高于前者。"
    )
