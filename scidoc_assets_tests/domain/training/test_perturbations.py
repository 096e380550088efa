"""A perturbed answer has the right form and differs from the locked one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scidoc_assets.domain.training.perturbations import perturbed
from scidoc_assets.schemas.training import VerifierName

CASES: list[tuple[VerifierName, Any, dict[str, Any]]] = [
    ("label", "A", {"labels": ["A", "B"]}),
    ("label", {"role": "B"}, {"labels": ["A", "B"]}),
    ("sequence", "A>B>C", {}),
    ("name_set", {"intersection": []}, {"names": ["x"], "aliases": {}}),
    ("name_set", {"intersection": ["x"]}, {"names": ["x"], "aliases": {}}),
]


@pytest.mark.parametrize(("verifier", "gold", "params"), CASES)
def test_it_differs_and_leaves_the_locked_answer_alone(
    verifier: VerifierName, gold: Any, params: dict[str, Any]
) -> None:
    text = json.dumps(gold)
    wrong = perturbed(verifier, text, json.dumps(params))
    assert type(wrong) is type(gold)
    assert wrong != gold
    assert json.dumps(gold) == text
