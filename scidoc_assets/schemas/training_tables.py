"""Tables of the workflow benchmark and of training data (see `tables.py`)."""

from __future__ import annotations

from scidoc_assets.schemas import training, workflow
from scidoc_assets.schemas.table_spec import NONE, SUBTASK, WORKFLOW, TableSpec

_RESPONSE_KEY = ("benchmark", "model", "setting", "item_id", "repeat")

WORKFLOW_SPECS = (
    TableSpec(
        "workflow_items",
        workflow.WorkflowItem,
        ("benchmark", "item_id"),
        NONE,
        "workflow",
        "Authored and imported items of the workflow benchmark, each with its decision.",
    ),
    TableSpec(
        "workflow_instances",
        workflow.WorkflowInstance,
        ("benchmark", "item_id", "setting"),
        NONE,
        "workflow",
        "What a model is given: accepted and imported items in their matched settings.",
    ),
    TableSpec(
        "workflow_responses",
        workflow.WorkflowResponse,
        _RESPONSE_KEY,
        WORKFLOW,
        "workflow",
        "One row per planned answer of a model in a setting, derived from the journal.",
    ),
    TableSpec(
        "workflow_scores",
        workflow.WorkflowScore,
        _RESPONSE_KEY,
        WORKFLOW,
        "workflow",
        "Every answer scored by its item's evaluator: rule, judge, or code run in the sandbox.",
    ),
    TableSpec(
        "workflow_metrics",
        workflow.WorkflowMetric,
        ("benchmark", "model", "scope", "scope_value"),
        NONE,
        "workflow",
        "Mean scores x 100: overall, by setting, by capability group, by subtask.",
    ),
    TableSpec(
        "workflow_stability",
        workflow.WorkflowStability,
        ("benchmark", "model"),
        NONE,
        "workflow",
        "Language and representation gaps, interaction and ranges, paired by question.",
    ),
    TableSpec(
        "workflow_judge_audit",
        workflow.WorkflowJudgeAudit,
        ("benchmark", "rater_a", "rater_b"),
        NONE,
        "workflow",
        "Agreement of judges and people on a balanced sample of judged answers.",
    ),
)

TRAINING_SPECS = (
    TableSpec(
        "training_samples",
        training.TrainingSample,
        ("sample_id",),
        SUBTASK,
        "training",
        "Verifiable samples of each subtask, accepted and rejected, with locked answers.",
    ),
)
