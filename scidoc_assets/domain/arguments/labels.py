"""Node labels out of sentences: pointers, connectives and reporting frames taken off.

Source: seed 000 G.1 (labels stand on their own). The words that stay are the paper's own; only
leading connectives, "we find that" frames and bracketed pointers go.
"""

from __future__ import annotations

import re

from scidoc_assets.domain.arguments.cues import CITATION, FRAME, LEADING_CUE
from scidoc_assets.schemas.text import normalise

_POINTER = re.compile(
    r"\s*[(\[](?:[^()\[\]]*?(?:see |cf\. )?)?\b(?:Extended Data |Supplementary |Supp\. )?(?:Figs?|Figures?|"
    r"Tables?|Tabs?|FIGS?)\b\.?[^()\[\]]*[)\]]|\s*[（(](?:如|见)?[图表]\s*\d+[^（）()]*[）)]",
    re.IGNORECASE,
)
# Normalising made the commas of Chinese text narrow.
_CJK_MARK = re.compile(r"(?<=[\u3400-\u9fff])[,;:]|[,;:](?=[\u3400-\u9fff])")
_WIDE = {",": "，", ";": "；", ":": "："}
# Citations that stand together go together.
_CITATIONS = re.compile(rf"(?:{CITATION.pattern})(?:\s*(?:[,;&]|and)?\s*(?:{CITATION.pattern}))*")
# Behind these a citation is a word of its sentence: "the findings of [1] and", "as in (Wu, 2020)".
_TAKES_NOUN = re.compile(
    r"(?:^|\b(?:of|in|by|to|from|with|on|than|as|for|via|per|at|like|following|see|and|or|that|"
    r"using|extends?|extending))\s*$",
    re.IGNORECASE,
)
_OPEN_TAIL = re.compile(r"[(（][^()（）]*$")
_URL = re.compile(r"\s*https?://\S+")
_LEADING_POINTER = re.compile(
    r"^as (?:[\w-]+ ){1,6}?(?:in |by |from )?(?:the )?(?:extended data |supplementary )?(?:figs?|figures?|"
    r"tables?)\.? ?[\w.–-]{1,8}(?: ?\([a-z]\))?, |"
    r"^(?:as |it )?(?:is |can be )?(?:shown|seen|illustrated|depicted|displayed|presented|visible|"
    r"reported|evident)(?: \w+)? (?:in|from|by) (?:the )?(?:extended data |supplementary )?"
    r"(?:figs?|figures?|tables?)\.? ?[\w.,() –-]{1,14}?, |"
    r"^(?:from|in) (?:figs?|figures?|tables?)\.? ?[\w()]{1,6},? (?:we (?:can )?(?:see|observe|find|note) that |"
    r"it (?:can be seen|is (?:clear|evident|seen)) that )|"
    r"^(?:从|由|如)?[图表]\s*\d+(?:所示|可以看出|可知|可见|中可以看出)[，,]?",
    re.IGNORECASE,
)


def label_from(text: str) -> str:
    """Return a self-contained label from a sentence or clause (white space normalised)."""
    label = normalise(text).text.strip(" ,;，；")
    label = _POINTER.sub("", _URL.sub("", _closed(label)))
    label = _CITATIONS.sub(_without_citation, label)
    before = None
    while before != label:
        before = label
        label = LEADING_CUE.sub("", label)
        label = _LEADING_POINTER.sub("", label)
        label = FRAME.sub("", label)
    label = re.sub(r"\s+([.,;:])", r"\1", " ".join(label.split()))
    label = _CJK_MARK.sub(lambda m: _WIDE[m[0]], label)
    return label[:1].upper() + label[1:]


def _closed(label: str) -> str:
    """The label with the bracket closed that the end of its clause left open."""
    body = label.rstrip(".。")
    opened = _OPEN_TAIL.search(body)
    if opened is None:
        return label
    mark = ")" if opened[0][0] == "(" else "）"
    return body + mark + label[len(body) :]


def _without_citation(found: re.Match[str]) -> str:
    """What stays of citations: the name that a sentence says ("Wu et al. [3] report"), a word in
    their place where the sentence needs one, else nothing."""
    said = found[0]
    if said[0] not in "[(":
        return re.split(r"\s*[\[(]", said, maxsplit=1)[0]
    before = found.string[: found.start()]
    if not _TAKES_NOUN.search(before):
        return ""
    return "the cited work" if before.strip() else "The cited work"
