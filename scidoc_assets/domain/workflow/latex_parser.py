"""A reader for the algebra part of LaTeX, and its numeric value at a point.

Holds tokens, a recursive-descent parser and the evaluation in complex floats. Refuses (by
`UnsupportedLatexError`) every command it does not know: sums, integrals, matrices, text. No
symbolic engine is used, because an answer such as `9^{9^{9^9}}` can hang one; floats overflow.
"""

from __future__ import annotations

import cmath
import re
from collections.abc import Callable, Mapping

from scidoc_assets.domain.workflow.latex_symbols import ACCENTS, FUNCTIONS, GREEK

Node = tuple  # ("num", value) | ("sym", name) | (operator, Node, ...)

_TOKEN = re.compile(r"\s*(\\[A-Za-z]+|\d+(?:\.\d+)?|\.\d+|[A-Za-z]|[-+*/^_(){}\[\]|!'])")
_CLOSING = {"(": ")", "{": "}", "[": "]"}
_MAX_DEPTH = 60


class UnsupportedLatexError(ValueError):
    """The expression uses something outside the algebra part of LaTeX; the message names it."""


def parse_expression(latex: str) -> Node:
    """Parse normalised LaTeX (see latex.py) into a tree. Raises `UnsupportedLatexError`."""
    parser = _Parser(_tokens(latex))
    tree = parser.sum_()
    if parser.peek() is not None:
        raise UnsupportedLatexError(f"unexpected {parser.peek()!r}")
    return tree


def symbols_of(node: Node) -> set[str]:
    """Names of the free symbols of a tree."""
    if node[0] == "sym":
        return {node[1]}
    return set().union(*(symbols_of(child) for child in node[1:] if isinstance(child, tuple)))


def value_at(node: Node, point: Mapping[str, float]) -> complex:
    """Value of a tree; raises OverflowError, ZeroDivisionError or ValueError where undefined."""
    kind = node[0]
    if kind == "num":
        return complex(node[1])
    if kind == "sym":
        return complex(point[node[1]])
    if kind == "call":
        return FUNCTIONS[node[1]](value_at(node[2], point))
    values = [value_at(child, point) for child in node[1:]]
    return _OPERATIONS[kind](*values)


def _power(base: complex, exponent: complex) -> complex:
    return cmath.exp(exponent * cmath.log(base)) if base != 0 else base**exponent


_OPERATIONS: dict[str, Callable[..., complex]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "neg": lambda a: -a,
    "pow": _power,
    "abs": lambda a: complex(abs(a)),
}


def _tokens(latex: str) -> list[str]:
    tokens, position = [], 0
    while position < len(latex):
        match = _TOKEN.match(latex, position)
        if match is None:
            if latex[position:].strip():
                raise UnsupportedLatexError(f"cannot read {latex[position : position + 10]!r}")
            break
        tokens.append(match.group(1))
        position = match.end()
    return tokens


class _Parser:
    """Sum, product, power, atom; juxtaposition is multiplication."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    def peek(self) -> str | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def take(self, expected: str | None = None) -> str:
        token = self.peek()
        if token is None or (expected is not None and token != expected):
            raise UnsupportedLatexError(f"expected {expected or 'more'}, found {token!r}")
        self._at += 1
        return token

    def sum_(self) -> Node:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise UnsupportedLatexError("nested too deeply")
        tree = self._product()
        while self.peek() in ("+", "-"):
            operator = "add" if self.take() == "+" else "sub"
            tree = (operator, tree, self._product())
        self._depth -= 1
        return tree

    def _product(self) -> Node:
        if self.peek() in ("+", "-"):
            sign = self.take()
            inner = self._product()
            return ("neg", inner) if sign == "-" else inner
        tree = self._power()
        while (token := self.peek()) is not None and token not in ("+", "-", ")", "}", "]", "|"):
            if token in ("*", "/", r"\cdot", r"\times", r"\div"):
                self.take()
                operator = "div" if token in ("/", r"\div") else "mul"
                tree = (operator, tree, self._signed_power())
            else:
                tree = ("mul", tree, self._power())
        return tree

    def _signed_power(self) -> Node:
        if self.peek() == "-":
            self.take()
            return ("neg", self._power())
        return self._power()

    def _power(self) -> Node:
        base = self._atom()
        if self.peek() == "^":
            self.take()
            return ("pow", base, self._argument())
        return base

    def _argument(self) -> Node:
        """What follows `^`, `\\frac` or a function: a braced sum, or one token."""
        if self.peek() == "{":
            return self._closed("{")
        token = self.peek()
        if token is not None and token[0].isdigit() and len(token) > 1 and "." not in token:
            # `x^23` raises to 2 only, as TeX does.
            self._tokens[self._at : self._at + 1] = [token[0], token[1:]]
        return self._atom()

    def _closed(self, opening: str) -> Node:
        self.take(opening)
        tree = self.sum_()
        self.take(_CLOSING[opening])
        return tree

    def _atom(self) -> Node:
        token = self.peek()
        if token in _CLOSING:
            return self._closed(token)
        if token == "|":
            self.take()
            inner = self.sum_()
            self.take("|")
            return ("abs", inner)
        token = self.take()
        if token[0].isdigit() or token[0] == ".":
            return ("num", float(token))
        if token.startswith("\\"):
            return self._command(token[1:])
        if token.isalpha():
            return self._symbol(token)
        raise UnsupportedLatexError(f"unexpected {token!r}")

    def _command(self, name: str) -> Node:
        if name == "frac":
            return ("div", self._argument(), self._argument())
        if name == "sqrt":
            return self._root()
        if name in FUNCTIONS:
            return self._function(name)
        if name == "pi":
            return ("num", cmath.pi)
        if name in ACCENTS:
            return self._symbol(f"{name} {self._raw_argument()}")
        if name in GREEK:
            return self._symbol(name)
        raise UnsupportedLatexError(f"command \\{name}")

    def _root(self) -> Node:
        degree: Node = ("num", 2.0)
        if self.peek() == "[":
            degree = self._closed("[")
        return ("pow", self._argument(), ("div", ("num", 1.0), degree))

    def _function(self, name: str) -> Node:
        exponent: Node | None = None
        if self.peek() == "^":
            self.take()
            exponent = self._argument()
        # `\sin 2x` takes the whole product up to the next sum, `\sin(x) y` only the bracket.
        inner = self._closed(str(self.peek())) if self.peek() in _CLOSING else self._product()
        tree: Node = ("call", name, inner)
        return ("pow", tree, exponent) if exponent is not None else tree

    def _symbol(self, name: str) -> Node:
        while self.peek() in ("_", "'"):
            name += self.take()
            if name.endswith("_"):
                name += self._raw_argument()
        return ("num", cmath.e.real) if name == "e" else ("sym", name)

    def _raw_argument(self) -> str:
        """The tokens of a subscript or accent, as a name."""
        if self.peek() != "{":
            return self.take()
        self.take()
        parts, depth = [], 1
        while depth:
            token = self.take()
            depth += {"{": 1, "}": -1}.get(token, 0)
            parts.append(token)
        return "".join(parts[:-1])
