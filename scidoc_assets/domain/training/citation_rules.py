"""The rule prior of citation roles: lexical cues beside the citation, and its section.

Cues far from the mark are about other things than the cited work, so they do not count. Refuses
(None) a citation whose cues point at several roles or at none.
"""

from __future__ import annotations

import re
from typing import Literal, get_args

from scidoc_assets.schemas.text import normalise

CitationRole = Literal[
    "Background",
    "MethodBasis",
    "DataResource",
    "Baseline",
    "ResultSupport",
    "Critique",
    "Extension",
]
ROLES: tuple[str, ...] = get_args(CitationRole)
BEFORE_CHARS, AFTER_CHARS = 70, 60
# Cues in the few words before the mark: what is done with the cited work is said there.
_BEFORE: dict[CitationRole, str] = {
    "Extension": r"\bwe (?:further )?(?:extend|generali[sz]e|build (?:up)?on)\b|\b(?:extension|generali[sz]ation) of\b"
    r"|\bextends (?:the )?(?:work|method|approach|model)\b",
    "Baseline": r"\bbaselines?\b|\boutperform\w*\b|\bcompar(?:ed|e|ing|ison)s? (?:\w+ )?(?:to|with|against)\b"
    r"|\bexceed\w* (?:those|that) of\b",
    "DataResource": r"(?<!\bour )\b(?:data ?sets?|corpus|corpora|database|repository|archive|portal|catalogu?e),?\s*(?:[\w-]+\s+){0,3}$"
    r"|\b(?:downloaded|obtained|taken|retrieved|available) from\b|\bdata (?:was|were) collected by\b",
    "ResultSupport": r"\b(?:consistent|in (?:good |excellent |close )?(?:agreement|line|accordance)|agrees?) with\b"
    r"|\bas (?:previously )?(?:reported|observed|found|shown) (?:by|in)\s*$",
    "MethodBasis": r"\bwe (?:\w+ly )?(?:used?|adopt|follow|employ|appl|implement)\w*\b"
    r"|\b(?:using|following|according to|by means of|based on|implementation of|implemented in|"
    r"as (?:described|proposed|introduced|detailed|defined|suggested) (?:in|by))\b"
    r"|\b(?:was|were) (?:\w+ly )?(?:used|estimated|computed|calculated|performed|trained|fitted|optimi[sz]ed|aligned|processed)\b",
    "Background": r"\b(?:has|have) (?:long |recently |also )?(?:been|attracted|become|led|received)\b|\bwell[- ](?:known|established|studied)\b"
    r"|\bis (?:an?|one of)\b.*\b(?:approach|problem|method|algorithm|concept|challenge|field|version|technique|role)\b"
    r"|\b(?:recent|previous|prior|earlier|many|several|numerous) (?:work|works|stud(?:y|ies)|years|efforts|approaches|advances)\b",
}
# Criticism is said behind the mark, after an opening that turns against the cited work.
_TURN = re.compile(r"^(?:however|but|unlike|although|though)\b", re.IGNORECASE)
_FAULT = re.compile(
    r"\b(?:fails?|ignor\w+|neglect\w*|suffers?|(?:is|are) limited|cannot"
    r"|do(?:es)? not (?:account|consider|address)|overestimat\w+|underestimat\w+)\b",
    re.IGNORECASE,
)
_PATTERNS = {role: re.compile(cue, re.IGNORECASE) for role, cue in _BEFORE.items()}
_CLAUSE_END = re.compile(r"[;:]|\b(?:while|whereas|but|which)\b")
# `see [20]` points to further reading and says nothing about its use.
_POINTER = re.compile(r"(?:\bsee(?: also)?|\bcf\.?|\be\.g\.,?)\s*[(\[]?\s*$", re.IGNORECASE)
_SECTION_ROLES: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (re.compile(r"introduc|background|related", re.IGNORECASE),
     # A data set is described there, not used.
     frozenset({"Background", "Critique", "Extension", "Baseline"})),
    (re.compile(r"method|material|experiment|model|implement|procedure|data", re.IGNORECASE),
     frozenset({"MethodBasis", "DataResource", "Baseline", "Extension"})),
    (re.compile(r"result|discuss|conclu|evaluat", re.IGNORECASE),
     frozenset({"ResultSupport", "Baseline", "Critique", "Extension", "Background"})),
)  # fmt: skip
_BRACKET = re.compile(r"\[\s*\d+(?:\s*[,;–-]\s*\d+)*\s*\]")
_YEAR = re.compile(
    r"\((?:e\.g\.,?\s*|see\s+)?[A-Z][\w'’.-]+(?:\s+(?:and|&)\s+[A-Z][\w'’.-]+|\s+et al\.?)?,?\s+(?:19|20)\d\d[a-z]?\)"
    r"|[A-Z][\w'’-]+(?:\s+(?:and|&)\s+[A-Z][\w'’-]+|\s+et al\.?)\s+\((?:19|20)\d\d[a-z]?\)"
)
_SEVERAL = re.compile(r"^\[\s*\d+\s*[,;–-]|;\s*[A-Z]|\d{4}[a-z]?\s*[,;]\s*\d{4}")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\[])")
_ABBREVIATED = re.compile(
    r"\b(?:et al|e\.g|i\.e|cf|Fig|Figs|Eq|Eqs|Ref|Refs|vs|approx|Tab|Dr|no|al)\.$"
)


def citations_in(sentence: str) -> list[str]:
    """Citation marks of a sentence as printed; `[3, 4]` is one mark that names several works."""
    return [m.group() for m in (*_BRACKET.finditer(sentence), *_YEAR.finditer(sentence))]


def names_several(mark: str) -> bool:
    """Whether one mark cites more than one work."""
    return bool(_SEVERAL.search(mark))


def rule_role(sentence: str, section: str | None, mark: str) -> CitationRole | None:
    """The role that the words around the mark and the section agree on, or None.

    `Background` is the weakest: any other single role beats it, two others make it ambiguous.
    """
    start = sentence.find(mark)
    if start < 0:
        return None
    before, after = sentence[:start], sentence[start + len(mark) :]
    if _POINTER.search(before):
        return None
    found = _roles_around(before, after)
    if len(found) > 1 and "Background" in found:
        found.remove("Background")
    role = found[0] if len(found) == 1 else None
    if role is None or section is None:
        return role
    for pattern, expected in _SECTION_ROLES:
        if pattern.search(section):
            return role if role in expected else None
    return role


def _roles_around(before: str, after: str) -> list[CitationRole]:
    """Roles whose cue stands in the mark's own clause, close to it."""
    near = before[-BEFORE_CHARS:]
    ends = list(_CLAUSE_END.finditer(near))
    near = near[ends[-1].end() :] if ends else near
    found = [
        role
        for role in get_args(CitationRole)
        if role in _PATTERNS and _PATTERNS[role].search(near)
    ]
    if _TURN.search(before) and _FAULT.search(after[:AFTER_CHARS]):
        found.append("Critique")
    return found


def sentences_of(text: str) -> list[str]:
    """Sentences of a paragraph, words broken at line ends joined; abbreviations do not end one."""
    parts: list[str] = []
    for piece in _SENTENCE.split(normalise(text).text):
        if parts and _ABBREVIATED.search(parts[-1]):
            parts[-1] += f" {piece}"
        else:
            parts.append(piece)
    return parts
