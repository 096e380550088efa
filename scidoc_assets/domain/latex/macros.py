"""The author's own simple macros, expanded as text.

Holds `\\newcommand`, `\\providecommand`, `\\renewcommand`, `\\DeclareMathOperator` and plain
`\\def`. Refuses everything that computes: conditionals, delimited parameters, definitions inside
definitions stay as they are. Commands that carry structure are never redefined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

MAX_PASSES = 6
MAX_GROWTH = 4_000_000
MAX_BODY = 20_000
_DEFINITION = re.compile(
    r"\\(?:newcommand|renewcommand|providecommand)\*?\s*\{?\s*\\([A-Za-z@]+)\s*\}?"
    r"\s*(?:\[(\d)\])?\s*(?:\[([^\[\]]*)\])?\s*(?=\{)"
    r"|\\DeclareMathOperator\*?\s*\{?\s*\\([A-Za-z@]+)\s*\}?\s*(?=\{)"
    r"|\\def\s*\\([A-Za-z@]+)((?:#\d)*)\s*(?=\{)"
)
_COMMAND = re.compile(r"\\([A-Za-z@]+)")
_COMPUTES = re.compile(r"\\(?:if|else|fi|def|edef|gdef|let|expandafter|csname|newcommand|loop)")
_STRUCTURE = frozenset(
    [
        "begin",
        "end",
        "section",
        "subsection",
        "subsubsection",
        "paragraph",
        "subparagraph",
        "chapter",
        "part",
        "caption",
        "label",
        "ref",
        "eqref",
        "cite",
        "title",
        "author",
        "input",
        "include",
        "item",
        "includegraphics",
        "bibitem",
        "footnote",
    ]
)


@dataclass(frozen=True, slots=True)
class Macro:
    """Body with `#1`...; `default` is the value of a first optional argument."""

    body: str
    arguments: int = 0
    default: str | None = None


def read_macros(preamble: str) -> dict[str, Macro]:
    """Simple macros defined in a text, by name without backslash; the last definition holds."""
    found: dict[str, Macro] = {}
    for match in _DEFINITION.finditer(preamble):
        body, _ = group_at(preamble, match.end())
        name = match[1] or match[4] or match[5]
        if body is None or len(body) > MAX_BODY or name in _STRUCTURE or _COMPUTES.search(body):
            continue
        if match[4]:
            found[name] = Macro(rf"\operatorname{{{body}}}")
        elif match[5]:
            found[name] = Macro(body, (match[6] or "").count("#"))
        else:
            found[name] = Macro(body, int(match[2] or 0), match[3])
    return found


def expand(text: str, macros: Mapping[str, Macro]) -> str:
    """A text with the macros put in, up to six levels deep and four million characters.

    What is still there after that is left as it is (a macro that calls itself).
    """
    for _ in range(MAX_PASSES if macros else 0):
        pieces: list[str] = []
        size = 0
        for piece in _pieces(text, macros):
            pieces.append(piece)
            size += len(piece)
            if size > MAX_GROWTH + len(text):
                return text
        fresh = "".join(pieces)
        if fresh == text:
            return text
        text = fresh
    return text


def _pieces(text: str, macros: Mapping[str, Macro]) -> Iterator[str]:
    position = 0
    for match in _COMMAND.finditer(text):
        macro = macros.get(match[1])
        if macro is None or match.start() < position:
            continue
        filled, end = _filled(text, match.end(), macro)
        if filled is None:
            continue
        yield text[position : match.start()]
        # A command name must not run into the letter that follows it.
        is_glued = end < len(text) and text[end].isalpha() and re.search(r"\\[A-Za-z@]+$", filled)
        yield filled + (" " if is_glued else "")
        position = end
    yield text[position:]


def _filled(text: str, position: int, macro: Macro) -> tuple[str | None, int]:
    """Body with its arguments, and where the text goes on; None when arguments are missing."""
    values: list[str] = []
    end = position
    if macro.default is not None:
        values.append(macro.default)
        opened = _after_spaces(text, end)
        close = text.find("]", opened)
        if text[opened : opened + 1] == "[" and close > 0:
            values[0], end = text[opened + 1 : close], close + 1
    while len(values) < macro.arguments:
        start = _after_spaces(text, end)
        if start >= len(text):
            return None, position
        value, after = group_at(text, start)
        if value is None:
            token = _COMMAND.match(text, start)
            value, after = (token[0], token.end()) if token else (text[start], start + 1)
        values.append(value)
        end = after
    if macro.arguments == 0:
        # TeX skips white space behind a command's name.
        end = _after_spaces(text, end)
    return re.sub(r"#(\d)", lambda m: _value(values, int(m[1])), macro.body), end


def _value(values: list[str], number: int) -> str:
    return values[number - 1] if 0 < number <= len(values) else ""


def _after_spaces(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def group_at(text: str, position: int) -> tuple[str | None, int]:
    """The content of the brace group that opens at `position`, and the index behind it."""
    if text[position : position + 1] != "{":
        return None, position
    depth, index = 0, position
    while index < len(text):
        char = text[index]
        if char == "\\":
            index += 2
            continue
        depth += (char == "{") - (char == "}")
        index += 1
        if depth == 0:
            return text[position + 1 : index - 1], index
    return None, position
