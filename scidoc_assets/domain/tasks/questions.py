"""The question chain without a model: observation, bridge and blind questions from templates.

Source: spec argument-graphs.md (Tasks), seed 000 G.1. Template stems are marked
`question_source=template`; they must pass the same hard checks as a model's and name no result.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scidoc_assets.domain.tasks.aliases import alias_by_evidence
from scidoc_assets.domain.tasks.checks import StemContext, check_stem
from scidoc_assets.domain.tasks.sampling import Subgraph
from scidoc_assets.domain.tasks.topics import stands_as_noun, topic_terms
from scidoc_assets.schemas.content_words import content_words
from scidoc_assets.schemas.tasks import BridgeStep, ObservationStep, ReferenceImage
from scidoc_assets.schemas.text import normalise

_CJK = re.compile(r"[\u3400-\u9fff]")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class QuestionInputs:
    """What the templates may use: the subgraph, its images and the paper's title."""

    subgraph: Subgraph
    images: Sequence[ReferenceImage]
    title: str | None = None

    @property
    def is_chinese(self) -> bool:
        """Whether the target claim is Chinese (the question follows it)."""
        label = self.subgraph.target.label
        return len(_CJK.findall(label)) * 4 >= len(label)

    @property
    def witnesses(self) -> list[str]:
        """Texts whose words may name the topic: captions and evidence (a title is often the claim)."""
        captions = [image.caption or "" for image in self.images]
        evidence = [n.label for n in self.subgraph.of_type("evidence")]
        return [*captions, *evidence]

    def stem_context(self, topics: Sequence[str] = ()) -> StemContext:
        """What the blind question of this subgraph may not say and may point at."""
        claims = [
            self.subgraph.target.label,
            *(c.label for c in self.subgraph.intermediate_claims),
        ]
        return StemContext(claims, [i.alias for i in self.images], topics)


def listed(aliases: Sequence[str], *, chinese: bool = False) -> str:
    """Return `Figure 1, Figure 2 and Table 1` (or its Chinese form)."""
    names = [chinese_alias(a) for a in aliases] if chinese else list(aliases)
    glue, last = ("、", "和") if chinese else (", ", " and ")
    return names[0] if len(names) == 1 else glue.join(names[:-1]) + last + names[-1]


def chinese_alias(alias: str) -> str:
    """Return `图1` for `Figure 1`, `表1` for `Table 1`."""
    word, number = alias.split()
    return f"{'图' if word == 'Figure' else '表'}{number}"


def blind_question(inputs: QuestionInputs) -> str:
    """Return the first template stem that passes the hard checks, else the last one tried.

    Templates go from two topic terms to one, so that a short claim is not given away; terms that
    the claim shares with captions come before terms of the evidence. Never raises; a subgraph
    without images gives "".
    """
    if not inputs.images:
        return ""
    stem = ""
    for chosen in _choices(_terms(inputs), inputs):
        stem = _stem(chosen, inputs)
        if not check_stem(stem, inputs.stem_context(chosen)):
            return stem
    return stem


def _terms(inputs: QuestionInputs) -> list[str]:
    """Topic terms of the claim first, then those that evidence and captions share."""
    is_chinese, target = inputs.is_chinese, inputs.subgraph.target.label
    captions = [image.caption or "" for image in inputs.images]
    found = topic_terms(target, inputs.witnesses, 4, chinese=is_chinese)
    said = " ; ".join(n.label for n in inputs.subgraph.of_type("evidence"))
    taken = {word for term in found for word in content_words(term)}
    for term in topic_terms(said, captions, 4, chinese=is_chinese):
        if not taken & set(content_words(term)):
            found.append(term)
    return found


def _choices(terms: Sequence[str], inputs: QuestionInputs) -> list[tuple[str, ...]]:
    """Pairs of noun phrases of the captions, then single terms, then none."""
    captions = [normalise(image.caption or "").text for image in inputs.images]
    nouns = [t for t in terms if inputs.is_chinese or stands_as_noun(t, captions)]
    pairs = [(a, b) for i, a in enumerate(nouns) for b in nouns[i + 1 :]]
    ordered = [*nouns, *(t for t in terms if t not in nouns)]
    return [*pairs[:6], *((t,) for t in ordered), ()]


