"""Topic terms for template questions: noun-like phrases that a claim shares with the captions.

No grammar model: phrases are runs of words between function words, verbs and direction words, and
count only when the captions, the title or other labels say them too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from scidoc_assets.schemas.content_words import STOP_WORDS, content_words
from scidoc_assets.schemas.direction_words import DOWN, LEVEL, UP
from scidoc_assets.schemas.text import normalise

MAX_TERM_WORDS = 3
MAX_CHINESE_RUN = 6
NOUN_BONUS = 1.5
_TOKEN = re.compile(r"[A-Za-z\u00c0-\u024f\u0370-\u03ff][\w\u0370-\u03ff’'-]*|[^\sA-Za-z]+")
# A lone word in -s: plural or third person.
_MAY_BE_VERB = re.compile(r"^\S*[^\Wsui]s$")
_PARTICIPLE = re.compile(r"(?:ed|ing)$")
_GERUND = re.compile(r"^\w{3,}ing$")
_BE = frozenset(["is", "are", "was", "were", "be", "been", "being"])
_VERBAL = "by for after before while when without on from to via through"
_BEFORE_VERB = frozenset(_VERBAL.split())
# Of several kinds ("no other cation") the word names all of them, not one to relate to another.
_OTHER = re.compile(r"\b(?:other|another)(?: \w+)?$", re.IGNORECASE)
_BY = re.compile(r"\bby$", re.IGNORECASE)
# A unit or a count, or a figure of speech: "cells per field", "in excess", "in the light of".
_NO_TOPIC = re.compile(
    r"\bper \w+|\bin (?:\w+ )?excess\b|\b(?:in|shed\w*|throw\w*) (?:\w+ )?light (?:of|on)\b",
    re.IGNORECASE,
)
_PIECE = re.compile(r"[\w’'-]+|[^\w\s]")
_LINKS = (
    "of in on at for with without between by from to under over across per versus vs against and or "
    "as during after before within among via than through into onto upon"
)
_BEFORE_NOUN = frozenset(
    f"{_LINKS} the a an this these those each every both all some any no its their our".split()
)
_AFTER_NOUN = frozenset(
    f"{_LINKS} is are was were has have had that which when where while".split()
)
_LETTERS = re.compile(r"[A-Za-z\u00c0-\u024f\u0370-\u03ff]")
# Fonts with a wrong table print "diàerent" for "different"; a name so spelled is no topic either.
_MISREAD = re.compile(r"[\u00c0-\u024f]")
# Stems of words that name no topic: general verbs, adjectives and talk about papers.
_GENERAL = (
    "able accord account achiev across act actual add addition affect aim allow almost along also "
    "alway among amount appear apply approach aris around aspect attribut author base because "
    "becom behav behind best better beyond big call capabl case caus certain chang choos clear "
    "close combin combination common compar compl conclud condition confirm consider consist "
    "contain contribut correct cover current deal demonstrat depend describ despit detail "
    "determin develop differ different direct discuss display due effect effectiv effici either enabl "
    "enable enough especial essential evaluat even evid evidence exampl exhibit expect experiment "
    "explain explor extend fact factor feasibl find finding first follow found full fundamental "
    "furthermore general generat get giv given good great hard help high highlight identif image "
    "impact implement imply important includ independent indicat influenc initial instead "
    "interest introduc investigat issu key kind know known lack larg latter lead leav less level "
    "like likely low main mak manner many matter maximum mean mention method minimum more "
    "moreov much multipl nam near necessary need new next notabl note novel number object observ "
    "obtain occur often only open order original other otherwis overal overall paper part "
    "particular perfect perform play point possibl potential precis predict presence present "
    "previous primar prior probabl problem produc propos prov provid quantif quit rang rather "
    "reach real recent regard relat relativ relevant remain remarkabl report represent requir "
    "research respectiv respons result reveal robust role sam same scal second seem set several "
    "shap shed show shown significant similar simpl small solv specific still strong studi study "
    "subsequent substantial successful sufficient suggest suitabl summari support system tak take "
    "task term thing think third toward towards trend tri try turn type typical under understand "
    "uniqu us use useful util valid value vari various verif very via way wel well whol wid work "
    "yield articl manuscript sourc respect correl measur control paramet ratio regard detect observation silico situ vitro vivo "
)
_CHINESE_GLUE = re.compile(
    r"[^\u3400-\u9fff]|[的了在与和对是为有可以被使将及或并就而由从到其此该各均都也更最且若则比随后前]"
)
_GENERAL_ZH_WORDS = (
    "主要 原因 结果 表明 显示 样品 情况 影响 作用 方法 研究 问题 变化 不同 之间 能够 有效 通过"
)
_GENERAL_ZH = frozenset(_GENERAL_ZH_WORDS.split())
_NOT_IN_TERM = frozenset(_GENERAL.split())


def topic_terms(
    claim: str, witnesses: Sequence[str], most: int = 4, *, chinese: bool = False
) -> list[str]:
    """Return up to `most` phrases of the claim that `witnesses` (captions, title, other labels)
    also say, best first; phrases share no word. [] when there is none.

    Best = said by more witnesses, longer, standing as a noun phrase in one of them
    (`stands_as_noun`), then earlier in the claim.
    """
    texts = [normalise(w).text for w in witnesses]
    phrases = _chinese_phrases(claim, texts) if chinese else _phrases(normalise(claim).text)
    counted = [(p, sum(_says(text, p) for text in texts)) for p in phrases]
    ranked = sorted(
        ((p, n, at) for at, (p, n) in enumerate(counted) if n > 0),
        key=lambda item: (
            (chinese or stands_as_noun(item[0], texts)) * -NOUN_BONUS
            - min(item[1], 3)
            - 0.8 * (len(item[0].split()) - 1),
            item[2],
        ),
    )
    chosen: list[str] = []
    taken: set[str] = set()
    for phrase, _, _ in ranked:
        words = set(content_words(phrase))
        if words and not words & taken:
            taken |= words
            chosen.append(phrase)
    return chosen[:most]


def stands_as_noun(phrase: str, texts: Sequence[str]) -> bool:
    """Say whether a text uses the phrase as a noun phrase: it ends where a phrase ends ("injection
    of", not "in silico injection"). A lone word in -s, which may be a verb, also begins where one
    begins; one in -ing is no verb ("by inducing the", "is growing"):
    it stands before "of", or behind no form of "be" and no word like "by" or "without".

    `texts` are normalised. Inflections count as the same word, but a word in -s is no participle
    ("those dispersed" makes no noun of "disperses").
    """
    wanted = tuple(content_words(phrase))
    return bool(wanted) and any(_framed(phrase, wanted, text.lower()) for text in texts)


def _framed(phrase: str, wanted: tuple[str, ...], text: str) -> bool:
    may_be_verb = bool(_MAY_BE_VERB.search(phrase))
    tokens = [".", *_PIECE.findall(text), "."]
    stems = [tuple(content_words(token)) for token in tokens]
    for start in range(1, len(tokens) - 1):
        end, said = start, ()
        while end < len(tokens) - 1 and len(said) < len(wanted) and stems[end]:
            said, end = said + stems[end], end + 1
        if said != wanted:
            continue
        if may_be_verb and (
            _PARTICIPLE.search(tokens[start]) or not _is_edge(tokens[start - 1], _BEFORE_NOUN)
        ):
            continue
        if _GERUND.search(tokens[start]) and end == start + 1:
            before = tokens[start - 1]
            if before in _BE or (before in _BEFORE_VERB and tokens[end] != "of"):
                continue
        if _is_edge(tokens[end], _AFTER_NOUN):
            return True
    return False


def _is_edge(token: str, words: frozenset[str]) -> bool:
    return token in words or not token[0].isalpha()


def _phrases(claim: str) -> list[str]:
    """Runs of one to three topic words, in order, longest first at each place."""
    found: list[str] = []
    run: list[str] = []
    for token in [*_TOKEN.findall(_NO_TOPIC.sub(" ; ", claim)), "."]:
        if _is_topic_word(token):
            run.append(token)
            continue
        for start in range(len(run)):
            for size in range(min(MAX_TERM_WORDS, len(run) - start), 0, -1):
                piece = run[start : start + size]
                if _is_whole(piece, claim):
                    found.append(" ".join(piece))
        run = []
    return list(dict.fromkeys(found))


def _is_topic_word(token: str) -> bool:
    low = token.lower()
    if not _LETTERS.match(token) or low in STOP_WORDS or len(token) < 3:
        return False
    if low in _BEFORE_NOUN or low in _AFTER_NOUN or _MISREAD.search(token):
        return False
    if UP.fullmatch(low) or DOWN.fullmatch(low) or LEVEL.fullmatch(low):
        return False
    stems = content_words(token)
    return bool(stems) and not any(s in _NOT_IN_TERM for s in stems) and not low.endswith("ly")


def _is_whole(piece: Sequence[str], claim: str) -> bool:
    """A phrase ends in a noun-like word and is no rest of "other ..."; a lone word has five letters
    and no adjective's ending, and one in -ing or in -s stands as a noun in the claim itself."""
    phrase, last = " ".join(piece), piece[-1].lower()
    if last.endswith(("ed", "ous", "ical", "able", "ible", "ive")):
        return False
    before = claim[: claim.find(phrase)].rstrip()
    if _OTHER.search(before) or (len(piece) > 1 and _BY.search(before) and _GERUND.match(piece[0])):
        return False
    if len(piece) > 1:
        return True
    is_verb_like = last.endswith("ing") or bool(_MAY_BE_VERB.search(phrase))
    if is_verb_like and not stands_as_noun(phrase, [claim]):
        return False
    return len(last) >= 5 and not last.endswith(("al", "ic"))


def _says(text: str, phrase: str) -> bool:
    words = " ".join(content_words(phrase))
    return bool(words) and f" {words} " in f" {' '.join(content_words(text))} "


def _chinese_phrases(claim: str, texts: Sequence[str]) -> list[str]:
    """Runs of two to six characters that the claim and a witness both say, cut at function
    characters and punctuation: without a dictionary, what two texts share is the likeliest word."""
    found: list[str] = []
    for piece in _CHINESE_GLUE.split(claim):
        for text in texts:
            found += [
                run
                for other in _CHINESE_GLUE.split(text)
                for run in _shared_runs(piece, other)
                if not (UP.search(run) or DOWN.search(run) or run in _GENERAL_ZH)
            ]
    return list(dict.fromkeys(found))


def _shared_runs(left: str, right: str) -> list[str]:
    """Common runs of two to six characters that cannot be made longer, by their place in `left`."""
    blocks = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    return [left[b.a : b.a + b.size] for b in blocks if 2 <= b.size <= MAX_CHINESE_RUN]
