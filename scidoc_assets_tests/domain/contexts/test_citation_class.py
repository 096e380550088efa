"""Classes of what is said about a figure."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.contexts.citation_class import WEIGHTS, classify


@pytest.mark.parametrize(
    ("said", "following", "expected"),
    [
        ("(see  ).", "", "bare_pointer"),
        ("Results are shown in  .", "", "bare_pointer"),
        ("Details can be found in  and  .", "", "bare_pointer"),
        ("  contains the attention weights of every token of the encoder.", "", "specific_claim"),
        ("Model A outperforms model B on all four data sets ( ).", "", "comparison_or_trend"),
        (
            "The loss falls steadily with the number of training steps ( ).",
            "",
            "comparison_or_trend",
        ),
        ("Results are shown in  .", "A is better than B.", "comparison_or_trend"),
        ("The distribution is given in  .", "80.0M have no abstract.", "specific_claim"),
        ("Results are shown in  .", "We thank our colleagues.", "bare_pointer"),
        ("如  所示。", "", "bare_pointer"),
        ("如  所示, 任务价格随会员密度的增加而明显降低。", "", "comparison_or_trend"),
    ],
)
def test_pointers_claims_and_comparisons_are_told_apart(said, following, expected):
    assert classify(said, following) == expected


def test_a_bare_pointer_weighs_least_and_more_than_nothing():
    assert 0 < WEIGHTS["bare_pointer"] < WEIGHTS["specific_claim"] < WEIGHTS["comparison_or_trend"]
