from __future__ import annotations

from scidoc_assets.domain.labels.labelled_pairs import LABELLED_PAIRS


def test_pairs_are_complete_and_given_once() -> None:
    assert len({(s, a) for s, a, _, _ in LABELLED_PAIRS}) == len(LABELLED_PAIRS)
    assert all(s.endswith(".") and a.endswith(".") and kind for s, a, _, kind in LABELLED_PAIRS)


def test_faults_are_not_covered_and_paraphrases_are() -> None:
    assert {covered for *_, covered, kind in LABELLED_PAIRS if kind.startswith("para")} == {True}
    assert {covered for *_, covered, kind in LABELLED_PAIRS if not kind.startswith("para")} == {
        False
    }
