"""Disciplines and primary domains of papers: the ontology, and a contract to classify by.

Source: seed 000 Appendix A.1 (four disciplines, 35 primary domains). The seed's text names twelve
of its domains (marked `printed`); its table is not in the text we have, so the others are our own
names in the same grain. Refuses to guess: an unknown name is null with its reason.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

from scidoc_assets.prompts.asking import (
    Dialogue,
    ProblemCause,
    ReplyProblem,
    ask,
    ask_with_repair,
    read,
)
from scidoc_assets.schemas.argument_replies import ClassificationReply
from scidoc_assets.schemas.calls import CallRecord, ModelRequest
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.papers import DisciplineReason, PaperDiscipline, RawPdf

Discipline = Literal["biology", "chemistry", "computer science", "physics"]
DISCIPLINES: tuple[Discipline, ...] = get_args(Discipline)
PRINTED_DOMAINS = frozenset(
    {
        "microbial cell biology and physiology",
        "microbial genomics and metagenomics",
        "clinical microbiology and infectious disease",
        "electrochemistry and electrocatalysis",
        "organic synthesis and mechanism",
        "quantum and computational chemistry",
        "machine learning and reasoning",
        "language models and multimodal systems",
        "ai agents and tool-use systems",
        "condensed matter and materials physics",
        "astrophysics and cosmology",
        "fluids and plasma physics",
    }
)
DOMAINS: dict[Discipline, tuple[str, ...]] = {
    "biology": (
        "microbial cell biology and physiology",
        "microbial genomics and metagenomics",
        "clinical microbiology and infectious disease",
        "immunology and host response",
        "cell and developmental biology",
        "genetics and genomics",
        "neuroscience and behaviour",
        "ecology and evolution",
        "plant biology",
        "structural and molecular biology",
    ),
    "chemistry": (
        "electrochemistry and electrocatalysis",
        "organic synthesis and mechanism",
        "quantum and computational chemistry",
        "heterogeneous catalysis and photochemistry",
        "polymer and soft materials chemistry",
        "inorganic and coordination chemistry",
        "analytical chemistry and spectroscopy",
        "battery and energy materials",
    ),
    "computer science": (
        "machine learning and reasoning",
        "language models and multimodal systems",
        "ai agents and tool-use systems",
        "computer vision",
        "information retrieval and data management",
        "programming languages and systems",
        "security and privacy",
        "networks and graph analysis",
    ),
    "physics": (
        "condensed matter and materials physics",
        "astrophysics and cosmology",
        "fluids and plasma physics",
        "optics and photonics",
        "quantum information and atomic physics",
        "particle and nuclear physics",
        "statistical and nonlinear physics",
        "biophysics and soft matter",
        "geophysics and planetary physics",
    ),
}


def known_discipline(name: str | None) -> Discipline | None:
    """Return the discipline that a manifest names (case and spaces aside), None for any other."""
    flat = " ".join((name or "").lower().replace("_", " ").split())
    return next((d for d in DISCIPLINES if d == flat), None)


def known_domain(discipline: Discipline | None, name: str | None) -> str | None:
    """Return a domain of the ontology that a manifest names within its discipline, else None."""
    flat = " ".join((name or "").lower().split())
    return flat if discipline is not None and flat in DOMAINS[discipline] else None


def classify_request(layout: ParsedLayout, model_id: str, max_chars: int = 4000) -> ModelRequest:
    """Ask for discipline and domain from title and the beginning of the text."""
    blocks = sorted(layout.blocks, key=lambda b: b.order)
    text = "\n".join(
        b.plain_text for b in blocks if b.category in {"abstract", "section_header", "paragraph"}
    )
    material = {"title": layout.title, "beginning": text[:max_chars], "ontology": DOMAINS}
    return ask("tasks/classify_paper", material, ClassificationReply, model_id)


def read_classification(record: CallRecord) -> tuple[Discipline | None, str | None]:
    """Return (discipline, domain), either null. Raises ReplyProblem for a domain that is not one
    of its discipline's, or a domain without discipline."""

    def fault(reply: ClassificationReply) -> str | None:
        if reply.domain is None:
            return None
        if known_domain(reply.discipline, reply.domain) is None:
            return f"domain {reply.domain!r} is not one of {reply.discipline}"
        return None

    reply = read(record, ClassificationReply, fault)
    return reply.discipline, known_domain(reply.discipline, reply.domain)


_REASONS: dict[ProblemCause, DisciplineReason] = {
    "refused": "model_refused",
    "unparseable": "model_unparseable",
    "breaks_rules": "model_unparseable",
    "call_failed": "model_failed",
}


def from_manifest(paper: RawPdf) -> PaperDiscipline:
    """Return what the manifest tells: a discipline of the ontology, and its domain.

    A domain that the ontology lacks is kept in the manifest's words, with `unknown_name`. Null with
    a reason when the manifest names no discipline, or one that is not of the four.
    """
    discipline = known_discipline(paper.discipline)
    if discipline is None:
        reason: DisciplineReason = "unknown_name" if paper.discipline else "not_in_manifest"
        return undecided(paper.paper_id, reason, paper.discipline)
    domain = known_domain(discipline, paper.domain) or paper.domain or None
    is_foreign = domain is not None and domain not in DOMAINS[discipline]
    return PaperDiscipline(
        paper_id=paper.paper_id,
        discipline=discipline,
        domain=domain,
        source="manifest",
        reason="unknown_name" if is_foreign else None,
        detail=f"domain {domain!r} is not in the ontology" if is_foreign else None,
    )


def undecided(
    paper_id: str, reason: DisciplineReason, detail: str | None = None, **asked: Any
) -> PaperDiscipline:
    """Return the row of a paper whose discipline is not known, with the reason."""
    return PaperDiscipline(
        paper_id=paper_id,
        discipline=None,
        domain=None,
        source=None,
        reason=reason,
        detail=detail,
        **asked,
    )


def classify_dialogue(layout: ParsedLayout, model_id: str) -> Dialogue[PaperDiscipline]:
    """Classify one paper with at most one repair. Always returns a row; a paper without text is
    told without a call."""
    if not any(b.plain_text.strip() for b in layout.blocks):
        return undecided(layout.paper_id, "no_text")
    request = classify_request(layout, model_id)
    asked: dict[str, Any] = {"model": model_id}
    if request.prompt is not None:
        asked |= {f"prompt_{k}": v for k, v in request.prompt.model_dump().items()}

    def read_noted(record: CallRecord) -> tuple[Discipline | None, str | None]:
        asked["request_hash"] = record.request_hash
        return read_classification(record)

    try:
        discipline, domain = yield from ask_with_repair(request, read_noted)
    except ReplyProblem as problem:
        return undecided(layout.paper_id, _REASONS[problem.cause], problem.detail, **asked)
    if discipline is None:
        return undecided(layout.paper_id, "model_undecided", **asked)
    return PaperDiscipline(
        paper_id=layout.paper_id,
        discipline=discipline,
        domain=domain,
        source="classified",
        reason=None,
        detail=None,
        **asked,
    )
