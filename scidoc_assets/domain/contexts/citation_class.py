"""Class of what a paragraph says about a figure: claim, comparison or trend, or a bare pointer.

Holds the word rules and the weights (seed 001, step 3 and A.4). Refuses to drop a bare pointer: it
only weighs less.
"""

from __future__ import annotations

import re

from scidoc_assets.schemas.contexts import CitationClass

WEIGHTS: dict[CitationClass, float] = {
    "comparison_or_trend": 1.0,
    "specific_claim": 0.8,
    "bare_pointer": 0.3,
}
_MIN_CONTENT_WORDS = 5
_COMPARISON = re.compile(
    r"\b(?:(?:high|low|larg|great|small|bett|fast|slow|strong|weak|long|short|few)er|more|less|worse|best"
    r"|worst|highest|lowest|largest|smallest|outperform\w*|exceed\w*|surpass\w*|compar(?:e[ds]?|ing|ison\w*)"
    r"|versus|vs|than|whereas|relative to|unlike|similar(?:ly)?|differ(?:s|ed|ences?)?"
    r"|increas\w+|decreas\w+|improv\w+|reduc(?:e|es|ed|ing|tion\w*)|declin\w+|drop(?:s|ped)?|ris(?:e|es|ing)"
    r"|rose|grow(?:s|n|ing|th)?|fall(?:s|ing)?|fell|trend\w*|correlat\w+|peak\w*|plateau\w*|converg\w+"
    r"|monoton\w+|saturat\w+|doubl\w+|halv\w+)\b"
    r"|高于|低于|优于|大于|小于|相比|比较|对比|增加|增大|减少|减小|上升|下降|提高|降低|趋势|最高|最低|越",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"\b(?:see|also|as|is|are|was|were|be|been|can|in|on|of|for|by|from|to|at|the|a|an|and|or|this|these|that|"
    r"it|its|we|our|with|which|where|here|below|above|following|corresponding|respectively|shown?|shows|"
    r"showing|illustrat\w+|depict\w*|display\w*|present\w*|given?|gives|list(?:s|ed)?|summari[sz]e[ds]?|"
    r"report(?:s|ed)?|provide[ds]?|plot(?:s|ted)?|draw[ns]?|found|find|seen|refer(?:red)?|detail(?:s|ed)?|"
    r"more|further|full|complete|results?|examples?|e\.g|i\.e|cf|panels?|left|right|top|bottom|"
    r"figures?|figs?|tables?|schemes?)\b\.?",
    re.IGNORECASE,
)
_HAN_POINTER = re.compile(r"如|所示|见|参见|详见|图|表|中|示|为|的|和|与|结果")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_WORD = re.compile(r"[^\W\d_]{2,}")
_VALUE = re.compile(r"\d")


def classify(citing: str, following: str = "") -> CitationClass:
    """Class of the citing sentences, their mentions already blanked out.

    `following` is the sentence after them when it names no other object: a pointer whose claim
    comes in the next sentence ("Results are in Figure 3. A beats B.") is not bare.
    """
    if _COMPARISON.search(citing) and not _is_bare(citing):
        return "comparison_or_trend"
    if not _is_bare(citing):
        return "specific_claim"
    if following and _COMPARISON.search(following):
        return "comparison_or_trend"
    if following and _VALUE.search(following):
        return "specific_claim"
    return "bare_pointer"


def _is_bare(text: str) -> bool:
    """Whether hardly anything is left of a text without its pointing words."""
    rest = _HAN_POINTER.sub("", _POINTER.sub(" ", text))
    content = len(_WORD.findall(_HAN.sub(" ", rest))) + len(_HAN.findall(rest)) // 2
    return content < _MIN_CONTENT_WORDS - (1 if _VALUE.search(rest) else 0)
