"""The verifiers: the reward of an answer against the locked one, in [0, 1].

One pure function per verifier name. Refuses reward for unreadable answers (0) and full reward for
anything but the locked answer; none of them ever raises on an answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import JsonValue

from scidoc_assets.domain.training.answer_reading import (
    folded,
    read_number,
    read_object,
    read_short,
)
from scidoc_assets.domain.training.record_verifiers import (
    merged_table_reward,
    notations_reward,
    occurrences_reward,
)
from scidoc_assets.schemas.training import TrainingSample, VerifierName

Reward = Callable[[JsonValue, Any, Mapping[str, Any]], float]
# Partial rewards stay below: 1 is for the locked answer alone.
NEARLY = 0.99


def verify(sample: TrainingSample, answer: JsonValue) -> float:
    """Reward of an answer (response text or JSON value) to a sample, in [0, 1]."""
    reward = VERIFIERS[sample.verifier]
    gold = json.loads(sample.answer_json)
    return reward(answer, gold, json.loads(sample.verifier_params_json))


def label_reward(answer: JsonValue, gold: Any, params: Mapping[str, Any]) -> float:
    """1 for the label (any case), else 0."""
    label = read_short(answer)
    return float(label is not None and folded(label) == folded(read_short(gold)))


def sequence_reward(answer: JsonValue, gold: Any, params: Mapping[str, Any]) -> float:
    """1 for the order; else the share of pairs in right order, if every label is there once."""
    text = read_short(answer)
    if text is None:
        return 0.0
    for arrow in ("->", "→", "＞", ",", "，"):
        text = text.replace(arrow, ">")
    given = [part.strip().upper() for part in text.split(">") if part.strip()]
    wanted = str(gold).split(">")
    if given == wanted:
        return 1.0
    if sorted(given) != sorted(wanted):
        return 0.0
    place = {label: index for index, label in enumerate(given)}
    pairs = [(a, b) for i, a in enumerate(wanted) for b in wanted[i + 1 :]]
    right = sum(place[a] < place[b] for a, b in pairs)
    # Chance gives half of the pairs: only what is above counts.
    return NEARLY * max(0.0, 2.0 * right / len(pairs) - 1.0)


def statement_repair_reward(answer: JsonValue, gold: Any, params: Mapping[str, Any]) -> float:
    """Half for the letter; the other half, with it, for a repair word by word: the locked one, or
    another true statement that changes as little (`repairs`)."""
    given = read_object(answer)
    if given is None or folded(given.get("choice")) != folded(gold["choice"]):
        return 0.0
    repair = _sentence(given.get("repair", ""))
    known = [gold["repair"], *params.get("repairs", [])]
    return 1.0 if repair in {_sentence(text) for text in known} else 0.5


def _sentence(text: JsonValue) -> str:
    return folded(text).rstrip(".。")


def chart_point_reward(answer: JsonValue, gold: Any, params: Mapping[str, Any]) -> float:
    """0 for another point; else 0.8 for a value within tolerance and 0.2 for the unit."""
    given = read_object(answer)
    if given is None or any(folded(given.get(k)) != folded(gold[k]) for k in ("series", "x")):
        return 0.0
    value = _is_near(given.get("value"), gold["value"], params["tolerance"])
    return 0.8 * value + 0.2 * (value and folded(given.get("unit")) == folded(gold["unit"]))


def chart_series_reward(answer: JsonValue, gold: Any, params: Mapping[str, Any]) -> float:
    """Share of values within tolerance at their x; 0 for another series, less for another unit."""
    given = read_object(answer)
    if given is None or folded(given.get("series")) != folded(gold["series"]):
        return 0.0
    names, values = given.get("x"), given.get("values")
    if not isinstance(names, list) or not isinstance(values, list) or len(names) != len(values):
        return 0.0
    by_x = {folded(x): value for x, value in zip(names, values, strict=True)}
    pairs = zip(gold["x"], gold["values"], strict=True)
    right = sum(_is_near(by_x.get(folded(x)), y, params["tolerance"]) for x, y in pairs)
    share = right / max(len(gold["x"]), len(names))
    is_exact = share == 1.0 and [folded(x) for x in names] == [folded(x) for x in gold["x"]]
    is_unit = folded(given.get("unit")) == folded(gold["unit"])
    return 1.0 if is_exact and is_unit else 0.9 * share


def chart_error_reward(answer: JsonValue, gold: Any, params: Mapping[str, Any]) -> float:
    """Half for naming the mark; with it, a quarter each for the stated and the drawn value.

    The unit only matters for the last hundredth.
    """
    given = read_object(answer)
    if given is None:
        return 0.0
    if any(folded(given.get(k)) != folded(gold[k]) for k in ("entity", "condition")):
        return 0.0
    stated = read_number(given.get("correct_value")) == gold["correct_value"]
    drawn = _is_near(given.get("visual_value"), gold["visual_value"], params["tolerance"])
    score = 0.5 + 0.25 * stated + 0.25 * drawn
    is_unit = folded(given.get("unit")) == folded(gold["unit"])
    return score if is_unit or score < 1.0 else NEARLY


def name_set_reward(answer: JsonValue, gold: Any, params: Mapping[str, Any]) -> float:
    """F1 of canonical names; aliases of the map count as their name, extras cost."""
    given = read_object(answer)
    names = given.get("intersection") if given is not None else None
    if not isinstance(names, list):
        return 0.0
    aliases = {folded(k): folded(v) for k, v in params["aliases"].items()}
    left = [aliases.get(folded(n), folded(n)) for n in names]
    right = {folded(n) for n in gold["intersection"]}
    if not left and not right:
        return 1.0
    hits = len(set(left) & right)
    return 2.0 * hits / (len(left) + len(right)) if len(left) + len(right) else 0.0


def _is_near(value: JsonValue, gold: float, tolerance: float) -> bool:
    number = read_number(value)
    # The margin keeps a value exactly at the tolerance on the right side of float noise.
    return number is not None and abs(number - gold) <= tolerance * (1 + 1e-9)


VERIFIERS: dict[VerifierName, Reward] = {
    "label": label_reward,
    "sequence": sequence_reward,
    "statement_repair": statement_repair_reward,
    "merged_table": merged_table_reward,
    "chart_point": chart_point_reward,
    "chart_series": chart_series_reward,
    "chart_error": chart_error_reward,
    "name_set": name_set_reward,
    "notations": notations_reward,
    "occurrences": occurrences_reward,
}
