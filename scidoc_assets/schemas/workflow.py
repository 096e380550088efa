"""Workflow benchmark rows: items, matched instances, responses, scores, metrics (seed 002).

Values of free shape (reference answers, evaluator parameters) are JSON texts in `*_json` columns.
Refuses anything in a `WorkflowInstance` that a model must not see: it holds no reference, group,
subtask or evaluator by construction.
"""

from __future__ import annotations

from typing import Literal

from scidoc_assets.schemas.geometry import BBoxPt, Row

WorkflowLanguage = Literal["en", "zh"]
Representation = Literal["images_first", "markdown_interleaved"]
WorkflowSetting = Literal[
    "en_images_first", "en_markdown_interleaved", "zh_images_first", "zh_markdown_interleaved"
]
WORKFLOW_SETTINGS: tuple[WorkflowSetting, ...] = (
    "en_images_first",
    "en_markdown_interleaved",
    "zh_images_first",
    "zh_markdown_interleaved",
)
Group = Literal["A", "B", "C", "D", "E", "F", "G"]
# fmt: off
Subtask = Literal[
    "A1", "A2", "A3", "A4", "A5", "B1", "B2", "B3", "C1", "C2",
    "C3", "D1", "D2", "D3", "E1", "E2", "F1", "F2", "G1",
]
# fmt: on
EvaluatorName = Literal[
    "label",
    "number",
    "text_span",
    "ordered_list",
    "unordered_set",
    "json_fields",
    "table",
    "graph_edges",
    "latex",
    "judge",
    "image",
    "data",
    "code_cases",
]
EXECUTED: frozenset[str] = frozenset({"image", "data", "code_cases"})
ItemDecision = Literal["pending", "accepted", "returned", "rejected", "imported"]
ScreeningLabel = Literal["correct", "incorrect"]
ScoreCause = Literal[
    "empty",
    "refused",
    "truncated",
    "no_response",
    "unparseable",
    "wrong",
    "partial",
    "judge_failed",
    "execution_failed",
    "time_limit",
    "memory_limit",
    "output_limit",
    "bad_output",
    "no_output",
    "blank_image",
    "not_executed",
]
# Nothing was measured: the score is null, never 0.
UNSCORED: frozenset[str] = frozenset({"judge_failed", "not_executed"})
MetricScope = Literal["overall", "setting", "group", "subtask"]


class SourcePaper(Row):
    """A paper an item is about; the digest stops a silent swap of the PDF."""

    paper_id: str
    sha256: str


class ExtraContext(Row):
    """Material beside the papers: shown to the model as text under its name."""

    kind: Literal["repository_tree", "code", "dataset_description", "metadata"]
    name: str
    text: str


class ScreeningResponse(Row):
    """One screening model's answer, verbatim, with the author's label and the reviewer's audit.

    A label that nobody has set yet is null; `unlabelled` then says why no rule proposed one.
    """

    model: str
    response: str
    author_label: ScreeningLabel | None = None
    unlabelled: str | None = None
    reviewer_label: ScreeningLabel | None = None


class AuthoringRecord(Row):
    """How an item came to be. `screened_digest` is of question, answer and locator as screened."""

    schema_version: Literal["authoring/1"] = "authoring/1"
    author: str
    reviewer: str | None = None
    created_at: str
    reviewed_at: str | None = None
    screened_digest: str
    screening: list[ScreeningResponse]
    is_answerable: bool | None = None
    is_unambiguous: bool | None = None
    is_reference_correct: bool | None = None
    decision: ItemDecision = "pending"
    notes: str | None = None


