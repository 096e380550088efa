"""The rule prior: one role where cues and section agree, none where they do not."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.training.citation_rules import (
    citations_in,
    names_several,
    rule_role,
    sentences_of,
)


@pytest.mark.parametrize(
    ("sentence", "section", "role"),
    [
        ("We adopt the scheme of [3] with default settings.", "Methods", "MethodBasis"),
        ("All runs were done using the public code CODEX [3].", "Methods", "MethodBasis"),
        ("The model has been tuned as described in [3].", "3.2 Training", "MethodBasis"),
        ("Images were downloaded from the archive [3].", "Data", "DataResource"),
        ("The EXTENDED dataset [3] adds lower case letters.", None, "DataResource"),
        ("Our model outperforms the system of [3] on all splits.", "Results", "Baseline"),
        ("The slope is consistent with earlier work [3].", "Discussion", "ResultSupport"),
        ("However, the bound of [3] fails for small samples.", "Introduction", "Critique"),
        ("We extend the theorem of [3] to graphs.", "Introduction", "Extension"),
        ("Such models have attracted much attention [3].", "Introduction", "Background"),
        # Named where others' work is told, a data set may not be used at all.
        ("The updated dataset [3] now includes full text.", "7 Related work", None),
        # A cue that is about something else than the cited work.
        (
            "The caller [3] missed many, while the others were consistent with each other.",
            None,
            None,
        ),
        ("The score [3] is based on runs of words.", None, None),
        (
            "Our data shows that both are exclusive of each other in this very large cohort [3].",
            None,
            None,
        ),
        ("Such motion can be neglected (see [3] for details).", None, None),
        ("We extend the baseline of [3].", None, None),
        ("The sky is blue [3].", "Results", None),
        ("The slope is consistent with earlier work [3].", "Methods", None),
    ],
)
def test_cues_and_section_give_one_role_or_none(
    sentence: str, section: str | None, role: str | None
) -> None:
    assert rule_role(sentence, section, "[3]") == role


@pytest.mark.parametrize(
    ("sentence", "marks"),
    [
        ("as in [12].", ["[12]"]),
        ("as in [1, 2] and [4].", ["[1, 2]", "[4]"]),
        ("by Smith et al. (2010) and (Jones, 2011)", ["Smith et al. (2010)", "(Jones, 2011)"]),
        ("x[i] in (2010)", []),
    ],
)
def test_citation_marks_are_found_as_printed(sentence: str, marks: list[str]) -> None:
    assert sorted(citations_in(sentence)) == sorted(marks)


def test_a_mark_may_name_several_works() -> None:
    assert names_several("[1, 2]")
    assert names_several("[3-5]")
    assert names_several("(Smith, 2010; Jones, 2011)")
    assert not names_several("(Smith and Jones, 2010)")
    assert not names_several("[12]")


def test_abbreviations_do_not_end_a_sentence() -> None:
    text = "As Smith et al. Show in Fig. 2, it works. We agree [1]."
    assert sentences_of(text) == ["As Smith et al. Show in Fig. 2, it works.", "We agree [1]."]
