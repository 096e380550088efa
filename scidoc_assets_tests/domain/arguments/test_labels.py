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


@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        (
            "We reproduce a majority of the findings of [1] and validate them.",
            "We reproduce a majority of the findings of the cited work and validate them.",
        ),
        ("As in (Wu, 2020), loss falls.", "As in the cited work, loss falls."),
        ("Growth stops according to [3], [5].", "Growth stops according to the cited work."),
        ("[7] reports growth in films.", "The cited work reports growth in films."),
        ("Wu et al. [3] report growth in films.", "Wu et al. report growth in films."),
        ("Compared with Wu et al. (2020) it falls.", "Compared with Wu et al. it falls."),
        ("Growth stops [3, 5], [7] and (Wu, 2020).", "Growth stops."),
    ],
)
def test_a_citation_that_its_sentence_needs_leaves_a_word_in_its_place(
    sentence: str, label: str
) -> None:
    assert label_from(sentence) == label


@pytest.mark.parametrize(
    ("clause", "label"),
    [
        ("Expression rises (p = 0.01, Fig. 3C.", "Expression rises."),
        ("Expression rises (by 4 points.", "Expression rises (by 4 points)."),
        ("表达上升（共4点。", "表达上升(共4点)。"),
    ],
)
def test_a_bracket_that_the_end_of_a_clause_left_open_is_closed(clause: str, label: str) -> None:
    assert label_from(clause) == label


def test_it_is_known_that_is_a_frame() -> None:
    assert label_from("It is well known that calcium binds.") == "Calcium binds."
