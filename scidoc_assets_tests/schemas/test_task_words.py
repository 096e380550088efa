"""A paper's figure numbers become the task's, wherever a text names them."""

from __future__ import annotations

import pytest

from scidoc_assets.schemas.task_words import (
    LabelNames,
    caption_in_task_words,
    chinese_alias,
    in_task_words,
    listed,
)

NAMES = LabelNames(
    {"F:2": "Figure 1", "F:3": "Figure 2", "T:2": "Table 1", "F:ED1": "Figure 3"},
    frozenset({"F:1", "F:2", "F:3", "F:4", "T:1", "T:2", "F:ED1"}),
)


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("In Figure 3, the mounts creep.", "In Figure 2, the mounts creep."),
        ("Fig. 2a shows that it falls.", "Figure 1a shows that it falls."),
        ("as Table 2 shows", "as Table 1 shows"),
        ("The curves of Figures 2 and 3 look alike.",
         "The curves of Figure 1 and Figure 2 look alike."),
        ("In Extended Data Fig. 1, calcium leads.", "In Figure 3, calcium leads."),
        ("film thickness in fig.~3(a) and (b) grows", "film thickness in Figure 2a,b grows"),
        ("Figs. 2–4 agree.", "Figure 1, Figure 2 and the paper's Figure 4 agree."),
        ("如图3a所示，容量下降", "如图2a所示，容量下降"),
        ("图2和图5显示", "图1和原文图5显示"),
        ("Fig. 2 of [12] shows the same.", "Fig. 2 of [12] shows the same."),
        ("4 % of 12 samples in plate 2", "4 % of 12 samples in plate 2"),
    ],
)  # fmt: skip
def test_a_label_is_said_as_the_task_says_it(printed: str, said: str) -> None:
    assert in_task_words(printed, NAMES) == said


def test_an_object_that_the_task_does_not_show_is_named_as_the_papers_own() -> None:
    assert in_task_words("Table 1 lists them.", NAMES) == "The paper's Table 1 lists them."
    assert in_task_words("So does the Table 1 below.", NAMES) == (
        "So does the paper's Table 1 below."
    )


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("FIG. 2. Ratio, as in Fig. 3.", "Figure 1. Ratio, as in Figure 2."),
        ("Fig. 3 | Biofilm A, Flow cell.", "Figure 2 | Biofilm A, Flow cell."),
        ("表2 金属含量", "表1 金属含量"),
        ("Table\u00a01. Runs.", "The paper's Table 1. Runs."),
        ("A caption without label (Figure 2)", "A caption without label (Figure 1)"),
    ],
)
def test_a_caption_begins_with_its_alias(printed: str, said: str) -> None:
    assert caption_in_task_words(printed, NAMES) == said


def test_aliases_have_a_chinese_form_and_other_texts_none() -> None:
    assert chinese_alias("Table 12") == "表12"
    assert listed(["图1", "表1"], chinese=True) == "图1和表1"
    with pytest.raises(ValueError, match="Figure S1"):
        chinese_alias("Figure S1")