def _stem(terms: Sequence[str], inputs: QuestionInputs) -> str:
    where = listed([i.alias for i in inputs.images], chinese=inputs.is_chinese)
    if inputs.is_chinese:
        if len(terms) == 2:
            return f"在{where}所记录的情形中，{terms[0]}与{terms[1]}之间是什么关系，应如何理解这一关系？"
        topic = terms[0] if terms else "研究对象"
        return f"在{where}所记录的各种情形之间，{topic}有何不同，应如何理解这种不同？"
    texts = [inputs.subgraph.target.label, *inputs.witnesses]
    named = [_lowered(t, texts) for t in terms]
    if len(named) == 2:
        return (
            f"What relationship links {named[0]} and {named[1]} in the cases recorded in {where}, "
            "and how is that relationship to be understood?"
        )
    topic = named[0] if named else "the system"
    return (
        f"What sets the cases recorded in {where} apart with regard to {topic}, and how is that "
        "difference, or its absence, to be understood?"
    )


def _lowered(term: str, texts: Sequence[str]) -> str:
    """Lower a capital that only a sentence's beginning explains; names and acronyms keep theirs."""
    if any(c.isupper() or c.isdigit() for c in term[1:]):
        return term
    begins = re.compile(rf"(?:^|[.:;!?)]\s+){re.escape(term)}\b")
    inside = re.compile(rf"[a-z,]\s+{re.escape(term)}\b")
    is_name = any(inside.search(text) for text in texts)
    is_first = any(begins.search(text) for text in texts)
    return term[:1].lower() + term[1:] if is_first and not is_name else term


def observation_steps(inputs: QuestionInputs) -> list[ObservationStep]:
    """Return observation questions per evidence, all of one evidence sharing its key region."""
    aliases = alias_by_evidence(inputs.subgraph, inputs.images)
    steps = []
    for node in inputs.subgraph.of_type("evidence"):
        if node.node_id not in aliases:
            continue
        alias = aliases[node.node_id]
        statement = node.visual_evidence_text or node.label
        steps.append(
            ObservationStep(
                evidence_id=node.node_id,
                image=alias,
                questions=_observation_questions(statement, alias, node.panels, inputs),
                key_region=node.key_region,
            )
        )
    return steps


def _observation_questions(
    statement: str, alias: str, panels: Sequence[str], inputs: QuestionInputs
) -> list[str]:
    """Two to three local questions: what is compared, which values, which direction."""
    captions = [i.caption or "" for i in inputs.images if i.alias == alias]
    witnesses = [*captions, inputs.title or "", inputs.subgraph.target.label]
    terms = topic_terms(statement, witnesses, 2, chinese=inputs.is_chinese)
    if inputs.is_chinese:
        place, topic = chinese_alias(alias), "与".join(terms) or "所示的量"
        questions = [f"{place}中，{topic}在各种情形下如何变化？"]
        return questions + (
            [f"{place}中能读出的{topic}的数值是多少？"] if _DIGIT.search(statement) else []
        )
    place = f"{alias} (panel {', '.join(panels)})" if panels else alias
    topic = (
        " and ".join(_lowered(t, [statement, *captions]) for t in terms) or "the plotted quantities"
    )
    questions = [
        f"In {place}, how does {topic} differ between the cases that are shown?",
        f"Which curves, marks, rows or regions of {place} decide how {topic} compares?",
    ]
    if _DIGIT.search(statement):
        questions.append(f"Which values for {topic} can be read from {place}?")
    return questions


def bridge_steps(inputs: QuestionInputs) -> list[BridgeStep]:
    """Return one bridge question per intermediate claim, naming the aliases it rests on."""
    aliases = alias_by_evidence(inputs.subgraph, inputs.images)
    steps = []
    for claim in inputs.subgraph.intermediate_claims:
        premises = [e.target for e in inputs.subgraph.edges if e.source == claim.node_id]
        used = list(dict.fromkeys(aliases[p] for p in premises if p in aliases))
        terms = topic_terms(claim.label, inputs.witnesses, 1, chinese=inputs.is_chinese)
        steps.append(
            BridgeStep(
                claim_id=claim.node_id,
                question=_bridge(
                    [_lowered(t, [claim.label, *inputs.witnesses]) for t in terms],
                    used,
                    inputs.is_chinese,
                ),
                premise_ids=premises,
            )
        )
    return steps


def _bridge(terms: Sequence[str], aliases: Sequence[str], chinese: bool) -> str:
    if chinese:
        where = listed(aliases, chinese=True) if aliases else "前述中间结论"
        return (
            f"把{where}中的观察放在一起，关于{terms[0] if terms else '该现象'}可以作出怎样的解释？"
        )
    where = f"the readings from {listed(aliases)}" if aliases else "the earlier local inferences"
    topic = terms[0] if terms else "the system"
    return f"When {where} are taken together, what local inference about {topic} do they allow?"
