"""Intersections are exact over canonical names, and passages name their set and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from scidoc_assets.domain.training.dataset_lexicon import LEXICON, _pattern, mentions
from scidoc_assets.domain.training.dataset_tasks import intersection_drafts, synthetic_intersection
from scidoc_assets.domain.training.layout_sources import LayoutView
from scidoc_assets_tests.domain.training.conftest import make_layout


def test_the_answer_is_the_intersection_of_what_the_passages_mention() -> None:
    sizes = set()
    for index in range(60):
        draft = synthetic_intersection(index, 0)
        answer: Any = draft.answer
        left, right = (mentions(item.text or "") for item in draft.inputs)
        assert answer["intersection"] == sorted(left & right)
        assert draft.rejection is None
        sizes.add(len(answer["intersection"]))
    assert sizes == {0, 1, 2, 3}


def test_real_papers_are_paired_by_their_mentions() -> None:
    views = [LayoutView(make_layout(name)) for name in ("paper-a", "paper-b")]
    (draft,) = intersection_drafts(views, 5, 0)
    assert draft.answer == {"intersection": ["CIFAR-10", "LibriSpeech"]}
    assert draft.construction["block_ids"] == ["paper-a-b4", "paper-b-b4"]
    assert not draft.is_synthetic


def test_a_passage_whose_wording_names_another_resource_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(LEXICON, "Held-Out", ("usual splits", "held-out tests", "final evaluation"))
    _pattern.cache_clear()
    try:
        english = (synthetic_intersection(index, 0) for index in range(60))
        refused = [d for d in english if d.language == "en" and "Held-Out" not in d.params["names"]]
        assert refused
        for draft in refused:
            assert draft.rejection is not None
            assert (draft.rejection.reason, draft.rejection.detail) == (
                "name_unresolved",
                "['Held-Out']",
            )
    finally:
        monkeypatch.undo()
        _pattern.cache_clear()
