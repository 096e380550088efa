"""Subtasks 12 and 13: the notation of a formula page, and a symbol with several meanings on it.

Formulas, definitions and places are locked when the page is composed. Symbols that two formulas of
a page share are never asked for (12). Refuses a page with fewer than two symbols left (12) and
occurrences with the same meaning (13).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from scidoc_assets.domain.training.drafts import (
    Draft,
    Rejected,
    language_for,
    rng_for,
    wording,
)
from scidoc_assets.domain.training.formula_bank import (
    FORMULAS,
    Formula,
    Symbol,
    ambiguous_symbols,
    formulas_with,
)
from scidoc_assets.domain.training.formula_pages import (
    LAYOUTS,
    PAGE_HEIGHT_PT,
    PAGE_WIDTH_PT,
    FormulaItem,
    FormulaPage,
    formula_item,
)
from scidoc_assets.schemas.training import TrainingInput, TrainingLanguage

NOTATION_SCHEMA = (
    '{"notations": [{"symbol": "<LaTeX>", "definition": "<text as printed>", '
    '"first_location": "Equation (<number>)"}]}'
)
OCCURRENCE_SCHEMA = (
    '{"symbol": "<LaTeX>", "occurrences": [{"label": "A", "definition": "<text of the list>"}]}'
)


def synthetic_notation(index: int, seed: int) -> Draft:
    """A page of three or four formulas on which some symbols are defined and others only used."""
    paper_id = f"synthetic-notation-{index}"
    rng = rng_for(seed, paper_id)
    language = language_for(rng)
    formulas = rng.sample(FORMULAS, rng.randint(3, 4))
    defined = [_some(_unshared(f, formulas), rng) for f in formulas]
    items = [
        formula_item(f, f"({number})", _context(language, rng), symbols, language)
        for number, (f, symbols) in enumerate(zip(formulas, defined, strict=True), start=1)
    ]
    page = _page(items, language, rng)
    notations = _notations(defined, language)
    draft = Draft(
        subtask="notation_extraction",
        language=language,
        key=str(index),
        paper_ids=[paper_id],
        answer={"notations": [dict(n) for n in notations]},
        verifier="notations",
        params={},
        answer_schema=NOTATION_SCHEMA,
        inputs=[_page_input(page)],
        locked=[f.typst.replace("\\", "\\\\").replace('"', '\\"') for f in formulas],
        construction={"formulas": [f.key for f in formulas], "symbol_table": notations},
        is_synthetic=True,
    )
    if len(notations) < 2:
        draft.rejection = Rejected("symbol_not_unique", "fewer than two symbols with one place")
    return draft


def _notations(
    defined: Sequence[Sequence[Symbol]], language: TrainingLanguage
) -> list[dict[str, str]]:
    """The symbol table: a symbol is first seen in the equation beside which it is defined."""
    return [
        {
            "symbol": symbol.latex,
            "definition": symbol.en if language == "en" else symbol.zh,
            "first_location": f"Equation ({number})",
        }
        for number, symbols in enumerate(defined, start=1)
        for symbol in symbols
    ]


def _unshared(formula: Formula, formulas: Sequence[Formula]) -> list[Symbol]:
    """Symbols that no other formula of the page shows: one place and one meaning each."""
    others = [f for f in formulas if f.key != formula.key]
    return [s for s in formula.symbols if not any(f.shows(s.latex) for f in others)]


def synthetic_ambiguity(index: int, seed: int) -> Draft:
    """A page on which one symbol has two to four meanings, each in its own section."""
    paper_id = f"synthetic-symbol-ambiguity-{index}"
    rng = rng_for(seed, paper_id)
    language = language_for(rng)
    target = rng.choice(ambiguous_symbols())
    formulas = _some_formulas(target, rng)
    labels = "ABCD"[: len(formulas)]
    meanings = [_symbol_of(f, target) for f in formulas]
    items = [
        formula_item(f, f"({label})", _context(language, rng), [symbol], language)
        for f, label, symbol in zip(formulas, labels, meanings, strict=True)
    ]
    page = _page(items, language, rng)
    definitions = [m.en if language == "en" else m.zh for m in meanings]
    pairs = zip(labels, definitions, strict=True)
    occurrences = [{"label": label, "definition": text} for label, text in pairs]
    listed = "; ".join(rng.sample(definitions, len(definitions)))
    draft = Draft(
        subtask="symbol_ambiguity",
        language=language,
        key=str(index),
        paper_ids=[paper_id],
        answer={"symbol": target, "occurrences": [dict(o) for o in occurrences]},
        verifier="occurrences",
        params={},
        answer_schema=OCCURRENCE_SCHEMA,
        inputs=[_page_input(page)],
        slots={"symbol": target, "labels": ", ".join(labels), "definitions": listed},
        locked=[target, listed],
        construction={"formulas": [f.key for f in formulas], "occurrences": occurrences},
        is_synthetic=True,
    )
    if len(set(definitions)) != len(definitions):
        draft.rejection = Rejected("symbol_not_unique", f"{target}: one meaning twice")
    return draft


def _some_formulas(target: str, rng: random.Random) -> list[Formula]:
    """Two to four formulas that give the symbol a meaning, in random order."""
    formulas = formulas_with(target)
    return rng.sample(formulas, min(len(formulas), rng.randint(2, 4)))


def _page_input(page: FormulaPage) -> TrainingInput:
    return TrainingInput(
        kind="formula_page",
        source=page.model_dump_json(),
        width_pt=PAGE_WIDTH_PT,
        height_pt=PAGE_HEIGHT_PT,
    )


def _some(symbols: Sequence[Symbol], rng: random.Random) -> list[Symbol]:
    """Some of the symbols in their order; one at least stays undefined where there are three."""
    if not symbols:
        return []
    most = len(symbols) - 1 if len(symbols) >= 3 else len(symbols)
    chosen = rng.sample(list(symbols), rng.randint(1, most))
    return [s for s in symbols if s in chosen]


def _page(items: list[FormulaItem], language: TrainingLanguage, rng: random.Random) -> FormulaPage:
    layout = rng.choice(LAYOUTS)
    return FormulaPage(language=language, layout=layout, title=_title(language, rng), items=items)


def _symbol_of(formula: Formula, latex: str) -> Symbol:
    return next(s for s in formula.symbols if s.latex == latex)


def _context(language: TrainingLanguage, rng: random.Random) -> str:
    return wording("formula_context", language, {}, rng)


def _title(language: TrainingLanguage, rng: random.Random) -> str:
    return wording("formula_title", language, {}, rng)
