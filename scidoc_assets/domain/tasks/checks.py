"""Hard checks on a question stem: rules that need no model.

Source: spec argument-graphs.md (Tasks), seed 000 Appendix B and G.1. Each hit names its reason,
its rule and the words found; an empty list means that the stem passes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from scidoc_assets.schemas.content_words import content_words
from scidoc_assets.schemas.direction_words import given_directions
from scidoc_assets.schemas.label_mentions import find_groups
from scidoc_assets.schemas.tasks import CheckHit, ReasoningTask, TaskReason
from scidoc_assets.schemas.text import normalise

MAX_CLAIM_COVERAGE = 0.6
MAX_SHARED_RUN = 5
MAX_LIKENESS = 78.0
_FLAGS = re.IGNORECASE

EXAM_PATTERNS: dict[str, str] = {
    "discuss": r"^\s*(?:please )?(?:critically |briefly )?(?:discuss|evaluate|comment on|elaborate|"
    r"summari[sz]e|describe|outline|justify|assess)\b",
    "explain_task": r"^\s*(?:please )?explain (?:in detail|fully|how and why|why)\b",
    "compare_and_contrast": r"\bcompare and contrast\b",
    "proof": r"\b(?:prove|show|verify|demonstrate|derive|establish) (?:that|rigorously)\b",
    "essay": r"\b(?:write (?:a|an|one)|in your own words|give reasons|support your answer|"
    r"your answer should|with reference to)\b",
    "chinese_exam": r"试论述|请论述|试证明|请证明|试分析|简述|请说明理由",
}
PROCEDURE_PATTERNS: dict[str, str] = {
    "numbered_steps": r"\bstep (?:\d|one|two)\b|\b(?:first|firstly)\b.{3,200}\b(?:then|next|second|"
    r"secondly|finally)\b|首先.{2,100}(?:然后|其次|最后)",
    "instruction_chain": r"\b(?:start|begin) (?:by|with)\b|\bby (?:first|comparing|combining|"
    r"inspecting|reading off|integrating|examining)\b",
    "combine_then": r"\b(?:combine|integrate|cross-?check|reconcile|synthesi[sz]e) (?:the |these |"
    r"both |all )?.{2,120}\b(?:to (?:infer|determine|decide|conclude|derive|reach)|into)\b",
    "identify_then": r"\b(?:identify|read off|extract|locate|list)\b.{3,160}\b(?:and (?:then|use)|"
    r"then)\b",
}
SHELL_PATTERNS: dict[str, str] = {
    "overall_conclusion": r"\bwhat (?:\w+ )?overall (?:conclusion|picture)\b|\bwhat conclusions? "
    r"(?:follows?|emerges?|can be drawn)\b|得出什么(?:总体)?结论",
    "best_supported": r"\b(?:which|what) (?:\w+ )?(?:explanation|interpretation|account|conclusion|"
    r"hypothesis) is (?:best|most strongly|better) supported\b",
    "most_consistent": r"\b(?:which|what) (?:\w+ )?(?:interpretation|explanation|account|"
    r"conclusion) is most consistent with\b",
    "what_if_anything": r"\bwhat,? if anything,? (?:does|do|did|is|are|can)\b",
    "how_fully": r"\bhow fully (?:is|are) the (?:claim|statement|conclusion) that\b",
    "to_what_extent": r"\bto what extent (?:is|are|does|do) the (?:claim|statement|conclusion)"
    r"(?:s)? (?:that|hold)\b",
    "using_to_form": r"\busing .{1,120} to (?:form|build|construct|arrive at)\b",
    "taking_as_evidence": r"\btaking .{1,120} as (?:evidence|proof|support)\b|以.{1,40}为证据",
    "figures_show": r"\bwhat (?:do|does|can) (?:these|the|those|this|all) (?:\w+ ){0,2}?(?:figures?|"
    r"tables?|materials?|images?|panels?|results?)(?: and (?:tables?|figures?))? (?:show|suggest|"
    r"imply|indicate|tell|reveal|demonstrate)|这些图表?(?:说明|表明|显示)了?什么",
}
_GENERIC_STEMS = frozenset(
    content_words(
        "figure table panel image data result results finding material system case cases condition "
        "measurement pattern relationship related relation behave behaviour provided selected "
        "reported shown plotted cover covered what how which does across between answer question "
        "study paper work effect value characterise characterize characterises matter reason system "
        "link follow main record recorded one another each establish agree regard set sets apart difference absence mean understood understand "
        "relate relates hold holds compare compared conditions why happen "
        "在图表所记录的情形中 所记录的各种情形之间 之间是什么关系 应如何理解这一关系 有何不同 应如何理解这种不同 "
        "这些图中的规律是什么 这些图表 结果如何 说明什么 研究对象有何不同 呈现怎样的规律 研究对象 什么关系"
    )
)


@dataclass(frozen=True)
class StemContext:
    """What a stem may not say and may point at. `claims` are the final claim first, then the
    intermediate ones; `aliases` the task's own figure and table names."""

    claims: Sequence[str]
    aliases: Sequence[str]
    topic_terms: Sequence[str] = ()


