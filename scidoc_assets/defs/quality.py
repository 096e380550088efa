"""Figure quality, the judges' side: scores by run, agreement with gold, ladder, pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, TypeVar

import dagster as dg

from scidoc_assets.defs.calling import open_journal, require_ready, shared_budgets
from scidoc_assets.defs.previews import picture
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.quality_runs import judge_all, models_of, run_of
from scidoc_assets.defs.stage import Rows, Stage, StageRefused, StageRun, TableCheck, stage
from scidoc_assets.domain.quality.checks import (
    find_broken_caps,
    find_scores_beside_their_gates,
    find_scores_without_evidence,
    find_wrong_overalls,
)
from scidoc_assets.domain.quality.ladder import climb_ladder
from scidoc_assets.domain.quality.metrics import break_down, measure_runs
from scidoc_assets.domain.quality.pages import pages_to_show, thumbnail, write_pages
from scidoc_assets.domain.quality.planning import plan_figures
from scidoc_assets.domain.quality.previews import draw_bias
from scidoc_assets.domain.quality.split_plans import choose_split
from scidoc_assets.domain.quality.splits import SplitError
from scidoc_assets.gateways.llm.interface import ModelGateway
from scidoc_assets.schemas.quality import (
    FigureQualityGold,
    FigureQualityItem,
    FigureQualityScore,
)
from scidoc_assets.schemas.quality_metrics import (
    FigureQualityMetric,
    SplitManifest,
)
from scidoc_assets.schemas.quality_reports import FigureQualityPage
from scidoc_assets.schemas.settings import JudgesFile

Items = Sequence[FigureQualityItem]
Gold = Sequence[FigureQualityGold]
Scores = Sequence[FigureQualityScore]
Splits = Sequence[SplitManifest]
Made = TypeVar("Made")
Rule = Callable[[Gold, Scores, SplitManifest | None, int, int], Sequence[Made]]

RESUMABLE = frozenset({"budget_stopped", "rate_limited", "provider_error", "missing_key"})
SHOWN_PAGES = 8


def _run_digest(project: Project, key: str | None) -> str:
    run = run_of(project, key)
    cards = [
        model.model_dump_json()
        for model in project.settings.models.models
        if model.model_id in (run.vision_model, run.language_model)
    ]
    return run.model_dump_json() + "".join(cards)


def _is_complete(rows: Rows) -> bool:
    """False while calls were stopped or failed: the next run takes them up again."""
    return not any(isinstance(r, FigureQualityScore) and r.reason in RESUMABLE for r in rows)


def _score_check(name: str, rule: Callable[[Scores], list[str]]) -> TableCheck:
    def offenders(rows: Rows) -> list[str]:
        return rule([row for row in rows if isinstance(row, FigureQualityScore)])

    return TableCheck(name, offenders, is_blocking=True)


def _count_preview(project: Project, rows: Rows) -> Mapping[str, Any]:
    counts = Counter(row.reason or "scored" for row in rows if isinstance(row, FigureQualityScore))
    lines = [f"| {reason} | {n} |" for reason, n in counts.most_common()]
    table = "\n".join(["| outcome | figures |", "|---|---|", *lines])
    return {"outcomes": dg.MarkdownMetadataValue(table)} if counts else {}


@stage(
    "figure_quality_scores",
    pool="llm_api",
    external=_run_digest,
    is_complete=_is_complete,
    preview=_count_preview,
    checks=(
        _score_check("gating_is_respected", find_scores_beside_their_gates),
        _score_check("caps_are_respected", find_broken_caps),
        _score_check("overall_is_the_mean_of_dimensions", find_wrong_overalls),
        _score_check("scores_have_an_evidence_reason", find_scores_without_evidence),
    ),
)
def figure_quality_scores(
    run: StageRun,
    figure_quality_items: Items,
    figure_quality_gold: Gold,
    figure_quality_splits: Splits,
) -> Scores:
    """Every planned score of one run. Raises StageRefused without a model's key."""
    quality_run = run_of(run.project, run.partition)
    models = models_of(run.project, quality_run)
    for model in models.values():
        require_ready(model)
    try:
        planned = plan_figures(
            quality_run, figure_quality_items, figure_quality_gold, figure_quality_splits
        )
    except SplitError as error:
        raise StageRefused(f"runs.yaml {quality_run.run_id}: {error}") from error
    with ExitStack() as journals:
        gateways: dict[str, ModelGateway] = {}
        for model_id, model in models.items():
            journal = open_journal(run.project, model_id, quality_run.run_id, "quality")
            journals.enter_context(journal)
            budgets = shared_budgets(run.project, model)
            gateways[model_id] = run.project.gateways.model(model, journal, budgets)
        return judge_all(run.project, quality_run, gateways, planned)


