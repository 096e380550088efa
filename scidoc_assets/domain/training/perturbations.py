"""A wrong answer for every verifier, near the right one: what the property test must see caught.

Deterministic: the same sample gives the same perturbed answer. Refuses nothing.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import JsonValue

from scidoc_assets.schemas.training import TrainingSample, VerifierName

Perturb = Callable[[Any, Mapping[str, Any]], JsonValue]


def perturb(sample: TrainingSample) -> JsonValue:
    """An answer of the right form that differs from the locked one in one thing."""
    return perturbed(sample.verifier, sample.answer_json, sample.verifier_params_json)


def perturbed(verifier: VerifierName, answer_json: str, params_json: str) -> JsonValue:
    """See `perturb`; works before a sample exists."""
    gold = json.loads(answer_json)
    return _PERTURBATIONS[verifier](copy.deepcopy(gold), json.loads(params_json))


def _label(gold: Any, params: Mapping[str, Any]) -> JsonValue:
    labels = list(params["labels"])
    if isinstance(gold, dict):
        return {name: _label(label, params) for name, label in gold.items()}
    return labels[(labels.index(gold) + 1) % len(labels)]


def _sequence(gold: Any, params: Mapping[str, Any]) -> JsonValue:
    labels = str(gold).split(">")
    labels[0], labels[1] = labels[1], labels[0]
    return ">".join(labels)


def _statement(gold: Any, params: Mapping[str, Any]) -> JsonValue:
    # The false statement itself offered as its own repair.
    return {**gold, "repair": params["false_statement"]}


def _merged_table(gold: Any, params: Mapping[str, Any]) -> JsonValue:
    row = gold["rows"][0]
    column = next(iter(row["values"]))
    row["values"][column] = f"{row['values'][column]}1"
    return gold


def _chart_point(gold: Any, params: Mapping[str, Any]) -> JsonValue:
    gold["value"] += 3 * params["tolerance"]
    return gold


def _chart_series(gold: Any, params: Mapping[str, Any]) -> JsonValue:
    gold["values"][0] += 3 * params["tolerance"]
    return gold


def _chart_error(gold: Any, params: Mapping[str, Any]) -> JsonValue:
    gold["visual_value"] = gold["correct_value"]
    return gold


def _name_set(gold: Any, params: Mapping[str, Any]) -> JsonValue:
    extra = sorted(set(params["names"]) - set(gold["intersection"]))
    if not extra:  # both documents name the same resources: one is left out
        return {"intersection": gold["intersection"][:-1]}
    return {"intersection": [*gold["intersection"], extra[0]]}


def _notations(gold: Any, params: Mapping[str, Any]) -> JsonValue:
    first, second = gold["notations"][:2]
    first["definition"], second["definition"] = second["definition"], first["definition"]
    return gold


def _occurrences(gold: Any, params: Mapping[str, Any]) -> JsonValue:
    first, second = gold["occurrences"][:2]
    first["definition"], second["definition"] = second["definition"], first["definition"]
    return gold


_PERTURBATIONS: dict[VerifierName, Perturb] = {
    "label": _label,
    "sequence": _sequence,
    "statement_repair": _statement,
    "merged_table": _merged_table,
    "chart_point": _chart_point,
    "chart_series": _chart_series,
    "chart_error": _chart_error,
    "name_set": _name_set,
    "notations": _notations,
    "occurrences": _occurrences,
}
