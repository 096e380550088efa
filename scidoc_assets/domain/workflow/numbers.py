"""Numbers in answers: read by a declared locale, compared exactly or within a declared tolerance.

Refuses rounding before a comparison and any guess about commas (bug log B34): in the `point`
locale `1,5` is no number, in the `comma` locale it is 1.5.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import Literal

Locale = Literal["point", "comma"]
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_POWER = re.compile(
    r"\s*(?:×|\\times|\\cdot|·|x|\*)\s*10\s*(?:\^\s*\{?\s*([+-]?\d+)\s*\}?|\*\*\s*([+-]?\d+)|([⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹]+))"
)
_BARE_POWER = re.compile(r"(?<![\w.,])10\s*(?:\^\s*\{?\s*([+-]?\d+)\s*\}?|([⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹]+))")
_THIN_GROUPS = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3})")
_POINT = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+"
_COMMA = r"(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?|,\d+"
_PATTERN: dict[str, re.Pattern[str]] = {
    name: re.compile(rf"(?<![\w.,])([+-]?)({body})(?:[eE]([+-]?\d{{1,4}}))?(?![\w]|[.,]\d)")
    for name, body in (("point", _POINT), ("comma", _COMMA))
}


def numbers_in(text: str, locale: Locale = "point") -> list[Decimal]:
    """Every number of a text in reading order; malformed groupings are skipped, not guessed."""
    return [value for value, _ in _found(_prepared(text), locale)]


def read_number(text: str, unit: str | None = None, locale: Locale = "point") -> Decimal | None:
    """The one number of a text, or None when it holds none or several that differ.

    `unit` (for example `%` or `ms`) may stand behind the number; any words may surround it.
    """
    prepared = _prepared(text)
    found = _found(prepared, locale)
    if unit:
        with_unit = [v for v, end in found if prepared[end:].lstrip().startswith(_prepared(unit))]
        if len(set(with_unit)) == 1:
            return with_unit[0]
    values = {value for value, _ in found}
    return values.pop() if len(values) == 1 and not _has_torn_number(prepared, locale) else None


def numbers_agree(
    answer: Decimal, reference: Decimal, absolute: float = 0.0, relative: float = 0.0
) -> bool:
    """Whether two numbers are equal, or as close as the declared tolerances say."""
    if answer == reference:
        return True
    allowed = max(Decimal(str(absolute)), Decimal(str(relative)) * abs(reference))
    return abs(answer - reference) <= allowed


def _prepared(text: str) -> str:
    # Superscripts before NFKC, which would turn 10⁻³ into 10-3.
    flat = _POWER.sub(lambda m: "e" + _exponent(m), _THIN_GROUPS.sub("", text))
    flat = _BARE_POWER.sub(
        lambda m: "1e" + (m.group(1) or m.group(2).translate(_SUPERSCRIPTS)), flat
    )
    return unicodedata.normalize("NFKC", flat).replace("\u2212", "-").replace("$", "")


def _exponent(match: re.Match[str]) -> str:
    plain, starred, raised = match.groups()
    return plain or starred or raised.translate(_SUPERSCRIPTS)


def _found(text: str, locale: Locale) -> list[tuple[Decimal, int]]:
    result = []
    for match in _PATTERN[locale].finditer(text):
        sign, body, exponent = match.groups()
        digits = body.replace(",", "") if locale == "point" else body.replace(".", "")
        number = Decimal(sign + digits.replace(",", "."))
        result.append((number.scaleb(int(exponent or 0)), match.end()))
    return result


def _has_torn_number(text: str, locale: Locale) -> bool:
    """Digits joined by a mark that the locale does not allow there (`1,5` read with points)."""
    covered = [match.span() for match in _PATTERN[locale].finditer(text)]
    joined = re.finditer(r"\d+(?:[.,]\d+)+", text)
    return any(
        not any(start <= m.start() and m.end() <= end for start, end in covered) for m in joined
    )
