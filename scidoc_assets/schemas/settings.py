"""Configuration: frozen, extra keys forbidden. One class per file of `data/config/`.

Read by storage/config.py, which turns a violation into an error with file, key and allowed values.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, PositiveFloat, PositiveInt, field_validator, model_validator

from scidoc_assets.schemas.executors import ExecutorName
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.releases import ReleaseSettings
from scidoc_assets.schemas.responses import POOLED, Setting
from scidoc_assets.schemas.training_settings import (
    TrainingSettings,
    WorkflowSettings,
    refuse_repeats,
)


class ParseLimits(Row):
    """Limits of a paper and, `page_*`, of a page; each has its own failure reason.

    `seconds` go by the clock; `page_seconds` are processor seconds, so that a busy machine loses no
    page.
    """

    pages: PositiveInt = 400
    seconds: PositiveFloat = 180.0
    page_seconds: PositiveFloat = 60.0
    memory_mb: PositiveInt = 1500
    page_pixels: PositiveInt = 40_000_000
    file_mb: PositiveInt = 200


class CorpusSettings(Row):
    """corpus.yaml: where papers are, how they are sharded and what limits hold.

    `workers` is how many processes `scidoc run` uses unless `--jobs` says otherwise; `executor`
    carries out the steps of runs that Dagster's UI or daemon starts (defs/executors.py).
    """

    folder: str = "data/corpus"
    shards: int = Field(default=64, ge=1, le=256)
    year_from: int | None = None
    year_to: int | None = None
    required_metadata: list[
        Literal["title", "venue", "year", "discipline", "domain", "licence", "doi"]
    ] = []
    crop_dpi: int = Field(default=300, ge=72, le=600)
    workers: PositiveInt = 2
    executor: ExecutorName = "in_process"
    use_layout_model: bool = True
    ocr_pages_without_text: bool = True
    ocr_max_pages: int = Field(default=4, ge=0)
    limits: ParseLimits = ParseLimits()
    nightly_cron: str = "0 2 * * *"

    @field_validator("shards")
    @classmethod
    def _power_of_two(cls, value: int) -> int:
        if value & (value - 1):
            raise ValueError("shards must be a power of two from 1 to 256 (64 by default)")
        return value


class CurationSettings(Row):
    """curation.yaml: thresholds of S1-S5 (seed 001; spec documents.md)."""

    min_side_px: PositiveInt = 50
    max_aspect: PositiveFloat = 20.0
    max_dominant_share: float = Field(default=0.97, gt=0, le=1)
    max_hash_distance: int = Field(default=8, ge=0, le=64)
    min_hash_information: float = Field(default=0.02, ge=0, le=1)
    min_twin_ssim: float = Field(default=0.95, gt=0, le=1)
    drop_twins_in_same_paper: bool = False
    area_outlier_ratio: PositiveFloat = 3.0
    max_unusable_rate: float = Field(default=0.30, ge=0, le=1)
    drop_missing_indices: bool = True
    ocr: Literal["paddleocr", "rapidocr", "off"] = "paddleocr"
    ocr_max_side_px: PositiveInt = 1600


class GraphSettings(Row):
    """tasks.yaml `graphs`: which model drafts graphs (`embedded/extractive` needs no key)."""

    builder: str = "embedded/extractive"
    max_evidence: PositiveInt = 40
    max_claims: PositiveInt = 16


class DifficultySettings(Row):
    """tasks.yaml `difficulty`: weights of graph structure and visual demand, and two cuts."""

    weight_depth: float = 1.0
    weight_evidence: float = 0.5
    weight_claims: float = 0.5
    weight_images: float = 0.5
    weight_panels: float = 0.15
    medium_from: float = 5.0
    hard_from: float = 8.0

    @model_validator(mode="after")
    def _cuts_are_ordered(self) -> DifficultySettings:
        if self.hard_from <= self.medium_from:
            raise ValueError("difficulty.hard_from must be greater than difficulty.medium_from")
        return self


class TaskSettings(Row):
    """tasks.yaml: sampling, acceptance and difficulty of reasoning tasks."""

    seed: int = 0
    min_depth: int = Field(default=3, ge=3)
    max_tasks_per_paper: PositiveInt = 3
    question_model: str | None = None
    discipline_model: str | None = None
    bridge_mode: Literal["with", "without"] = "with"
    rubric_pass: float = Field(default=85.0, ge=0, le=100)
    critical_below: float = Field(default=0.5, ge=0, le=1)
    max_rewrites: int = Field(default=2, ge=0)
    graphs: GraphSettings = GraphSettings()
    difficulty: DifficultySettings = DifficultySettings()


class ImagePolicy(Row):
    """What a provider accepts, measured on encoded bytes."""

    max_side_px: PositiveInt = 4096
    max_bytes: PositiveInt = 5_000_000
    max_count: PositiveInt = 40
    on_excess: Literal["downscale", "refuse"] = "downscale"


class ModelSettings(Row):
    """models.yaml entry: one model under test (or a judge's model)."""

    model_id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._/:+-]*$")
    provider: Literal["embedded", "litellm"] = "litellm"
    litellm_model: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    gguf_path: str | None = None
    sees: Literal["pixels", "ocr_text", "text"] = "pixels"
    tools: Literal["native", "json"] = "native"
    is_baseline: bool = False
    context_tokens: PositiveInt = 128_000
    max_output_tokens: PositiveInt = 2048
    temperature: float = Field(default=0.0, ge=0)
    seed: int | None = 0
    timeout_s: PositiveFloat = 300.0
    tries: PositiveInt = 4
    max_concurrency: PositiveInt = 8
    requests_per_minute: PositiveInt | None = None
    budget_usd: PositiveFloat | None = None
    budget_calls: PositiveInt | None = None
    price_input_per_million_usd: float | None = Field(default=None, ge=0)
    price_output_per_million_usd: float | None = Field(default=None, ge=0)
    images: ImagePolicy = ImagePolicy()

    @model_validator(mode="after")
    def _litellm_model_is_named(self) -> ModelSettings:
        if "..." in self.model_id:
            raise ValueError("model_id must not contain `...` (reserved for partition ranges)")
        if self.model_id == POOLED:
            raise ValueError(f"model_id {POOLED!r} stands for all models together in the metrics")
        if self.provider == "litellm" and not self.litellm_model:
            raise ValueError("litellm_model is required for provider litellm (e.g. openai/NAME)")
        return self


