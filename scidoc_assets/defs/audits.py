"""Audits of the judges: a sample for people, their agreement, and judges against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from scidoc_assets.defs.metric_views import show_agreement
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.labels.agreement import measure_lexical_judge
from scidoc_assets.domain.labels.held_out_pairs import HELD_OUT_PAIRS
from scidoc_assets.domain.metrics.audit import draw_audit_sample
from scidoc_assets.domain.metrics.audit_packets import (
    adjudication_packets,
    disputed_decisions,
    packet_lines,
    write_packets,
)
from scidoc_assets.domain.metrics.audit_report import (
    REFUSED_FILE,
    CollectedRatings,
    collect_ratings,
    report_audit,
)
from scidoc_assets.domain.metrics.crossjudge import PaperBootstrap, compare_judges
from scidoc_assets.schemas.labels import CorrectnessLabel, CoverageLabel
from scidoc_assets.schemas.metrics import HumanAuditSample, JudgeAgreement
from scidoc_assets.schemas.responses import ReasoningResponse
from scidoc_assets.schemas.tasks import EvaluationTask
from scidoc_assets.storage.audit_files import rating_files, ratings_digest, write_packet_files

Responses = Sequence[ReasoningResponse]
Correct = Sequence[CorrectnessLabel]
Cover = Sequence[CoverageLabel]
Sample = Sequence[HumanAuditSample]
RowT = TypeVar("RowT", ReasoningResponse, CorrectnessLabel, CoverageLabel)


def _audit_settings(project: Project, key: str | None) -> str:
    judges = project.settings.judges
    return f"{judges.audit.model_dump_json()}{judges.seed}"


def _bootstrap_settings(project: Project, key: str | None) -> str:
    judges = project.settings.judges
    return f"{judges.bootstrap_resamples}/{judges.seed}"


def _by_benchmark(tasks: Sequence[EvaluationTask]) -> Mapping[str, list[EvaluationTask]]:
    return {
        benchmark: [t for t in tasks if t.benchmark == benchmark]
        for benchmark in sorted({t.benchmark for t in tasks})
    }


def _bootstrap(project: Project, tasks: Sequence[EvaluationTask]) -> PaperBootstrap:
    judges = project.settings.judges
    papers = {t.task_id: t.paper_id for t in tasks}
    return PaperBootstrap(papers, judges.bootstrap_resamples, judges.seed)


def _of(tasks: Sequence[EvaluationTask], rows: Sequence[RowT]) -> list[RowT]:
    """Rows of these tasks; rows of tasks that are gone are left out, as in the metrics."""
    known = {(t.benchmark, t.task_id) for t in tasks}
    return [r for r in rows if (r.benchmark, r.task_id) in known]


@stage("human_audit", external=_audit_settings)
def human_audit(
    run: StageRun,
    evaluation_tasks: Sequence[EvaluationTask],
    reasoning_responses: Responses,
    imported_responses: Responses,
) -> Sample:
    """Draw the sample of every benchmark and write the raters' packets to data/review."""
    judges = run.project.settings.judges
    audit, rows = judges.audit, []
    for benchmark, tasks in _by_benchmark(evaluation_tasks).items():
        answers = _of(tasks, [*reasoning_responses, *imported_responses])
        sample = draw_audit_sample(
            tasks, answers, audit.per_cell, audit.raters, audit.adjudicator, judges.seed
        )
        packets = {r: packet_lines(p) for r, p in write_packets(sample, tasks, answers).items()}
        write_packet_files(run.project.paths.review, benchmark, packets)
        rows += sample
    return rows


def _refused_files(rows: Rows) -> list[str]:
    return [
        f"{r.judges}: {r.reason}"
        for r in rows
        if isinstance(r, JudgeAgreement) and r.statistic == REFUSED_FILE
    ]


@stage(
    "human_audit_agreement",
    external=lambda project, key: (
        f"{ratings_digest(project.paths.review)}{_bootstrap_settings(project, key)}"
    ),
    checks=(TableCheck("rating_files_are_readable", _refused_files),),
    preview=show_agreement,
)
def human_audit_agreement(
    run: StageRun,
    human_audit: Sample,
    evaluation_tasks: Sequence[EvaluationTask],
    reasoning_responses: Responses,
    imported_responses: Responses,
    correctness_labels: Correct,
    coverage_labels: Cover,
    imported_correctness_labels: Correct,
    imported_coverage_labels: Cover,
) -> Sequence[JudgeAgreement]:
    """Raters with each other and judges with the consensus; what is disputed goes to adjudication."""
    review, rows = run.project.paths.review, []
    for benchmark, tasks in _by_benchmark(evaluation_tasks).items():
        sample = [s for s in human_audit if s.benchmark == benchmark]
        collected = collect_ratings(rating_files(review, benchmark), sample)
        rows += report_audit(
            benchmark,
            sample,
            collected,
            _of(tasks, [*correctness_labels, *imported_correctness_labels]),
            _of(tasks, [*coverage_labels, *imported_coverage_labels]),
            _bootstrap(run.project, tasks),
        )
        if collected.ratings:
            answers = _of(tasks, [*reasoning_responses, *imported_responses])
            _hand_out_disputes(run, benchmark, sample, collected, tasks, answers)
    return rows


def _hand_out_disputes(
    run: StageRun,
    benchmark: str,
    sample: Sample,
    collected: CollectedRatings,
    tasks: Sequence[EvaluationTask],
    answers: Responses,
) -> None:
    disputed = disputed_decisions(collected.ratings, sample)
    packets = adjudication_packets(disputed, sample, tasks, answers)
    person = run.project.settings.judges.audit.adjudicator
    write_packet_files(run.project.paths.review, benchmark, {person: packet_lines(packets)})


@stage("cross_judge_audit", external=_bootstrap_settings, preview=show_agreement)
def cross_judge_audit(
    run: StageRun,
    evaluation_tasks: Sequence[EvaluationTask],
    correctness_labels: Correct,
    coverage_labels: Cover,
    imported_correctness_labels: Correct,
    imported_coverage_labels: Cover,
) -> Sequence[JudgeAgreement]:
    """Judges of the same answers with each other, in pairs and all together."""
    return compare_judges(
        _of(evaluation_tasks, [*correctness_labels, *imported_correctness_labels]),
        _of(evaluation_tasks, [*coverage_labels, *imported_coverage_labels]),
        {
            benchmark: _bootstrap(run.project, tasks)
            for benchmark, tasks in _by_benchmark(evaluation_tasks).items()
        },
    )


@stage("lexical_judge_agreement", preview=show_agreement)
def lexical_judge_agreement(run: StageRun) -> Sequence[JudgeAgreement]:
    """The embedded judge against its labelled pairs and those held out, per kind of pair."""
    held_out = measure_lexical_judge(HELD_OUT_PAIRS, "held_out_pairs")
    return [*measure_lexical_judge(), *held_out]


STAGES = (human_audit, human_audit_agreement, cross_judge_audit, lexical_judge_agreement)
