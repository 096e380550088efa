"""`scidoc status`: the funnel, partitions, failures by reason, the leaderboard."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import click

from scidoc_assets.commands.text import text_table
from scidoc_assets.definitions import real_project
from scidoc_assets.defs.freshness import Freshness
from scidoc_assets.defs.partitions import partitions_of
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stages import STAGES
from scidoc_assets.storage.catalog import NothingStoredError, query

FUNNEL = "SELECT step, unit, entered, kept, removed, flagged, reason FROM figure_funnel"
FLOW = "SELECT step, entered, kept, removed, reason FROM task_flow"
BOARD = (
    "SELECT benchmark, model, setting, judge, value AS accuracy, ci_low, ci_high, n, planned_n, failed_n,"
    " is_baseline AS baseline, reason FROM leaderboard WHERE metric = 'accuracy'"
    " ORDER BY benchmark, model, setting, judge"
)
TASKS = "SELECT benchmark, count(*) FROM evaluation_tasks GROUP BY 1 ORDER BY 1"
UNANSWERED = (
    "SELECT model, setting, status, count(*) AS n, any_value(status_detail) AS detail"
    " FROM reasoning_responses WHERE status <> 'answered' GROUP BY ALL ORDER BY ALL"
)
QUALITY = (
    "SELECT r.benchmark, r.run_id, r.protocol, r.vision_model, r.language_model, r.planned, r.scored,"
    " r.first_failure, a.mae, a.within_1, a.spearman, a.bias, a.split, a.n, r.is_baseline"
    " FROM figure_quality_runs r LEFT JOIN figure_quality_alignment a USING (benchmark, run_id)"
    " ORDER BY r.benchmark, r.run_id"
)
WORKFLOW = "SELECT * FROM workflow_leaderboard"
TRAINING = (
    "SELECT count(*) FILTER (accepted) AS accepted, count(*) AS candidates,"
    " count(DISTINCT subtask) FILTER (accepted) AS subtasks"
    " FROM training_samples"
)
PAIRS = (
    "SELECT judges, value, n FROM lexical_judge_agreement"
    " WHERE unit = 'all' AND statistic = 'agreement_abstained_as_no'"
    " AND benchmark = 'held_out_pairs'"
)

# Parts of the status and the queries behind them, for scripts.
PARTS = {
    "funnel": FUNNEL,
    "task_flow": FLOW,
    "unanswered": UNANSWERED,
    "leaderboard": BOARD,
    "figure_quality": QUALITY,
    "workflow": WORKFLOW,
    "training": TRAINING,
}


def _rows(project: Project, sql: str) -> list[tuple[Any, ...]]:
    """Rows of a query; none before its table was made. Raises CatalogError on any other fault."""
    try:
        return query(project.paths.catalog, sql).rows
    except NothingStoredError:
        return []


def failed_papers(project: Project) -> list[tuple[str, str]]:
    """(paper_id, reason) of papers that could not be read, at opening or at parsing."""
    opened = _rows(project, "SELECT paper_id, reason FROM raw_pdfs WHERE status = 'failed'")
    parsed = _rows(project, "SELECT paper_id, reason FROM parsed_layouts WHERE status = 'failed'")
    return sorted({(str(p), str(r)) for p, r in [*opened, *parsed]})


def print_funnel(project: Project) -> None:
    """Counts from papers to curated figures, and from graphs to tasks."""
    for title, sql, columns in (
        (
            "Papers and figures",
            FUNNEL,
            ("step", "unit", "entered", "kept", "removed", "flagged", "reason"),
        ),
        ("Graphs and tasks", FLOW, ("step", "entered", "kept", "removed", "reason")),
    ):
        rows = _rows(project, sql)
        if rows:
            click.echo(f"{title}\n{text_table(columns, rows)}\n")


def print_unanswered(project: Project) -> None:
    """Planned answers that were cut, failed, refused or stopped by a budget, by status."""
    rows = _rows(project, UNANSWERED)
    if rows:
        columns = ("model", "setting", "status", "n", "first detail")
        click.echo(f"Planned answers that did not end as answered\n{text_table(columns, rows)}\n")


def print_leaderboard(project: Project) -> None:
    """Accuracy per model and setting with interval, n, planned n and failures; below it what the
    number of tasks cannot show, and how far the embedded judge agrees with its labelled pairs."""
    # The power calculation takes a second to import.
    from scidoc_assets.domain.metrics.power import power_hint

    rows = _rows(project, BOARD)
    if not rows:
        return
    columns = ("benchmark", "model", "setting", "judge", "accuracy", "ci_low", "ci_high", "n", "planned_n", "failed_n", "baseline", "reason")  # fmt: skip
    click.echo(f"Leaderboard\n{text_table(columns, rows)}")
    # Tasks, not planned rows: a repeat of a task is no task more.
    for benchmark, n in _rows(project, TASKS):
        click.echo(f"{benchmark}: {power_hint(n)}")
    for judges, value, n in _rows(project, PAIRS):
        judge = judges.partition(" | ")[0]
        click.echo(f"{judge} agrees with {value:.0%} of {n} labelled pairs that were held out.")


def print_quality(project: Project) -> None:
    """Figure-quality runs: figures scored of planned, and agreement with gold where there is any."""
    rows = _rows(project, QUALITY)
    if rows:
        columns = ("benchmark", "run", "protocol", "vision model", "language model", "planned", "scored", "first failure", "mae", "within_1", "spearman", "bias", "split", "n gold", "baseline")  # fmt: skip
        click.echo(f"\nFigure quality\n{text_table(columns, rows)}")


def print_workflow(project: Project) -> None:
    """Workflow means x 100 by setting, and how many training samples were accepted."""
    rows = _rows(project, WORKFLOW)
    if rows:
        columns = ("benchmark", "model", "overall", "en images first", "en interleaved", "zh images first", "zh interleaved", "n", "planned_n", "unscored_n")  # fmt: skip
        click.echo(f"\nWorkflow benchmark\n{text_table(columns, rows)}")
    for accepted, candidates, subtasks in _rows(project, TRAINING):
        if candidates:
            click.echo(
                f"\nTraining samples: {accepted} accepted of {candidates} candidates, "
                f"{subtasks} subtasks; scidoc export training --out FOLDER"
            )


def _partition_counts(project: Project) -> list[dict[str, Any]]:
    partitions = partitions_of(project.settings)
    freshness = Freshness(project, partitions)
    found = []
    for stage in STAGES:
        keys = partitions.keys(stage.spec)
        stored = [freshness.stored(stage.spec, key) for key in keys]
        stale = sum(freshness.is_stale(stage, key) for key in keys)
        found.append(
            {
                "table": stage.spec.name,
                "partitions": len(keys),
                "made": sum(s is not None for s in stored),
                "stale": stale,
                "rows": sum(s.rows for s in stored if s is not None),
            }
        )
    return found


def print_status(root: Path, as_json: bool) -> int:
    """Print where the project stands; 0."""
    project = real_project(root)
    counts = _partition_counts(project)
    failures = failed_papers(project)
    if as_json:
        click.echo(
            json.dumps(
                {
                    "tables": counts,
                    "failures": [{"paper_id": p, "reason": r} for p, r in failures],
                    **{name: _records(project, sql) for name, sql in PARTS.items()},
                },
                ensure_ascii=False,
            )
        )
        return 0
    click.echo(text_table(list(counts[0]), [list(c.values()) for c in counts]) + "\n")
    print_funnel(project)
    if failures:
        by_reason = Counter(reason for _, reason in failures)
        click.echo("Papers not used\n" + text_table(("paper", "reason"), failures))
        click.echo("by reason: " + ", ".join(f"{r} {n}" for r, n in by_reason.most_common()) + "\n")
    print_unanswered(project)
    print_leaderboard(project)
    print_quality(project)
    print_workflow(project)
    return 0


def _records(project: Project, sql: str) -> list[dict[str, Any]]:
    try:
        return query(project.paths.catalog, sql).records()
    except NothingStoredError:
        return []
