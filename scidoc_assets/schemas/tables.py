"""The one list of tables: asset name -> row model, key, partitions, group.

The asset, its Parquet file, its catalogue view, its key check and its docs all derive from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scidoc_assets.schemas import (
    arguments,
    contexts,
    figures,
    labels,
    layouts,
    metrics,
    papers,
    responses,
    tasks,
)
from scidoc_assets.schemas.geometry import Row

PartitionKind = Literal["shard", "model_setting", "run", "none"]
SHARD: PartitionKind = "shard"
MODEL: PartitionKind = "model_setting"
RUN: PartitionKind = "run"
NONE: PartitionKind = "none"

# Dimensions of a partition key, in the (alphabetical) order of its parts.
DIMENSIONS: dict[PartitionKind, tuple[str, ...]] = {
    "none": (),
    "shard": ("shard",),
    "model_setting": ("model", "setting"),
    "run": ("run",),
}
# Kinds whose partitions may be absent: a model without a key must not stop the others.
MAY_BE_ABSENT: frozenset[PartitionKind] = frozenset({"model_setting", "run"})


@dataclass(frozen=True)
class TableSpec:
    """One stored table. `key` columns together are unique; `about` is the asset's description."""

    name: str
    row: type[Row]
    key: tuple[str, ...]
    partitions: PartitionKind
    group: str
    about: str


