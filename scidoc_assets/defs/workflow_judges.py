"""Judges of workflow answers: the call behind a score, and the audit of judges against people."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

from scidoc_assets.defs.calling import judge_budgets
from scidoc_assets.defs.gathering import gather_bounded
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.workflow.answers import Verdict
from scidoc_assets.domain.workflow.audit_ratings import (
    audit_packet,
    common_ratings,
    read_ratings,
)
from scidoc_assets.domain.workflow.evaluation import evaluator_params
from scidoc_assets.domain.workflow.judge_audit import audit, audit_sample, empty_row
from scidoc_assets.domain.workflow.judging import judge_call, judged, lexically_judged
from scidoc_assets.domain.workflow.matched_settings import item_in
from scidoc_assets.schemas.settings import JudgeSettings, JudgesFile
from scidoc_assets.schemas.workflow import (
    WorkflowItem,
    WorkflowJudgeAudit,
    WorkflowResponse,
    WorkflowScore,
)
from scidoc_assets.storage.audit_files import rating_files, ratings_digest, write_packet_files
from scidoc_assets.storage.journal import Journal, journal_path

Ask = Callable[[WorkflowItem, WorkflowResponse], Awaitable[tuple[Verdict, str | None]]]
Pair = tuple[WorkflowItem, WorkflowResponse]
REVIEW, REFUSED = "workflow", "refused: "


def primary_judge(judges: JudgesFile) -> JudgeSettings:
    """The judge whose scores count."""
    return next(judge for judge in judges.judges if judge.is_primary)


@contextmanager
def ask_judge(project: Project, judge: JudgeSettings, place: str) -> Iterator[Ask]:
    """A function that scores an answer by this judge: (verdict, raw reply).

    A model's replies go through a journal for `place` (`model|setting`, or `audit|benchmark`).
    """
    model = judge.model
    if judge.kind == "lexical" or model is None:

        async def ask_by_rule(
            item: WorkflowItem, response: WorkflowResponse
        ) -> tuple[Verdict, str | None]:
            asked = item_in(item, response.setting)
            verdict = lexically_judged(asked, response.text)
            return verdict, verdict.detail

        yield ask_by_rule
        return
    folder = project.paths.journals / "workflow_judges" / judge.judge_id
    with Journal(journal_path(folder, *place.rsplit("|", 1))) as journal:
        gateway = project.gateways.model(
            model, journal, judge_budgets(project, judge.judge_id, model)
        )

        async def ask_model(
            item: WorkflowItem, response: WorkflowResponse
        ) -> tuple[Verdict, str | None]:
            asked = item_in(item, response.setting)
            request = judge_call(
                asked, response.text or "", evaluator_params(asked), gateway.settings.model_id
            )
            record = await gateway.call(request)
            raw = record.reply.text if record.status == "answered" and record.reply else None
            return judged(raw), raw

        yield ask_model


def _refused_files(rows: Rows) -> list[str]:
    return [
        f"{r.rater_a}: {r.reason}"
        for r in rows
        if isinstance(r, WorkflowJudgeAudit) and (r.reason or "").startswith(REFUSED)
    ]


@stage(
    "workflow_judge_audit",
    uses=("workflow", "judges"),
    external=lambda project, key: ratings_digest(project.paths.review / REVIEW),
    checks=(TableCheck("rating_files_are_readable", _refused_files),),
)
def workflow_judge_audit(
    run: StageRun,
    workflow_items: Sequence[WorkflowItem],
    workflow_responses: Sequence[WorkflowResponse],
    workflow_scores: Sequence[WorkflowScore],
) -> Sequence[WorkflowJudgeAudit]:
    """Draw the sample, hand it out for rating, and compare judges and people on it."""
    items = {(i.benchmark, i.item_id): i for i in workflow_items}
    answers = {_key(r): r for r in workflow_responses}
    rows: list[WorkflowJudgeAudit] = []
    for benchmark in sorted({i.benchmark for i in workflow_items}):
        of_it = [s for s in workflow_scores if s.benchmark == benchmark and _key(s) in answers]
        settings = run.project.settings.workflow
        sample = audit_sample(of_it, settings.audit_per_setting, settings.seed)
        pairs = [(items[s.benchmark, s.item_id], answers[_key(s)]) for s in sample]
        if pairs:
            rows += _audited(run.project, benchmark, sample, pairs)
    return rows


def _key(row: WorkflowResponse | WorkflowScore) -> tuple[str, str, str, str, int]:
    return row.benchmark, row.model, row.setting, row.item_id, row.repeat


def _audited(
    project: Project, benchmark: str, sample: Sequence[WorkflowScore], pairs: Sequence[Pair]
) -> list[WorkflowJudgeAudit]:
    judges = project.settings.judges
    packet = audit_packet(pairs)
    review = project.paths.review / REVIEW
    write_packet_files(review, benchmark, dict.fromkeys(judges.audit.raters, packet))
    people, refused = read_ratings(rating_files(review, benchmark), pairs)
    raters: dict[str, list[float | None]] = {
        primary_judge(judges).judge_id: [s.score for s in sample]
    }
    for judge in judges.judges:
        if not judge.is_primary:
            raters[judge.judge_id] = asyncio.run(_second(project, judge, benchmark, pairs))
    settings = project.settings.workflow
    ratings = common_ratings({**raters, **people})
    rows = audit(ratings, benchmark, settings.bootstrap_resamples, settings.seed)
    notes = [
        empty_row(benchmark, file, None, 0, f"{REFUSED}{reason}")
        for file, reason in refused.items()
    ]
    return [*rows, *notes]


async def _second(
    project: Project, judge: JudgeSettings, benchmark: str, pairs: Sequence[Pair]
) -> list[float | None]:
    """Scores of another judge on the same answers; None where it failed."""
    with ask_judge(project, judge, f"audit|{benchmark}") as ask:

        async def score(pair: Pair) -> float | None:
            return (await ask(*pair))[0].score

        workers = judge.model.max_concurrency if judge.model else 1
        return await gather_bounded(score, pairs, workers)


STAGES = (workflow_judge_audit,)