def stem_context_of(task: ReasoningTask) -> StemContext:
    """Return what the stem of a task may not say (its claims, final first) and may point at."""
    claims = sorted(
        (n for n in task.nodes if n.type == "claim"),
        key=lambda n: (n.node_id != task.root_id, n.node_id),
    )
    return StemContext([c.label for c in claims], [i.alias for i in task.images])


def check_stem(stem: str, context: StemContext) -> list[CheckHit]:
    """Return every hard-check hit on a stem, in a fixed order."""
    text = normalise(stem).text
    return [
        *_pattern_hits(text, EXAM_PATTERNS, "exam_phrasing"),
        *_pattern_hits(text, PROCEDURE_PATTERNS, "procedure_exposed"),
        *_pattern_hits(text, SHELL_PATTERNS, "answer_shaping"),
        *over_generic(text),
        *leaks(text, context),
        *outside_anchors(text, context.aliases),
    ]


def _pattern_hits(text: str, patterns: dict[str, str], reason: TaskReason) -> list[CheckHit]:
    hits = []
    for rule, pattern in patterns.items():
        found = re.search(pattern, text, _FLAGS)
        if found:
            hits.append(CheckHit(reason=reason, rule=rule, found=found.group()[:120]))
    return hits


def over_generic(text: str) -> list[CheckHit]:
    """A stem without any word of its own subject could be asked of every paper."""
    specific = [w for w in content_words(text) if w not in _GENERIC_STEMS and not w.isdigit()]
    return (
        [] if specific else [CheckHit(reason="over_generic", rule="no_subject", found=text[:120])]
    )


def leaks(text: str, context: StemContext) -> list[CheckHit]:
    """Leakage of the final or an intermediate claim: shared words, near paraphrase, direction."""
    hits = []
    for claim in context.claims:
        coverage = claim_coverage(text, claim)
        run = longest_shared_run(text, claim)
        if coverage > MAX_CLAIM_COVERAGE:
            hits.append(_leak("lexical_overlap", f"{coverage:.2f} of: {claim}"))
        if len(run) >= MAX_SHARED_RUN:
            hits.append(_leak("shared_run", " ".join(run)))
        if likeness(text, claim) > MAX_LIKENESS:
            hits.append(_leak("paraphrase", claim))
    hits += [_leak("direction_word", word) for word in given_directions(text)]
    return hits


def _leak(rule: str, found: str) -> CheckHit:
    return CheckHit(reason="leaks_claim", rule=rule, found=found[:160])


def claim_coverage(stem: str, claim: str) -> float:
    """Return the share of the claim's content words that the stem says, in [0, 1]."""
    wanted = set(content_words(claim))
    return len(wanted & set(content_words(stem))) / len(wanted) if wanted else 0.0


def longest_shared_run(stem: str, claim: str) -> list[str]:
    """Return the longest run of content words that stem and claim have in the same order."""
    left, right = content_words(stem), content_words(claim)
    best: list[str] = []
    for i in range(len(left)):
        for j in range(len(right)):
            size = 0
            while (
                i + size < len(left) and j + size < len(right) and left[i + size] == right[j + size]
            ):
                size += 1
            if size > len(best):
                best = left[i : i + size]
    return best


def likeness(stem: str, claim: str) -> float:
    """Return 0-100: how alike the sorted content words are, spelling variants included. A lexical
    stand-in for meaning: it cannot see a paraphrase in other words."""
    left, right = sorted(set(content_words(stem))), sorted(set(content_words(claim)))
    return float(fuzz.ratio(" ".join(left), " ".join(right))) if left and right else 0.0


def named_anchors(text: str) -> list[str]:
    """Return the printed labels that a stem names (`Figures 1 and 2` names two), in order."""
    groups = find_groups(text, is_foreign_kept=True)
    return list(dict.fromkeys(label.printed for g in groups for label, _ in g.members))


def outside_anchors(text: str, aliases: Sequence[str]) -> list[CheckHit]:
    """Figures or tables that the stem names and the task does not have."""
    return [
        CheckHit(reason="anchor_outside_selection", rule="unknown_alias", found=name)
        for name in named_anchors(text)
        if name not in aliases
    ]
