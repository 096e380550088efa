"""Observable statements and key regions without a model: a conservative rule baseline.

Source: spec argument-graphs.md (Construction 4 and 5), seed 000 G.1 (visual evidence). Takes
mechanism, cause and conclusion out of an evidence sentence and adds nothing; what remains may be
empty, and then the evidence serves no task.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scidoc_assets.domain.arguments.cues import (
    OBSERVATION_WORDS,
    OBSERVATION_WORDS_ZH,
    VALUES,
    without_labels,
)
from scidoc_assets.domain.arguments.sentences import is_chinese
from scidoc_assets.schemas.arguments import KeyRegionSource
from scidoc_assets.schemas.content_words import content_words
from scidoc_assets.schemas.figures import S4MarkedFigure
from scidoc_assets.schemas.geometry import BBox, area, union

_FLAGS = re.IGNORECASE
# From these words on, up to the next semicolon or the end, a sentence explains and does not observe.
_EXPLAINS = re.compile(
    r"[,;(–—-]?\s*\b(?:and (?:thus|therefore|hence)|because|due to|owing to|caused by|as a (?:result|consequence) of|"
    r"(?:provid|giv|lend|offer)ing (?:\w+ ){0,2}(?:evidence|support|proof)|"
    r"thanks to|therefore|thus|hence|(?:thereby |thus )?(?:suggest|indicat|imply|demonstrat|confirm|"
    r"prov|reflect|support|reveal|highlight|underscor|emphasi[sz]|validat|explain)ing|"
    r"which (?:\w+ )?(?:suggests?|indicates?|implies|means|confirms?|demonstrates?|explains?|proves?|"
    r"supports?|reflects?|highlights?|is (?:due|because|consistent|expected|explained|attributed)|"
    r"can be (?:explained|attributed|understood)|may be|might be|could be)|"
    r"(?:is |are |was |were )?(?:likely |probably |presumably )?(?:attributable|attributed|ascribed) to|"
    r"consistent with|in (?:agreement|accordance|line) with|"
    r"so that|in order to|presumably|probably|possibly|likely)\b[^;；]*|"
    # A clause that only "so" begins; "so that" is above, "so far" and "so many" explain nothing.
    r"[,;]\s*(?:and )?so (?!that\b|far\b|many\b|much\b|called\b|long\b)[^;；]*|"
    r"[，,；;]?(?:因此|所以|从而|说明|表明|这是因为|由于|因为|可见|可以得出)[^；;]*",
    _FLAGS,
)
_INTERPRETS = re.compile(
    r"\b(?:prov(?:es?|ed)|causes?|caused|confirm(?:s|ed)?|conclud\w+|therapeutic|mechanism|explain(?:s|ed)?|"
    r"suggest(?:s|ed)?|impl(?:y|ies|ied)|hypothes\w+|believe|interpret\w*|responsible for)\b",
    _FLAGS,
)
# A clause head left hanging when its verb was cut: ", with tilted coleoptiles [demonstrating ...]".
_HANGING = re.compile(
    r"(?:,\s*(?:with|and|while|which)\s+(?:\S+\s?){1,6}$)|(?:[,;]?\s+(?:and|but|with|while|as|"
    r"that|which|where|thus|so|or|is|are|was|were|by))+$",
    re.IGNORECASE,
)
# A clause whose predicate was cut ("they are generally [caused by ...]") says nothing any more.
_LOST_PREDICATE = re.compile(
    r"(?:^|[,;]\s*)[^,;]*\b(?:is|are|was|were|be|been|being)(?:\s+(?:\w+ly|also|not|often|most))*$",
    re.IGNORECASE,
)
_ONLY_A_CONDITION = re.compile(
    r"^(?:when|if|as|while|whereas|although|though|since|because|once|where|unless)\b[^,]*$",
    re.IGNORECASE,
)
_ONLY_A_FRAME = re.compile(
    r"^(?:for|in|at|with|on|between|among|compared|unlike|by|from|under|over|during|after|before)\b"
    r"[^,]*$",
    re.IGNORECASE,
)
MIN_FRAMED_WORDS = 8
_EXPECTED = re.compile(
    r",?\s*\bas (?:expected|predicted|hypothesi[sz]ed|anticipated)\b,?", re.IGNORECASE
)
_TRAILING = re.compile(r"[\s,;:(–—-]+$|[，；：（]+$")
MIN_WORDS, MIN_CJK = 4, 6
MIN_REGION_AREA, REGION_PAD = 0.02, 0.05


@dataclass(frozen=True, slots=True)
class KeyRegionGuess:
    """A normalised box on the object image and what it rests on."""

    bbox: BBox
    source: KeyRegionSource


def observable_statement(label: str) -> str:
    """Return the part of an evidence label that could be read off a figure or table, or "".

    Words are the paper's own; only explaining clauses are cut. Empty when an interpreting verb
    stays, when too little is left, or when what is left observes nothing.
    """
    kept = _EXPECTED.sub("", label).strip().rstrip(".。")
    if _EXPLAINS.search(kept):
        kept = _without_explanation(kept)
    kept = _TRAILING.sub("", kept.strip()).strip(" ,;，；")
    if not kept or _INTERPRETS.search(kept):
        return ""
    is_long_enough = len(kept) >= MIN_CJK if is_chinese(kept) else len(kept.split()) >= MIN_WORDS
    said = without_labels(kept)
    observes = (
        OBSERVATION_WORDS.search(said) or OBSERVATION_WORDS_ZH.search(said) or VALUES.search(said)
    )
    if not is_long_enough or not observes:
        return ""
    return kept[:1].upper() + kept[1:] + ("。" if is_chinese(kept) else ".")


def _without_explanation(label: str) -> str:
    """A label less its explaining clauses and what they leave hanging; "" when no sentence stays."""
    kept = "".join(_EXPLAINS.split(label)).strip(" ,;，；")
    kept = _LOST_PREDICATE.sub("", kept).strip(" ,;")
    is_short = len(kept.split()) < MIN_FRAMED_WORDS
    if _ONLY_A_CONDITION.match(kept) or (is_short and _ONLY_A_FRAME.match(kept)):
        return ""
    return _HANGING.sub("", kept)


def key_region(figure: S4MarkedFigure, panels: Sequence[str], statement: str) -> KeyRegionGuess:
    """Return where an evidence is seen on a figure's image, normalised to its crop.

    Boxes of the cited panels when they are known, else printed words and values of the statement
    found by OCR, else the whole image (marked so).
    """
    boxed = _panel_region(figure, panels)
    if boxed is not None:
        return KeyRegionGuess(boxed, "panel")
    read = _ocr_region(figure, statement)
    if read is not None:
        return KeyRegionGuess(read, "ocr")
    return KeyRegionGuess((0.0, 0.0, 1.0, 1.0), "whole")


def _panel_region(figure: S4MarkedFigure, panels: Sequence[str]) -> BBox | None:
    wanted = {p.lower() for p in panels}
    boxes = [p.bbox_pt for p in figure.panels if p.letter.lower() in wanted and p.bbox_pt]
    if figure.bbox_pt is None or not boxes or len(boxes) < len(wanted):
        return None
    return _unit(union(boxes), figure.bbox_pt)


def _ocr_region(figure: S4MarkedFigure, statement: str) -> BBox | None:
    """Box around OCR lines that print at least two different words of the statement; None when
    that is a sliver or the image's size is unknown."""
    if not figure.crop_width_px or not figure.crop_height_px:
        return None
    wanted = {w for w in content_words(statement) if len(w) >= 3}
    hits = [(r.bbox_px, wanted & set(content_words(r.text))) for r in figure.ocr_regions]
    hits = [(box, words) for box, words in hits if words]
    if len({w for _, words in hits for w in words}) < 2:
        return None
    frame = (0.0, 0.0, float(figure.crop_width_px), float(figure.crop_height_px))
    box = _unit(union(box for box, _ in hits), frame)
    return box if box is not None and area(box) >= MIN_REGION_AREA else None


def _unit(box: BBox, frame: BBox) -> BBox | None:
    """Normalise `box` to `frame` with a small margin, cut at the frame; None without area."""
    width, height = frame[2] - frame[0], frame[3] - frame[1]
    if width <= 0 or height <= 0:
        return None
    x0 = max(0.0, (box[0] - frame[0]) / width - REGION_PAD)
    y0 = max(0.0, (box[1] - frame[1]) / height - REGION_PAD)
    x1 = min(1.0, (box[2] - frame[0]) / width + REGION_PAD)
    y1 = min(1.0, (box[3] - frame[1]) / height + REGION_PAD)
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None
