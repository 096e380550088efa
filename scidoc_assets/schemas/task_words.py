"""Texts in a task's words: printed figure and table numbers become the task's aliases.

Source: seed 000 G.1 (numbering restarts inside a task). A paper's `Figure 3` is the task's
`Figure 2`, so a text that keeps the print points at the wrong picture. An object of the paper that
the task does not show is named as the paper's own. Refuses to touch another paper's labels.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scidoc_assets.schemas.label_mentions import LabelGroup, find_groups
from scidoc_assets.schemas.labelling import LabelKind, ObjectLabel, match_label
from scidoc_assets.schemas.text import normalise

_HAN_WORD: dict[LabelKind, str] = {"figure": "图", "table": "表", "algorithm": "算法"}
_ALIAS = re.compile(r"(?P<word>Figure|Table) (?P<number>\d+)")
_SENTENCE_END = re.compile(r"(?:^|[.!?]\s+)$")
_PAPERS_OWN = re.compile(
    r"\bthe paper's (?:Extended Data )?[A-Z][a-z]+ [A-Z]{0,3}[\d.]+|原文(?:图|表|算法)[A-Z]{0,3}[\d.]+",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b[Tt]he\s+$")


@dataclass(frozen=True)
class LabelNames:
    """How the labels of one paper are named in a task.

    `aliases` maps a label key (`F:3`) to an alias (`Figure 2`); `known_keys` are all labels of the
    paper's captions and only settle what print leaves open.
    """

    aliases: Mapping[str, str]
    known_keys: frozenset[str] = field(default_factory=frozenset)


def chinese_alias(alias: str) -> str:
    """Return `图1` for `Figure 1`, `表1` for `Table 1`.

    Raises ValueError for a text that is no alias.
    """
    found = _ALIAS.fullmatch(alias)
    if found is None:
        raise ValueError(f"{alias!r} is no task alias (`Figure 1`, `Table 2`)")
    return f"{'图' if found['word'] == 'Figure' else '表'}{found['number']}"


def listed(names: Sequence[str], *, chinese: bool = False) -> str:
    """Return `Figure 1, Figure 2 and Table 1`, or names joined the Chinese way."""
    glue, last = ("、", "和") if chinese else (", ", " and ")
    return names[0] if len(names) == 1 else glue.join(names[:-1]) + last + names[-1]


def in_task_words(text: str, names: LabelNames) -> str:
    """Return `text` with every label of the paper under its alias, panels kept (`Figure 1a`), and
    labels without one as `the paper's Figure 5`. Everything else stays to the letter."""
    pieces, done = [], 0
    for group in find_groups(text, names.known_keys):
        before = text[done : group.start]
        said = _named(group, names)
        if said.startswith("the paper's"):
            before = _ARTICLE.sub("", before)
            head = "".join(pieces) + before
            said = said[:1].upper() + said[1:] if _SENTENCE_END.search(head) else said
        pieces += [before, said]
        done = group.end
    return "".join([*pieces, text[done:]])


def caption_in_task_words(caption: str, names: LabelNames) -> str:
    """Return a caption under its alias; the label that it begins with is read as a caption's
    (`Figure 3-1` is one label), the rest as running text."""
    flat = normalise(caption)
    head = match_label(flat.text)
    if head is None:
        return in_task_words(caption, names)
    start, end = flat.raw_span(head.start, head.end)
    said = _name(head.label, caption[start] in "附续图圖表算", names)
    rest = in_task_words(caption[end:], names)
    return caption[:start] + said[:1].upper() + said[1:] + rest


def without_papers_own(text: str) -> str:
    """Return a text without the labels that it marks as the paper's own."""
    return _PAPERS_OWN.sub("", text)


def _named(group: LabelGroup, names: LabelNames) -> str:
    said = [_name(label, group.is_han, names) + ",".join(p) for label, p in group.members]
    return listed(said, chinese=group.is_han)


def _name(label: ObjectLabel, is_han: bool, names: LabelNames) -> str:
    alias = names.aliases.get(label.key)
    if alias is not None:
        return chinese_alias(alias) if is_han else alias
    if is_han and label.kind in _HAN_WORD:
        return f"原文{_HAN_WORD[label.kind]}{label.series}{label.number}"
    return f"the paper's {label.printed}"
