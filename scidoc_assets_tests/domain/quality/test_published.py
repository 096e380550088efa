"""Lines of the published layout: ids, image paths and scores are checked, unknown keys are kept."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from scidoc_assets.domain.quality.published import PublishedFigure


def test_unknown_keys_are_kept():
    line = PublishedFigure.model_validate(
        {"figure_id": "p__fig0001", "paper_id": "p", "domain_l1": "cs"}
    )
    assert line.extra() == {"domain_l1": "cs"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"figure_id": "p-1"}, "pattern"),
        ({"figure_id": "q__fig0001"}, "does not begin with p__"),
        ({"image": "../secret.png"}, "pattern"),
        ({"image": "images/../x.png"}, "pattern"),
        ({"human_visual_clarity": 0.5}, "greater than or equal to 1"),
        ({"annotations": [{"source_name": "a"}, {"source_name": "a"}]}, "rated twice by a"),
        (
            {"annotations": [{"source_name": "a", "misleading_risk": 5.5}]},
            "annotations.0.misleading_risk: must be an integer",
        ),
    ],
)
def test_a_malformed_record_is_refused(change, message):
    record = {"figure_id": "p__fig0001", "paper_id": "p", **change}
    with pytest.raises(ValidationError, match=message):
        PublishedFigure.model_validate(record)


def test_a_model_may_score_in_fractions_beside_people_and_means_are_fractions():
    scores = {"source_type": "model", "source_name": "m", "visual_clarity": 5.5}
    record = {"figure_id": "p__fig0001", "paper_id": "p", "human_visual_clarity": 8.6667}
    line = PublishedFigure.model_validate(record | {"annotations": [scores]})
    assert line.annotations[0].fractions() == []
    assert line.published_means().visual_clarity == 8.6667