class WorkflowItem(Row):
    """One authored or imported question; a language may be missing only on import.

    `reference_zh_json` stands in for the reference where Chinese answers read differently.
    """

    benchmark: str
    item_id: str
    group: Group
    subtask: Subtask
    domain: str | None
    source_papers: list[SourcePaper]
    question_en: str | None
    question_zh: str | None
    output_format_en: str | None
    output_format_zh: str | None
    reference_json: str
    evidence_locator: str | None
    evaluator: EvaluatorName
    evaluator_params_json: str
    context: list[ExtraContext]
    authoring: AuthoringRecord | None
    decision: ItemDecision
    reference_zh_json: str | None = None
    source_digest: str | None = None
    extra_json: str | None = None


class ContentPart(Row):
    """A piece of input: text, a page as image, or a block of a page as image (`bbox_pt`).

    An image's `text` stands in for its pixels where a model has no eyes; `image_sha256` is its blob.
    """

    kind: Literal["text", "page_image", "block_image", "file_image"]
    text: str | None = None
    paper_id: str | None = None
    page_index: int | None = None
    bbox_pt: BBoxPt | None = None
    file: str | None = None
    image_sha256: str | None = None


class WorkflowInstance(Row):
    """Exactly what a model is given: an item in one of the four matched settings.

    An instance that cannot be shown has no parts and says why in `reason`.
    """

    benchmark: str
    item_id: str
    setting: WorkflowSetting
    parts: list[ContentPart]
    reason: str | None = None


class WorkflowResponse(Row):
    """One planned answer (model, setting, item, repeat). A failure is a status, never a gap."""

    benchmark: str
    model: str
    setting: WorkflowSetting
    item_id: str
    repeat: int
    status: str
    status_detail: str | None
    text: str | None
    is_baseline: bool
    prompt_name: str | None
    prompt_version: str | None
    prompt_hash: str | None
    request_hash: str | None
    usage_json: str | None
    cost_usd: float | None
    latency_s: float | None
    source_digest: str | None = None


class WorkflowScore(Row):
    """One response scored. `score` in [0, 1], null only for the causes in `UNSCORED`."""

    benchmark: str
    model: str
    setting: WorkflowSetting
    item_id: str
    repeat: int
    group: Group
    subtask: Subtask
    evaluator: EvaluatorName
    score: float | None
    cause: ScoreCause | None
    detail: str | None
    judge: str | None
    judge_raw: str | None
    isolation: str | None
    is_baseline: bool


class WorkflowMetric(Row):
    """One mean, x 100. `n` instances count in it; `unscored_n` of the planned ones could not be.

    `failed_n` of the `n` had no usable answer and count as 0. `value` is null with a reason.
    """

    benchmark: str
    model: str
    scope: MetricScope
    scope_value: str
    value: float | None
    n: int
    planned_n: int
    failed_n: int
    unscored_n: int
    reason: str | None = None


class WorkflowStability(Row):
    """Sensitivity of one model to language and representation, in points of 100.

    Gaps are English minus Chinese and images first minus interleaved; `interaction` is the
    representation gap in English minus the one in Chinese; `setting_range` is best minus worst
    setting. The `*_ci_*` are of questions present in all four settings (`paired_n`), bootstrapped.
    """

    benchmark: str
    model: str
    language_gap: float | None
    representation_gap: float | None
    interaction: float | None
    setting_range: float | None
    group_range: float | None
    paired_n: int
    language_gap_ci_low: float | None = None
    language_gap_ci_high: float | None = None
    representation_gap_ci_low: float | None = None
    representation_gap_ci_high: float | None = None
    reason: str | None = None


class WorkflowJudgeAudit(Row):
    """Agreement of one pair of raters on the audited sample; alpha over all raters is a row too.

    `rater_b` is null in the row of Krippendorff's alpha. Null statistics carry a reason.
    """

    benchmark: str
    rater_a: str
    rater_b: str | None
    n: int
    exact: float | None
    quadratic_kappa: float | None
    binary_exact: float | None
    binary_kappa: float | None
    mean_absolute_error: float | None
    alpha: float | None
    alpha_ci_low: float | None
    alpha_ci_high: float | None
    reason: str | None = None
