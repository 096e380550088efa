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
from scidoc_assets.schemas.task_words import chinese_alias, listed
from scidoc_assets.schemas.tasks import BridgeStep, ObservationStep, ReferenceImage
from scidoc_assets.schemas.text import normalise

_CJK = re.compile(r"[\u3400-\u9fff]")
_DIGIT = re.compile(r"\d")
MAX_PAIRS = 8


@dataclass(frozen=True)
class QuestionInputs:
    """What the templates may use: the subgraph (in the task's words), its images, the paper's
    title, and for a task over two papers the aliases of each (`studies`)."""

    subgraph: Subgraph
    images: Sequence[ReferenceImage]
    title: str | None = None
    studies: Sequence[Sequence[str]] = ()

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


def aliases_listed(aliases: Sequence[str], *, chinese: bool = False) -> str:
    """Return `Figure 1, Figure 2 and Table 1` (or its Chinese form)."""
    return listed([chinese_alias(a) for a in aliases] if chinese else aliases, chinese=chinese)


def blind_question(inputs: QuestionInputs) -> str:
    """Return the first template stem that passes the hard checks, else the last one tried.

    Templates go from two topic terms to one, so that a short claim is not given away; a pair holds
    a term of the claim, so that the question is about its target. Two papers are asked about one by
    one. Never raises; a subgraph without images gives "".
    """
    if not inputs.images:
        return ""
    stem = ""
    for chosen in _choices(*_terms(inputs), inputs):
        stem = _stem(chosen, inputs)
        if not check_stem(stem, inputs.stem_context(chosen)):
            return stem
    return stem


def _terms(inputs: QuestionInputs) -> tuple[list[str], list[str]]:
    """Topic terms of the claim, and further ones that evidence and captions share."""
    is_chinese, target = inputs.is_chinese, inputs.subgraph.target.label
    captions = [image.caption or "" for image in inputs.images]
    of_claim = topic_terms(target, inputs.witnesses, 4, chinese=is_chinese)
    said = " ; ".join(n.label for n in inputs.subgraph.of_type("evidence"))
    taken = {word for term in of_claim for word in content_words(term)}
    further = [
        term
        for term in topic_terms(said, captions, 4, chinese=is_chinese)
        if not taken & set(content_words(term))
    ]
    return of_claim, further


def _choices(
    of_claim: Sequence[str], further: Sequence[str], inputs: QuestionInputs
) -> list[tuple[str, ...]]:
    """Pairs of noun phrases with one of the claim at least, then single terms, then none."""
    captions = [normalise(image.caption or "").text for image in inputs.images]
    texts = [normalise(inputs.subgraph.target.label).text, *captions]

    def is_noun(term: str) -> bool:
        return inputs.is_chinese or stands_as_noun(term, texts)

    claimed = [t for t in of_claim if is_noun(t)]
    # Two studies share what their claims name, not what one of them measured.
    nouns = [*claimed, *(t for t in further if is_noun(t) and len(inputs.studies) != 2)]
    pairs = [(a, b) for i, a in enumerate(claimed) for b in nouns[i + 1 :]]
    ordered = [*nouns, *(t for t in [*of_claim, *further] if t not in nouns)]
    return [*pairs[:MAX_PAIRS], *((t,) for t in ordered), ()]


def _stem(terms: Sequence[str], inputs: QuestionInputs) -> str:
    if len(inputs.studies) == 2:
        return _two_studies_stem(terms, inputs)
    where = aliases_listed([i.alias for i in inputs.images], chinese=inputs.is_chinese)
    if inputs.is_chinese:
        if len(terms) == 2:
            return f"在{where}所记录的情形中，{terms[0]}与{terms[1]}之间是什么关系，应如何理解这一关系？"
        topic = terms[0] if terms else "研究对象"
        return f"在{where}所记录的各种情形之间，{topic}有何不同，应如何理解这种不同？"
    named = _named(terms, inputs)
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


