"""The human audit's table: ratings of every file together, agreement of people, judges against them.

A rating file that cannot be used is left out whole and shown as a row with its reason; ratings of
answers that are no longer in the sample are counted. Refuses nothing: no ratings is a row too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scidoc_assets.domain.metrics.audit import (
    PEOPLE,
    agree_before_adjudication,
    check_ratings,
    compare_with_people,
)
from scidoc_assets.domain.metrics.audit_packets import RatingsRefused, read_ratings
from scidoc_assets.domain.metrics.crossjudge import PaperBootstrap, agreement_row
from scidoc_assets.domain.metrics.decisions import response_key
from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.metrics import AuditRating, HumanAuditSample, JudgeAgreement

REFUSED_FILE = "refused_file"


@dataclass
class CollectedRatings:
    """Ratings of all sound files, lines about other answers, and refused files with reasons."""

    ratings: list[AuditRating] = field(default_factory=list)
    outdated: int = 0
    refused: dict[str, str] = field(default_factory=dict)


def collect_ratings(
    files: Mapping[str, str], sample: Sequence[HumanAuditSample]
) -> CollectedRatings:
    """Read rating files (name -> text) in the order of their names; a file that doubles a rating
    of an earlier one is refused."""
    found = CollectedRatings()
    for name, text in sorted(files.items()):
        try:
            read = read_ratings(text, sample)
            check_ratings([*found.ratings, *read.ratings], sample)
        except (RatingsRefused, ValueError) as error:
            found.refused[name] = str(error)
            continue
        found.ratings += read.ratings
        found.outdated += read.outdated
    return found


def report_audit(
    benchmark: str,
    sample: Sequence[HumanAuditSample],
    collected: CollectedRatings,
    correctness: Sequence[CorrectnessLabel],
    coverage: Sequence[CoverageLabel],
    bootstrap: PaperBootstrap | None = None,
) -> list[JudgeAgreement]:
    """Rows of one benchmark: agreement of the raters, every judge against the consensus, and what
    was left out."""
    drawn = {(s.model, s.setting, s.task_id, s.repeat) for s in sample}
    right = [c for c in correctness if c.benchmark == benchmark and response_key(c) in drawn]
    covered = [c for c in coverage if c.benchmark == benchmark and response_key(c) in drawn]
    rows = agree_before_adjudication(collected.ratings)
    for judge in sorted({label.judge for label in (*right, *covered)}):
        rows += compare_with_people(collected.ratings, right, covered, judge, bootstrap)
    rows += _left_out(benchmark, collected)
    if not collected.ratings:
        rows.append(agreement_row(benchmark, "all", PEOPLE, "unanimous", (None, 0, "no_ratings")))
    # What people left unresolved comes with every judge; once is enough.
    return list({(r.unit, r.judges, r.statistic): r for r in rows}.values())


def _left_out(benchmark: str, collected: CollectedRatings) -> list[JudgeAgreement]:
    rows = [
        agreement_row(benchmark, "all", name, REFUSED_FILE, (None, 0, reason))
        for name, reason in collected.refused.items()
    ]
    if collected.outdated:
        figure = (None, collected.outdated, "not_in_sample")
        rows.append(agreement_row(benchmark, "all", PEOPLE, "outdated", figure))
    return rows