class ModelsFile(Row):
    """models.yaml: models under test and the settings they are run in."""

    settings: list[Setting] = Field(
        default=["caption_only", "direct", "evidence_hint", "agentic"], min_length=1
    )
    repeats: PositiveInt = 1
    agent_turns: int = Field(default=12, ge=2)
    budget_usd: PositiveFloat | None = None
    budget_calls: PositiveInt | None = None
    models: list[ModelSettings]

    @model_validator(mode="after")
    def _model_ids_are_unique(self) -> ModelsFile:
        refuse_repeats("model_id", [m.model_id for m in self.models])
        refuse_repeats("setting", self.settings)
        return self


class JudgeSettings(Row):
    """judges.yaml entry: the lexical baseline, or a `model` described as in models.yaml."""

    judge_id: str
    kind: Literal["lexical", "model"] = "lexical"
    model: ModelSettings | None = None
    is_primary: bool = False

    @model_validator(mode="after")
    def _model_judge_has_a_model(self) -> JudgeSettings:
        if self.kind == "model" and self.model is None:
            raise ValueError("a judge of kind `model` needs `model`")
        return self


class AuditSettings(Row):
    """judges.yaml `audit`: the human audit's sample and the people who rate it.

    `per_cell` responses of every model x setting x difficulty cell; three of the raters see each.
    """

    per_cell: PositiveInt = 4
    raters: list[str] = Field(default=["rater_1", "rater_2", "rater_3", "rater_4"], min_length=4)
    adjudicator: str = "adjudicator"

    @model_validator(mode="after")
    def _people_differ(self) -> AuditSettings:
        people = [*self.raters, self.adjudicator]
        if len(set(people)) < len(people):
            raise ValueError("audit: raters and adjudicator must be different people")
        return self


class JudgesFile(Row):
    """judges.yaml: one primary judge; more for the cross-judge audit."""

    judges: list[JudgeSettings]
    audit: AuditSettings = AuditSettings()
    max_failed_share: float = Field(default=0.05, ge=0, le=1)
    bootstrap_resamples: PositiveInt = 2000
    seed: int = 0

    @model_validator(mode="after")
    def _one_primary(self) -> JudgesFile:
        if sum(j.is_primary for j in self.judges) != 1:
            raise ValueError("exactly one judge must have is_primary: true")
        refuse_repeats("judge_id", [j.judge_id for j in self.judges])
        return self


class QualityRun(Row):
    """runs.yaml entry: a figure-quality run (protocol x vision model x language model).

    `benchmarks` (empty: all) and `split` (`eval` or `eval@v2`) limit it to figures of these;
    `max_unrated` caps the figures per benchmark that nobody has rated.
    """

    run_id: str = Field(pattern=r"^[A-Z][0-9]+$")
    protocol: Literal["direct", "sidecar", "agent"]
    vision_model: str
    language_model: str | None = None
    benchmarks: list[str] = []
    split: str | None = None
    max_unrated: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _language_model_belongs_to_the_agent(self) -> QualityRun:
        if self.language_model is not None and self.protocol != "agent":
            raise ValueError(f"language_model is for protocol agent, {self.run_id} is one call")
        return self


class SplitRequest(Row):
    """runs.yaml `splits`: a frozen evaluation split to draw once from the rated figures."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")
    benchmark: str = "figure_quality"
    version: PositiveInt = 1
    target: PositiveInt = 1200
    seed: int = 0
    min_raters: PositiveInt = 3


class RunsFile(Row):
    """runs.yaml: the figure-quality run matrix and the evaluation splits."""

    runs: list[QualityRun]
    splits: list[SplitRequest] = []

    @model_validator(mode="after")
    def _names_are_unique(self) -> RunsFile:
        refuse_repeats("run_id", [r.run_id for r in self.runs])
        refuse_repeats("split", [f"{s.benchmark}/{s.name}@v{s.version}" for s in self.splits])
        return self


class Settings(Row):
    """Everything configured, as one frozen value."""

    corpus: CorpusSettings
    curation: CurationSettings
    tasks: TaskSettings
    models: ModelsFile
    judges: JudgesFile
    runs: RunsFile
    training: TrainingSettings = TrainingSettings()
    workflow: WorkflowSettings = WorkflowSettings()
    releases: ReleaseSettings = ReleaseSettings()