def _two_studies_stem(terms: Sequence[str], inputs: QuestionInputs) -> str:
    first, second = (aliases_listed(s, chinese=inputs.is_chinese) for s in inputs.studies)
    if inputs.is_chinese:
        topic = "与".join(terms) or "研究对象"
        return (
            f"{first}出自一项研究，{second}出自另一项研究：两者各自确立了关于{topic}的什么认识，"
            "彼此是否相符？"
        )
    topic = " and ".join(_named(terms, inputs)) or "the system"
    return (
        f"One study recorded {first}, another recorded {second}: what does each of them establish "
        f"about {topic}, and do the two agree?"
    )


def _named(terms: Sequence[str], inputs: QuestionInputs) -> list[str]:
    texts = [inputs.subgraph.target.label, *inputs.witnesses]
    return [_lowered(t, texts) for t in terms]


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
    """Two to three local questions: what differs, what shows it, which values. Their words fit one
    thing and several."""
    captions = [i.caption or "" for i in inputs.images if i.alias == alias]
    witnesses = [*captions, inputs.title or ""]
    terms = topic_terms(statement, witnesses, 2, chinese=inputs.is_chinese)
    is_table = alias.startswith("Table")
    if inputs.is_chinese:
        topic = "与".join(terms) or ("所列的量" if is_table else "所绘的量")
        place = chinese_alias(alias) + "、".join(panels)
        questions = [f"{place}中，{topic}在各种情形下如何变化？"]
        return questions + (
            [f"{place}中能读出的{topic}的数值是多少？"] if _DIGIT.search(statement) else []
        )
    word = "panel" if len(panels) == 1 else "panels"
    place = f"{alias} ({word} {listed(panels)})" if panels else alias
    topic = " and ".join(_lowered(t, [statement, *captions]) for t in terms)
    topic = topic or f"the quantities {'listed' if is_table else 'shown'}"
    marks = "rows and columns" if is_table else "curves, marks or regions"
    questions = [
        f"In {place}, what differences in {topic} are there between the cases recorded?",
        f"Which {marks} of {place} bear on {topic}?",
    ]
    if _DIGIT.search(statement):
        questions.append(f"Which values for {topic} can be read from {place}?")
    return questions


def bridge_steps(inputs: QuestionInputs) -> list[BridgeStep]:
    """Return one bridge question per intermediate claim, naming the aliases it rests on."""
    aliases = alias_by_evidence(inputs.subgraph, inputs.images)
    claims = {c.node_id for c in inputs.subgraph.intermediate_claims}
    steps = []
    for claim in inputs.subgraph.intermediate_claims:
        premises = [e.target for e in inputs.subgraph.edges if e.source == claim.node_id]
        used = list(dict.fromkeys(aliases[p] for p in premises if p in aliases))
        has_claims = bool(claims & set(premises))
        terms = topic_terms(claim.label, inputs.witnesses, 1, chinese=inputs.is_chinese)
        steps.append(
            BridgeStep(
                claim_id=claim.node_id,
                question=_bridge(
                    [_lowered(t, [claim.label, *inputs.witnesses]) for t in terms],
                    _grounds(used, has_claims, inputs.is_chinese),
                    inputs.is_chinese,
                ),
                premise_ids=premises,
            )
        )
    return steps


def _grounds(aliases: Sequence[str], has_claims: bool, chinese: bool) -> str:
    """What an intermediate claim rests on: readings, earlier inferences, or both."""
    if chinese:
        readings = [f"{aliases_listed(aliases, chinese=True)}中的观察"] if aliases else []
        return "与".join([*readings, *(["前面的局部推断"] if has_claims else [])])
    readings = [f"the readings from {aliases_listed(aliases)}"] if aliases else []
    return " and ".join([*readings, *(["the earlier local inferences"] if has_claims else [])])


def _bridge(terms: Sequence[str], grounds: str, chinese: bool) -> str:
    if chinese:
        topic = terms[0] if terms else "研究对象"
        return f"综合{grounds}，可以对{topic}作出怎样的局部推断？"
    topic = terms[0] if terms else "the system"
    return f"When {grounds} are taken together, what local inference about {topic} do they allow?"
