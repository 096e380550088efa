"""The words that open a label, by kind: English and the languages papers are also written in.

Holds words that are parted by spaces; labels in Chinese characters are read in labelling.py.
Refuses words that name two kinds (Portuguese `Quadro` stands at tables and at boxes of text) and
words of the running text alone.
"""

from __future__ import annotations

from typing import Literal

LabelKind = Literal["figure", "table", "scheme", "chart", "plate", "algorithm", "listing"]

# For each kind the words of one label, then those of several.
_WORDS: dict[LabelKind, tuple[str, str]] = {
    "figure": (
        "figure fig abbildung abb figura figuur figur afbeelding рисунок рис",
        "figures figs abbildungen figuras figuren figurer afbeeldingen рисунки",
    ),
    "table": (
        "table tab tabelle tableau tabla tabela tabella tabel tabell cuadro таблица табл",
        "tables tabs tabellen tableaux tablas tabelas tabeller cuadros таблицы",
    ),
    "scheme": ("scheme", "schemes"),
    "algorithm": ("algorithm alg", "algorithms algs"),
    "chart": ("chart gráfico", "charts gráficos"),
    "plate": ("plate", "plates"),
    "listing": ("listing", "listings"),
}
LABEL_WORDS: dict[str, LabelKind] = {
    word: kind for kind, (one, many) in _WORDS.items() for word in f"{one} {many}".split()
}
PLURALS = frozenset(word for _, many in _WORDS.values() for word in many.split())
