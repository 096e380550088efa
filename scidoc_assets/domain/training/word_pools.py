"""Words for synthetic tables, charts and papers: subjects, entities, measures with unit and sense.

Invented names only. Refuses any real method's or paper's name.
"""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """A column or axis: its short forms, unit, range, decimals, and whether higher is better."""

    name: str
    alias: str
    unit: str
    low: float
    high: float
    decimals: int
    is_higher_better: bool


MEASURES = (
    Measure("Accuracy", "Acc.", "%", 52.0, 97.0, 1, True),
    Measure("F1", "F1-score", "%", 41.0, 93.0, 1, True),
    Measure("Recall", "Rec.", "%", 38.0, 96.0, 1, True),
    Measure("Precision", "Prec.", "%", 45.0, 97.0, 1, True),
    Measure("Latency", "Inference time", "ms", 3.0, 240.0, 1, False),
    Measure("Memory", "Peak memory", "GB", 1.0, 78.0, 1, False),
    Measure("Error rate", "Err.", "%", 1.0, 34.0, 1, False),
    Measure("Yield", "Isolated yield", "%", 12.0, 96.0, 0, True),
    Measure("Overpotential", "Overpot.", "mV", 110.0, 480.0, 0, False),
    Measure("Band gap", "Eg", "eV", 0.4, 4.8, 2, True),
    Measure("Tensile strength", "UTS", "MPa", 120.0, 980.0, 0, True),
    Measure("Growth rate", "Growth", "mm/day", 0.2, 9.5, 2, True),
    Measure("Survival", "Surv.", "%", 8.0, 99.0, 0, True),
    Measure("Removal", "Removal eff.", "%", 15.0, 99.0, 1, True),
)
_FIRST = ("Ar", "Bel", "Cor", "Dun", "El", "Fas", "Gal", "Hel", "Is", "Jor", "Kel", "Lum", "Mor")
_FIRST_MORE = ("Nor", "Ost", "Pel", "Quin", "Rav", "Sol", "Tam", "Ul", "Ven", "Wil", "Zar")
_LAST = ("adin", "bek", "cast", "dor", "enet", "fold", "gram", "hart", "ine", "lex", "mond", "nova")
CONDITIONS = (
    ("2016", "2017", "2018", "2019", "2020", "2021", "2022", "2023"),
    ("10 K", "50 K", "100 K", "150 K", "200 K", "250 K", "300 K"),
    ("pH 3", "pH 4", "pH 5", "pH 6", "pH 7", "pH 8", "pH 9"),
    ("0.1 M", "0.2 M", "0.5 M", "1.0 M", "2.0 M", "4.0 M"),
    ("1 h", "2 h", "4 h", "8 h", "16 h", "24 h", "48 h"),
    ("Site 1", "Site 2", "Site 3", "Site 4", "Site 5", "Site 6"),
    ("5 layers", "10 layers", "20 layers", "40 layers", "80 layers"),
)
CONDITION_TITLES = (
    *("Year", "Temperature", "Acidity", "Concentration"),
    *("Exposure time", "Sampling site", "Depth"),
)


def entity_names(count: int, rng: random.Random) -> list[str]:
    """`count` different invented names, at most 276."""
    pairs = [first + last for first in (*_FIRST, *_FIRST_MORE) for last in _LAST]
    return rng.sample(pairs, count)


def measures(count: int, rng: random.Random) -> list[Measure]:
    """`count` different measures."""
    return rng.sample(MEASURES, count)


def value_of(measure: Measure, rng: random.Random) -> str:
    """A value of a measure as printed."""
    return f"{rng.uniform(measure.low, measure.high):.{measure.decimals}f}"
