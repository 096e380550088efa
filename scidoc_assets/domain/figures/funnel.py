"""The curation funnel: how many papers and figures entered, stayed and left, and why.

Lines form one chain per unit: each line enters with what the line before kept, so that nothing is
lost between stages. Refuses stage tables that do not follow from one another (`FunnelError`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from scidoc_assets.schemas.figures import (
    FigureCandidate,
    FunnelStep,
    PaperCuration,
    S1FilteredFigure,
    S1Reason,
    S2Flag,
    S2FlaggedFigure,
    S3RecoveredFigure,
    S4MarkedFigure,
    S5Reason,
)

Unit = Literal["paper", "figure"]


class FunnelError(ValueError):
    """Stage tables that do not add up; the message names step and figures."""


@dataclass(frozen=True)
class StageTables:
    """Rows of every stage, over the whole corpus or any set of papers."""

    candidates: Sequence[FigureCandidate]
    s1: Sequence[S1FilteredFigure]
    s2: Sequence[S2FlaggedFigure]
    s3: Sequence[S3RecoveredFigure]
    s4: Sequence[S4MarkedFigure]
    papers: Sequence[PaperCuration]


def figure_funnel(tables: StageTables, failed_papers: Sequence[str] = ()) -> list[FunnelStep]:
    """Lines of the funnel: papers (parse, S5), then figures (S1 to S5), one line per reason.

    `failed_papers`: one reason per paper that never reached the figures stage. Flag lines remove
    nothing. Raises FunnelError when a stage lost or invented a figure or a paper.
    """
    _check_chain(tables)
    steps = _removals("parse", "paper", len(tables.papers) + len(failed_papers), failed_papers)
    dropped = {paper.paper_id: str(paper.reason) for paper in tables.papers if not paper.is_kept}
    steps += _removals("S5", "paper", len(tables.papers), dropped.values(), get_args(S5Reason))
    gone = [str(row.reason) for row in tables.s1 if not row.is_kept]
    steps += _removals("S1", "figure", len(tables.s1), gone, get_args(S1Reason))
    steps += _flags(tables.s2)
    failed = ["failed" for row in tables.s3 if not row.is_kept]
    steps += _removals("S3", "figure", len(tables.s3), failed)
    steps += _removals("S4", "figure", len(tables.s4), [])
    lost = [dropped[row.paper_id] for row in tables.s4 if row.paper_id in dropped]
    steps += _removals("S5", "figure", len(tables.s4), lost, get_args(S5Reason))
    check_funnel(steps)
    return steps


def check_funnel(steps: Sequence[FunnelStep]) -> None:
    """Raise FunnelError unless entered = kept + removed on every line and, per unit, each line
    enters with what the line before kept."""
    kept: dict[str, int] = {}
    for step in steps:
        if step.entered != step.kept + step.removed:
            raise FunnelError(
                f"funnel {step.step} {step.unit}: {step.entered} entered, "
                f"{step.kept} kept and {step.removed} removed do not add up"
            )
        before = kept.get(step.unit, step.entered)
        if step.entered != before:
            raise FunnelError(
                f"funnel {step.step} {step.unit}: {step.entered} entered after "
                f"{before} were kept; run the earlier stage again"
            )
        kept[step.unit] = step.kept


def _removals(
    step: str, unit: Unit, entered: int, reasons: Iterable[str], order: Sequence[str] = ()
) -> list[FunnelStep]:
    """One line per reason that occurs, known reasons first; one bare line when none does."""
    counts = Counter(reasons)
    names = [name for name in order if name in counts]
    names += sorted(counts.keys() - set(order))
    lines = []
    for name in names:
        kept = entered - counts[name]
        lines.append(_line(step, unit, entered, kept, 0, name))
        entered = kept
    return lines or [_line(step, unit, entered, entered, 0, None)]


def _flags(rows: Sequence[S2FlaggedFigure]) -> list[FunnelStep]:
    """First how many figures carry any flag, then each flag that occurs; nothing is removed."""
    count = len(rows)
    lines = [_line("S2", "figure", count, count, sum(bool(row.flags) for row in rows), None)]
    flags = Counter(flag for row in rows for flag in set(row.flags))
    for flag in get_args(S2Flag):
        if flags[flag]:
            lines.append(_line("S2", "figure", count, count, flags[flag], flag))
    return lines


def _line(
    step: str, unit: Unit, entered: int, kept: int, flagged: int, reason: str | None
) -> FunnelStep:
    return FunnelStep(
        step=step,
        unit=unit,
        entered=entered,
        kept=kept,
        removed=entered - kept,
        flagged=flagged,
        reason=reason,
    )


def _check_chain(tables: StageTables) -> None:
    _check_same("S1", [c.figure_id for c in tables.candidates], [r.figure_id for r in tables.s1])
    kept_s1 = [row.figure_id for row in tables.s1 if row.is_kept]
    _check_same("S2", kept_s1, [row.figure_id for row in tables.s2])
    _check_same("S3", [r.figure_id for r in tables.s2], [r.figure_id for r in tables.s3])
    kept_s3 = [row.figure_id for row in tables.s3 if row.is_kept]
    _check_same("S4", kept_s3, [row.figure_id for row in tables.s4])
    undecided = {row.paper_id for row in tables.candidates} - {p.paper_id for p in tables.papers}
    if undecided:
        raise FunnelError(f"funnel S5: no decision on papers {sorted(undecided)[:5]}")


def _check_same(step: str, expected: Sequence[str], found: Sequence[str]) -> None:
    wrong = Counter(expected)
    wrong.subtract(found)
    odd = sorted(figure_id for figure_id, count in wrong.items() if count)
    if odd:
        raise FunnelError(
            f"funnel {step}: {len(odd)} figures lost, doubled or invented, such as {odd[:3]}; "
            f"materialise {step} again after the stage before it"
        )