_SPECS = (
    TableSpec(
        "raw_pdfs",
        papers.RawPdf,
        ("paper_id",),
        SHARD,
        "papers",
        "One row per distinct PDF content of the corpus, with its status and reason.",
    ),
    TableSpec(
        "parsed_layouts",
        layouts.ParsedLayout,
        ("paper_id",),
        SHARD,
        "layouts",
        "SciDocIR of every readable paper: pages, blocks in reading order, relations.",
    ),
    TableSpec(
        "figure_candidates",
        figures.FigureCandidate,
        ("figure_id",),
        SHARD,
        "figures",
        "Every figure and table found, bound to its caption, cropped at the set DPI.",
    ),
    TableSpec(
        "screened_figures",
        figures.S1FilteredFigure,
        ("figure_id",),
        SHARD,
        "figures",
        "S1's tests of single pictures, and the hash that near-duplicates are found by.",
    ),
    TableSpec(
        "figure_twins",
        figures.FigureTwin,
        ("figure_id",),
        NONE,
        "figures",
        "Near-duplicate pictures over the whole corpus: a perceptual hash and a second test.",
    ),
    TableSpec(
        "s1_filtered_figures",
        figures.S1FilteredFigure,
        ("figure_id",),
        SHARD,
        "figures",
        "S1 hard filter: unusable pictures and near-duplicates, each with its reason.",
    ),
    TableSpec(
        "s2_flagged_figures",
        figures.S2FlaggedFigure,
        ("figure_id",),
        SHARD,
        "figures",
        "S2 anomaly flags within a paper: size, overflow, figure index.",
    ),
    TableSpec(
        "s3_recovered_figures",
        figures.S3RecoveredFigure,
        ("figure_id",),
        SHARD,
        "figures",
        "S3: flagged failures cropped again from a caption-anchored box.",
    ),
    TableSpec(
        "s4_marked_figures",
        figures.S4MarkedFigure,
        ("figure_id",),
        SHARD,
        "figures",
        "S4 soft marks: OCR, picture features and figure type, for later strata.",
    ),
    TableSpec(
        "paper_curations",
        figures.PaperCuration,
        ("paper_id",),
        SHARD,
        "figures",
        "S5 decision on each paper: unusable rate and missing figure indices.",
    ),
    TableSpec(
        "curated_figures",
        figures.CuratedFigure,
        ("figure_id",),
        SHARD,
        "figures",
        "S5: the figures and tables that every later stage works on.",
    ),
    TableSpec(
        "figure_funnel",
        figures.FunnelStep,
        ("step", "unit", "reason"),
        NONE,
        "figures",
        "Counts in and out of every stage from papers to curated figures; they add up.",
    ),
    TableSpec(
        "context_bindings",
        contexts.ContextBinding,
        ("figure_id",),
        SHARD,
        "contexts",
        "Caption and citing paragraphs of each curated figure, with L1 gating.",
    ),
    TableSpec(
        "draft_argument_graphs",
        arguments.ArgumentGraph,
        ("graph_id",),
        SHARD,
        "arguments",
        "First graph of claims and evidence of each paper, as its builder returned it.",
    ),
    TableSpec(
        "linked_argument_graphs",
        arguments.ArgumentGraph,
        ("graph_id",),
        SHARD,
        "arguments",
        "The graph with its figure and table nodes linked to curated objects.",
    ),
    TableSpec(
        "observable_evidence",
        arguments.ArgumentGraph,
        ("graph_id",),
        SHARD,
        "arguments",
        "Evidence rewritten to what is directly visible, with key regions.",
    ),
    TableSpec(
        "argument_graphs",
        arguments.ArgumentGraph,
        ("graph_id",),
        SHARD,
        "arguments",
        "Validated and measured graphs; invalid ones kept with their findings.",
    ),
    TableSpec(
        "candidate_tasks",
        tasks.ReasoningTask,
        ("task_id", "version"),
        NONE,
        "tasks",
        "Tasks sampled from valid graphs, with every hard check's finding.",
    ),
    TableSpec(
        "task_quality",
        tasks.TaskQuality,
        ("task_id", "version", "judge"),
        NONE,
        "tasks",
        "Hard checks and the rubric of every candidate's question, each version kept.",
    ),
    TableSpec(
        "reasoning_tasks",
        tasks.ReasoningTask,
        ("task_id",),
        NONE,
        "tasks",
        "Accepted tasks: question, reference answer, gold regions, difficulty.",
    ),
    TableSpec(
        "task_flow",
        tasks.TaskFlowStep,
        ("step", "reason"),
        NONE,
        "tasks",
        "How many graphs and tasks each step kept and removed, and why.",
    ),
    TableSpec(
        "evaluation_tasks",
        tasks.EvaluationTask,
        ("benchmark", "task_id"),
        NONE,
        "tasks",
        "Tasks as judges and metrics see them: built and imported benchmarks alike.",
    ),
    TableSpec(
        "imported_responses",
        responses.ReasoningResponse,
        ("benchmark", "model", "setting", "task_id", "repeat"),
        NONE,
        "responses",
        "Responses of imported bundles, marked with the bundle's digest.",
    ),
    TableSpec(
        "imported_correctness_labels",
        labels.CorrectnessLabel,
        ("benchmark", "model", "setting", "task_id", "repeat", "judge"),
        NONE,
        "labels",
        "Correctness labels of imported bundles.",
    ),
    TableSpec(
        "imported_coverage_labels",
        labels.CoverageLabel,
        ("benchmark", "model", "setting", "task_id", "repeat", "judge"),
        NONE,
        "labels",
        "Coverage labels of imported bundles.",
    ),
    TableSpec(
        "reasoning_responses",
        responses.ReasoningResponse,
        ("benchmark", "model", "setting", "task_id", "repeat"),
        MODEL,
        "responses",
        "One row per planned answer of a model in a setting, derived from the journal.",
    ),
    TableSpec(
        "correctness_labels",
        labels.CorrectnessLabel,
        ("benchmark", "model", "setting", "task_id", "repeat", "judge"),
        MODEL,
        "labels",
        "Four correctness atoms per answer and judge.",
    ),
    TableSpec(
        "coverage_labels",
        labels.CoverageLabel,
        ("benchmark", "model", "setting", "task_id", "repeat", "judge"),
        MODEL,
        "labels",
        "Which evidence and intermediate claims each answer states.",
    ),
    TableSpec(
        "reasoning_metrics",
        metrics.ReasoningMetric,
        ("benchmark", "model", "setting", "judge", "stratum_kind", "stratum", "metric"),
        NONE,
        "metrics",
        "Accuracy and coverages with n, planned n, failures, intervals.",
    ),
    TableSpec(
        "coverage_diagnostics",
        metrics.CoverageDiagnostic,
        ("benchmark", "model", "setting", "judge", "band", "metric"),
        NONE,
        "metrics",
        "Accuracy at low and high evidence coverage, per model and setting.",
    ),
    TableSpec(
        "paired_transitions",
        metrics.PairedTransition,
        ("benchmark", "model", "judge", "setting_from", "setting_to"),
        NONE,
        "metrics",
        "Rescues and losses between settings, with an exact McNemar test.",
    ),
    TableSpec(
        "localisation",
        metrics.Localisation,
        ("benchmark", "model", "judge", "iou_threshold", "section", "bucket"),
        NONE,
        "metrics",
        "How crops hit gold regions, and what followed.",
    ),
    TableSpec(
        "error_routing",
        metrics.ErrorRoute,
        ("benchmark", "model", "judge", "iou_threshold", "label"),
        NONE,
        "metrics",
        "Where the observations that are wrong under direct end up, in eight labels.",
    ),
    TableSpec(
        "error_routing_changes",
        metrics.ErrorRouteChange,
        ("benchmark", "judge", "threshold_from", "threshold_to", "label_from", "label_to"),
        NONE,
        "metrics",
        "Label changes between two IoU thresholds.",
    ),
)

TABLES: dict[str, TableSpec] = {spec.name: spec for spec in _SPECS}
