"""A short worked answer for supervised training, from the construction log alone.

Refuses to invent reasoning where the log holds none: those subtasks get no process text.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scidoc_assets.domain.training.drafts import wording
from scidoc_assets.domain.training.table_claims import Claim
from scidoc_assets.schemas.training import TrainingSample, TrainingSubtask

Slots = Callable[[TrainingSample, Any, Mapping[str, Any]], dict[str, str]]


def process_text(sample: TrainingSample) -> str | None:
    """How the answer follows from what is shown, in the sample's language; None without a log."""
    found = _PROCESSES.get(sample.subtask)
    if found is None:
        return None
    name, slots = found
    answer, log = json.loads(sample.answer_json), json.loads(sample.construction_json)
    filled = slots(sample, answer, log)
    return wording(f"process_{name}", sample.language, filled, random.Random(0))


def _table_logic(sample: TrainingSample, answer: Any, log: Mapping[str, Any]) -> dict[str, str]:
    true, false = (Claim(**log[key]).text(sample.language) for key in ("true_claim", "false_claim"))
    return {"choice": answer["choice"], "true": true, "false": false}


def _merge(sample: TrainingSample, answer: Any, log: Mapping[str, Any]) -> dict[str, str]:
    rows: dict[tuple[str, ...], list[str]] = {}
    for row in answer["rows"]:
        letters = tuple(sorted({letter for found in row["sources"].values() for letter in found}))
        rows.setdefault(letters, []).append(row["row_key"])
    return {
        "shared": _listed(rows.get(("A", "B"), [])),
        "only_a": _listed(rows.get(("A",), [])),
        "only_b": _listed(rows.get(("B",), [])),
        "columns": _listed(answer["columns"]),
    }


def _chart_point(sample: TrainingSample, answer: Any, log: Mapping[str, Any]) -> dict[str, str]:
    return {**{k: str(v) for k, v in answer.items()}, "x_title": log["chart"]["x_title"]}


def _chart_series(sample: TrainingSample, answer: Any, log: Mapping[str, Any]) -> dict[str, str]:
    pairs = zip(answer["x"], answer["values"], strict=True)
    return {
        "series": answer["series"],
        "unit": answer["unit"],
        "x_title": log["chart"]["x_title"],
        "points": _listed([f"{x}: {y}" for x, y in pairs]),
    }


def _chart_error(sample: TrainingSample, answer: Any, log: Mapping[str, Any]) -> dict[str, str]:
    return {
        "entity": answer["entity"],
        "condition": answer["condition"],
        "correct": str(answer["correct_value"]),
        "visual": str(answer["visual_value"]),
        "unit": answer["unit"],
    }


def _datasets(sample: TrainingSample, answer: Any, log: Mapping[str, Any]) -> dict[str, str]:
    return {
        "set_a": _listed(log["set_a"]),
        "set_b": _listed(log["set_b"]),
        "common": _listed(answer["intersection"]),
    }


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "-"


_PROCESSES: dict[TrainingSubtask, tuple[str, Slots]] = {
    "table_logic": ("table_logic", _table_logic),
    "cross_paper_merge": ("merge", _merge),
    "simulated_merge": ("merge", _merge),
    "chart_point": ("chart_point", _chart_point),
    "chart_series": ("chart_series", _chart_series),
    "chart_visual_consistency": ("chart_visual_consistency", _chart_error),
    "dataset_intersection": ("dataset_intersection", _datasets),
}
