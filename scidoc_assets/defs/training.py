"""training_samples: one partition per subtask, made by rules; a configured model may only reword.

Partitions are not cut by shard: several subtasks need papers side by side, and a Dagster run costs
more than the whole generation (measured: about 1 s against 0.1 to 0.7 s for 20 papers).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import dagster as dg

from scidoc_assets.defs.calling import (
    configured_model,
    open_journal,
    require_ready,
    shared_budgets,
)
from scidoc_assets.defs.gathering import gather_bounded
from scidoc_assets.defs.page_images import PageImages, PictureError
from scidoc_assets.defs.previews import picture, rows_table
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows, StageRefused, StageRun, TableCheck, stage
from scidoc_assets.domain.tasks.building import BENCHMARK
from scidoc_assets.domain.training.chart_specs import ChartSpec
from scidoc_assets.domain.training.generation import GenerationOptions, generate
from scidoc_assets.domain.training.naturalisation import (
    reword_call,
    reworded,
    role_call,
    role_checked,
)
from scidoc_assets.domain.training.perturbations import perturb
from scidoc_assets.domain.training.plotqa import PlotQAError, plotqa_charts
from scidoc_assets.domain.training.rendering import smaller_png
from scidoc_assets.domain.training.splits import split_of_paper
from scidoc_assets.domain.training.verifiers import verify
from scidoc_assets.domain.training.withheld import withheld
from scidoc_assets.gateways.llm.interface import ModelGateway
from scidoc_assets.schemas.calls import CallRecord
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.tasks import EvaluationTask
from scidoc_assets.schemas.training import TrainingSample, TrainingSubtask
from scidoc_assets.schemas.workflow import WorkflowItem
from scidoc_assets.storage.quality_imports import datasets_digest, read_datasets

PREVIEW_SIDE_PX = 900
LISTED = ("sample_id", "language", "split", "accepted", "reject_reason", "answer_json")


def _plotqa_path(project: Project) -> Path | None:
    name = project.settings.training.plotqa
    return None if name is None else project.paths.root / name


def _outside(project: Project, key: str | None) -> str:
    """Digest of what no table holds: chart records, imported datasets, the model's card."""
    path = _plotqa_path(project)
    found = path is not None and path.is_file()
    charts = str(path)
    if path and found:
        charts = project.once("plotqa", lambda: hashlib.sha256(path.read_bytes()).hexdigest())
    name = project.settings.training.model
    card = configured_model(project, name).model_dump_json() if name else ""
    datasets = project.once("datasets", lambda: datasets_digest(project.paths.datasets))
    return f"{charts} {datasets} {card}"


def _accepted(rows: Rows) -> list[TrainingSample]:
    return [r for r in rows if isinstance(r, TrainingSample) and r.accepted]


def _unverified(rows: Rows) -> list[str]:
    """Accepted samples that their verifier, asked again, does not tell from a wrong answer."""
    return [
        s.sample_id
        for s in _accepted(rows)
        if verify(s, json.loads(s.answer_json)) != 1.0 or verify(s, perturb(s)) >= 1.0
    ]


def _on_the_wrong_side(rows: Rows) -> list[str]:
    return [
        s.sample_id
        for s in _accepted(rows)
        if {split_of_paper(p) for p in s.paper_ids} != {s.split}
    ]


def _missing_samples(rows: Rows) -> list[str]:
    return [] if _accepted(rows) else ["no sample was accepted"]


def _previews(project: Project, rows: Rows) -> Mapping[str, Any]:
    """Outcomes, the first samples, and a few of them drawn as the learner sees them."""
    counts = Counter(
        s.reject_reason or "accepted" for s in (r for r in rows if isinstance(r, TrainingSample))
    )
    lines = [f"| {outcome} | {n} |" for outcome, n in counts.most_common()]
    shown: dict[str, Any] = {
        "outcomes": dg.MarkdownMetadataValue("\n".join(["| outcome | n |", "|---|---|", *lines])),
        "samples": dg.MarkdownMetadataValue(
            f"{rows_table(rows, LISTED)}\n\nAny of them as a picture: `scidoc show SAMPLE_ID`"
        ),
    }
    images = PageImages(project, project.settings.training.page_dpi)
    drawable = [s for s in _accepted(rows) if any(i.kind != "text" for i in s.inputs)]
    for place, sample in enumerate(drawable[: project.settings.training.previews], start=1):
        try:
            drawn = images.pictures(sample)
        except PictureError as error:
            shown[f"sample_{place}"] = dg.MarkdownMetadataValue(str(error))
            continue
        small = [picture(smaller_png(png, PREVIEW_SIDE_PX), name).value for name, png in drawn]
        asked = f"{sample.instruction}\n\nAnswer: `{sample.answer_json}`"
        shown[f"sample_{place}"] = dg.MarkdownMetadataValue("\n\n".join([asked, *small]))
    return shown


@stage(
    "training_samples",
    uses=("training",),
    external=_outside,
    preview=_previews,
    checks=(
        TableCheck("accepted_samples_are_verified", _unverified, is_blocking=True),
        TableCheck("no_paper_is_on_two_sides", _on_the_wrong_side, is_blocking=True),
        TableCheck("some_samples_are_accepted", _missing_samples),
    ),
)
def training_samples(
    run: StageRun,
    parsed_layouts: Sequence[ParsedLayout],
    evaluation_tasks: Sequence[EvaluationTask],
    workflow_items: Sequence[WorkflowItem],
) -> Sequence[TrainingSample]:
    """All candidates of one subtask. Raises StageRefused for chart records that cannot be read."""
    settings = run.project.settings.training
    datasets = read_datasets(run.project.paths.datasets)
    papers = {item.paper_id for dataset in datasets for item in dataset.items}
    index = withheld(settings, evaluation_tasks, BENCHMARK, workflow_items, papers)
    options = GenerationOptions(
        per_paper=settings.per_paper, pairs=settings.pairs, synthetic=settings.synthetic
    )
    subtask = cast(TrainingSubtask, run.partition)
    charts = _charts(run)
    made = list(generate(subtask, parsed_layouts, settings.seed, options, index, charts))
    return made if settings.model is None else _asked(run, settings.model, made)


def _charts(run: StageRun) -> Mapping[str, ChartSpec]:
    path = _plotqa_path(run.project)
    if path is None:
        return {}
    try:
        charts, left_out = plotqa_charts(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, PlotQAError) as error:
        raise StageRefused(f"training.yaml: plotqa: {path}: {error}") from error
    run.log.info("%d PlotQA charts, %d left out", len(charts), left_out)
    return charts


def _asked(run: StageRun, model_id: str, samples: Sequence[TrainingSample]) -> list[TrainingSample]:
    """Samples reworded by a model, citation roles checked first; see naturalisation.py."""
    model = configured_model(run.project, model_id)
    require_ready(model)
    with open_journal(run.project, model_id, str(run.partition), "training") as journal:
        gateway = run.project.gateways.model(model, journal, shared_budgets(run.project, model))

        async def ask(sample: TrainingSample) -> TrainingSample:
            if sample.accepted and sample.subtask == "citation_role":
                sample = role_checked(sample, await _reply(gateway, role_call(sample, model_id)))
            if not sample.accepted:
                return sample
            reply = await _reply(gateway, reword_call(sample, model_id))
            return reworded(sample, reply, model_id)

        return asyncio.run(gather_bounded(ask, samples, model.max_concurrency))


async def _reply(gateway: ModelGateway, request: Any) -> str | None:
    record: CallRecord = await gateway.call(request)
    return record.reply.text if record.status == "answered" and record.reply else None


STAGES = (training_samples,)
