"""Evaluator of LaTeX expressions: equal after normalisation, else equal as functions.

Symbolic equality is decided by identity at seeded random points (two different algebraic
expressions agree there with probability 0). Refuses credit where neither test applies: such a
pair counts as different, and the detail says that only spelling was compared.
"""

from __future__ import annotations

import math
import random
import re

from pydantic import Field, JsonValue

from scidoc_assets.domain.workflow.answers import Verdict, graded, unparseable
from scidoc_assets.domain.workflow.latex_parser import (
    Node,
    UnsupportedLatexError,
    parse_expression,
    symbols_of,
    value_at,
)
from scidoc_assets.schemas.geometry import Row

_DROPPED = re.compile(
    r"\\(?:left|right|big|Big|bigg|Bigg|bigl|bigr|Bigl|Bigr|displaystyle|textstyle|limits|nolimits)"
    r"(?![A-Za-z])|\\[,;:! ]|\\q?quad(?![A-Za-z])|~|\\label\{[^}]*\}|\\tag\{[^}]*\}|\\nonumber"
)
_SAME = (
    (re.compile(r"\\[dt]frac(?![A-Za-z])"), r"\\frac"),
    (re.compile(r"\\(?:rm|textrm|textit|mathit|textbf)(?=\{)"), r"\\mathrm"),
    (re.compile(r"\\leq(?![A-Za-z])"), r"\\le"),
    (re.compile(r"\\geq(?![A-Za-z])"), r"\\ge"),
    (re.compile(r"\\(?:lvert|rvert|vert)(?![A-Za-z])"), "|"),
    (re.compile(r"\\[{}]"), lambda m: {"\\{": "(", "\\}": ")"}[m.group()]),
    (re.compile(r"\\\\|&"), ""),
    (re.compile(r"\\ast(?![A-Za-z])"), "*"),
)
_WRAPPED = re.compile(
    r"^(?:\$\$?(.*?)\$?\$|\\\[(.*)\\\]|\\\((.*)\\\)|\\begin\{(equation\*?|align\*?)\}(.*)\\end\{\4\})$",
    re.DOTALL,
)
_ONE_TOKEN_BRACES = re.compile(r"([_^])\{(\\[A-Za-z]+|[A-Za-z0-9])\}")
_RELATIONS = re.compile(
    r"(?<![<>!:])=|\\le(?![A-Za-z])|\\ge(?![A-Za-z])|<|>|\\approx|\\sim(?![A-Za-z])"
)
POINTS = 8
NEEDED_POINTS = 4


class LatexParams(Row):
    """`symbolic` switches the test by value on; `relative` is its float tolerance."""

    symbolic: bool = True
    positive_symbols: bool = True
    relative: float = Field(default=1e-9, gt=0)


def normalise_latex(latex: str) -> str:
    """One spelling for the ways to typeset the same expression (delimiters, sizes, spacing)."""
    text = latex.strip().rstrip(".,;")
    wrapped = _WRAPPED.match(text)
    if wrapped:
        text = next(g for i, g in enumerate(wrapped.groups(), 1) if g is not None and i != 4)
    text = _DROPPED.sub(" ", text)
    for pattern, replacement in _SAME:
        text = pattern.sub(replacement, text)
    # A space matters only behind a command that a letter follows.
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"(?<=\\)\s|(?<!\\)(?<![A-Za-z])\s|\s(?![A-Za-z])", "", text).strip()
    text = re.sub(r"(?<![A-Za-z\\])([A-Za-z]) (?=[A-Za-z])", r"\1", text)
    return _ONE_TOKEN_BRACES.sub(r"\1\2", text).rstrip(".,;")


def grade_latex(value: JsonValue, reference: JsonValue, params: LatexParams) -> Verdict:
    """1 when both are one expression (or one equation), by spelling or by value; else 0."""
    if not isinstance(value, str) or not value.strip():
        return unparseable("no LaTeX in the answer")
    answer, gold = normalise_latex(value), normalise_latex(str(reference))
    if answer == gold:
        return Verdict(1.0)
    if not params.symbolic:
        return graded(0.0)
    try:
        return graded(float(_relations_equal(answer, gold, params)))
    except UnsupportedLatexError as error:
        return graded(0.0, f"compared by spelling only: {error}")


def expressions_equal(a: str, b: str, params: LatexParams | None = None) -> bool:
    """Whether two normalised expressions have one value at seeded points.

    Raises `UnsupportedLatexError` when one cannot be read or too few points are defined.
    """
    chosen = params or LatexParams()
    left, right = parse_expression(a), parse_expression(b)
    ratios = _compare_at_points(left, right, chosen)
    return all(_close(x, y, chosen.relative) for x, y in ratios)


def _relations_equal(answer: str, gold: str, params: LatexParams) -> bool:
    signs = [_RELATIONS.findall(side) for side in (answer, gold)]
    if signs[0] != signs[1]:
        return _sides_equal_one_bare(answer, gold, signs, params)
    if not signs[0]:
        return expressions_equal(answer, gold, params)
    pairs = list(zip(_RELATIONS.split(answer), _RELATIONS.split(gold), strict=True))
    if all(expressions_equal(x, y, params) for x, y in pairs):
        return True
    return signs[0] == ["="] and _same_equation(pairs, params)


def _sides_equal_one_bare(
    answer: str, gold: str, signs: list[list[str]], params: LatexParams
) -> bool:
    """`y = f(x)` against a bare `f(x)`: the right side is what counts."""
    if sorted(len(s) for s in signs) != [0, 1] or ["="] not in signs:
        return False
    sides = [re.split(_RELATIONS, text)[-1] for text in (answer, gold)]
    return expressions_equal(sides[0], sides[1], params)


def _same_equation(pairs: list[tuple[str, str]], params: LatexParams) -> bool:
    """Two equations are one when their differences of sides are proportional."""
    differences: list[Node] = []
    for index in (0, 1):
        left, right = (parse_expression(pair[index]) for pair in pairs)
        differences.append(("sub", left, right))
    values = _compare_at_points(differences[0], differences[1], params)
    if any(abs(y) == 0 for _, y in values):
        return False
    ratios = [x / y for x, y in values]
    return abs(ratios[0]) > 0 and all(_close(r, ratios[0], params.relative) for r in ratios)


def _compare_at_points(
    left: Node, right: Node, params: LatexParams
) -> list[tuple[complex, complex]]:
    names = sorted(symbols_of(left) | symbols_of(right))
    rng = random.Random(20260101)
    values: list[tuple[complex, complex]] = []
    for _ in range(POINTS):
        low = 0.3 if params.positive_symbols else -2.7
        point = {name: rng.uniform(low, 2.7) for name in names}
        try:
            pair = value_at(left, point), value_at(right, point)
        except (OverflowError, ZeroDivisionError, ValueError):
            continue
        if all(math.isfinite(part) for z in pair for part in (z.real, z.imag)):
            values.append(pair)
    if len(values) < NEEDED_POINTS:
        raise UnsupportedLatexError("undefined or overflowing at the test points")
    return values


def _close(a: complex, b: complex, relative: float) -> bool:
    return abs(a - b) <= relative * max(abs(a), abs(b), 1e-12)