def _per_benchmark(
    rule: Rule[Made], gold: Gold, scores: Scores, splits: Splits, judges: JudgesFile
) -> list[Made]:
    """Rows of `rule` for each benchmark that has gold, on its evaluation split."""
    rows: list[Made] = []
    for benchmark in dict.fromkeys(row.benchmark for row in gold):
        rows += rule(
            [row for row in gold if row.benchmark == benchmark],
            [row for row in scores if row.benchmark == benchmark],
            choose_split(splits, benchmark),
            judges.bootstrap_resamples,
            judges.seed,
        )
    return rows


def _null_without_reason(rows: Rows) -> list[str]:
    return [
        f"{r.benchmark} {r.run_id} {r.dimension} {r.metric}"
        for r in rows
        if isinstance(r, FigureQualityMetric) and r.value is None and r.reason is None
    ]


def _over_the_plan(rows: Rows) -> list[str]:
    return [
        f"{r.benchmark} {r.run_id} {r.dimension} {r.metric}"
        for r in rows
        if isinstance(r, FigureQualityMetric) and r.n + r.failed_n > r.planned_n
    ]


def _bias_plots(project: Project, rows: Rows) -> Mapping[str, Any]:
    cells = [r for r in rows if isinstance(r, FigureQualityMetric) and r.value is not None]
    drawn = {}
    for benchmark in dict.fromkeys(cell.benchmark for cell in cells):
        own = [cell for cell in cells if cell.benchmark == benchmark]
        drawn[f"bias_{benchmark}"] = picture(draw_bias(own), f"bias of runs on {benchmark}")
    return drawn


def _gold_stage(
    name: str,
    rule: Rule[Any],
    checks: tuple[TableCheck, ...] = (),
    preview: Callable[[Project, Rows], Mapping[str, Any]] | None = None,
) -> Stage:
    """A stage that holds every run's scores against gold, benchmark by benchmark."""

    def body(
        run: StageRun,
        figure_quality_gold: Gold,
        figure_quality_splits: Splits,
        figure_quality_scores: Scores,
    ) -> Rows:
        judges = run.project.settings.judges
        return _per_benchmark(
            rule, figure_quality_gold, figure_quality_scores, figure_quality_splits, judges
        )

    return stage(name, uses=("judges",), checks=checks, preview=preview)(body)


# The alignment table: every measured run against gold, overall and per dimension.
figure_quality_metrics = _gold_stage(
    "figure_quality_metrics",
    measure_runs,
    preview=_bias_plots,
    checks=(
        TableCheck("empty_values_have_a_reason", _null_without_reason, is_blocking=True),
        TableCheck("counts_stay_within_the_plan", _over_the_plan, is_blocking=True),
    ),
)
# The overall cells inside each venue, year and figure type.
figure_quality_breakdown = _gold_stage("figure_quality_breakdown", break_down)
# Direct -> sidecar -> agent on the same model, paired by figure, with intervals.
protocol_ladder = _gold_stage("protocol_ladder", climb_ladder)


def _page_previews(project: Project, rows: Rows) -> Mapping[str, Any]:
    pages = [r for r in rows if isinstance(r, FigureQualityPage)]
    return {
        f"figure_{place}": dg.MarkdownMetadataValue(_with_crop(project, page))
        for place, page in enumerate(pages_to_show(pages, SHOWN_PAGES), start=1)
    }


def _with_crop(project: Project, page: FigureQualityPage) -> str:
    data = project.blobs.get_if_stored(page.image_sha256)
    small = thumbnail(data) if data is not None else None
    crop = f"{picture(small, page.figure_id).value}\n\n" if small else ""
    return crop + page.markdown


@stage("figure_quality_pages", preview=_page_previews)
def figure_quality_pages(
    run: StageRun,
    figure_quality_items: Items,
    figure_quality_gold: Gold,
    figure_quality_scores: Scores,
) -> Sequence[FigureQualityPage]:
    """Every figure with caption, citing text, scores and reasons of each run, as Markdown."""
    return write_pages(figure_quality_items, figure_quality_gold, figure_quality_scores)


STAGES = (
    figure_quality_scores,
    figure_quality_metrics,
    figure_quality_breakdown,
    protocol_ladder,
    figure_quality_pages,
)
