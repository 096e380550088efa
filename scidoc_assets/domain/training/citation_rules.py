"""The rule prior of citation roles: lexical cues of the citing sentence and its section.

Refuses (None) a sentence whose cues point at several roles or at none.
"""

from __future__ import annotations

import re
from typing import Literal, get_args

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
_CUES: dict[CitationRole, str] = {
    "Extension": r"\bwe (?:further )?(?:extend|generali[sz]e|build (?:up)?on)\b|\bour (?:extension|generali[sz]ation) of\b"
    r"|\ban? (?:extension|generali[sz]ation) of\b|\bextends? the (?:work|method|approach|model)\b",
    "Critique": r"\b(?:however|but|unlike|although)\b.*?\b(?:fails?|ignor\w+|neglect\w*|suffers?|limited|limitations?"
    r"|cannot|do(?:es)? not (?:account|consider|address)|overestimat\w+|underestimat\w+)\b",
    "Baseline": r"\bbaselines?\b|\b(?:we|is|are) compared? (?:\w+ )?(?:to|with|against)\b|\bcompar(?:ing|ison)s? (?:to|with|against)\b"
    r"|\boutperform\w*\b|\bstate[- ]of[- ]the[- ]art (?:method|model|approach|system)s?\b",
    "DataResource": r"\b(?:data ?sets?|corpus|corpora|database|benchmark|repository|catalogu?e|survey data|data)\b.*?"
    r"\b(?:from|of|provided|released|introduced|collected|available|downloaded|obtained|taken)\b"
    r"|\b(?:downloaded|obtained|taken|retrieved) from\b",
    "ResultSupport": r"\b(?:consistent|in (?:good |excellent )?(?:agreement|line|accordance)|agrees?|comparable|similar) with\b"
    r"|\b(?:confirm|corroborat|support)\w*\b.*?\b(?:findings?|results?|observations?|hypothes[ie]s|previous|earlier)\b"
    r"|\bas (?:previously )?(?:reported|observed|found|shown) (?:by|in|previously)\b",
    "MethodBasis": r"\b(?:we|was|were|is|are) (?:used?|adopt\w*|follow\w*|employ\w*|appl(?:y|ied)|implement\w*|perform\w*|estimat\w*|comput\w*"
    r"|calculat\w*|train\w*|fit(?:ted)?|optimi[sz]\w*)\b|\b(?:using|following|based on|according to|by means of)\b",
    "Background": r"\b(?:has|have) (?:been|attracted|become|shown|led|received)\b|\bis (?:a|an|one of|known|widely|well)\b"
    r"|\b(?:recent|previous|prior|earlier|many|several|numerous) (?:work|works|stud(?:y|ies)|years|efforts|approaches|advances)\b"
    r"|\bplays? an? \w+ role\b|\bfor (?:example|instance)\b|\bre(?:view|cently)\b",
}
_PATTERNS = {role: re.compile(cue, re.IGNORECASE) for role, cue in _CUES.items()}
_SECTION_ROLES: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (re.compile(r"introduc|background|related", re.IGNORECASE),
     frozenset({"Background", "Critique", "Extension", "Baseline", "DataResource"})),
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


def rule_role(sentence: str, section: str | None) -> CitationRole | None:
    """The role that cues and section agree on, or None.

    `Background` is the weakest: any other single role beats it, two others make it ambiguous.
    """
    found = [role for role in get_args(CitationRole) if _PATTERNS[role].search(sentence)]
    if len(found) > 1 and "Background" in found:
        found.remove("Background")
    role = found[0] if len(found) == 1 else None
    if role is None or section is None:
        return role
    for pattern, expected in _SECTION_ROLES:
        if pattern.search(section):
            return role if role in expected else None
    return role


def sentences_of(text: str) -> list[str]:
    """Sentences of a paragraph; abbreviations do not end one."""
    parts: list[str] = []
    for piece in _SENTENCE.split(" ".join(text.split())):
        if parts and _ABBREVIATED.search(parts[-1]):
            parts[-1] += f" {piece}"
        else:
            parts.append(piece)
    return parts
