"""One figure-quality run: its models, its pictures, and its figures through its protocol."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from scidoc_assets.defs.gathering import gather_bounded
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import StageRefused
from scidoc_assets.domain.quality.judging import advance, next_request, start_judging
from scidoc_assets.domain.quality.planning import complete_run
from scidoc_assets.gateways.llm.interface import ModelGateway
from scidoc_assets.schemas.calls import ImagePart, image_part
from scidoc_assets.schemas.quality import FigureQualityItem, FigureQualityScore
from scidoc_assets.schemas.settings import ModelSettings, QualityRun

# Besides the figures whose calls fill the model's slots, one in so many is made ready (picture
# read, request built and hashed) or written down, so that a slot is not kept waiting for that.
READY_SHARE = 2


def run_of(project: Project, key: str | None) -> QualityRun:
    """The configured run of a partition. Raises KeyError when it is gone."""
    for run in project.settings.runs.runs:
        if run.run_id == key:
            return complete_run(run)
    raise KeyError(f"runs.yaml has no run {key!r} any more; reload definitions")


def models_of(project: Project, run: QualityRun) -> dict[str, ModelSettings]:
    """Cards of the run's models by id. Raises StageRefused when models.yaml lacks one."""
    cards = {model.model_id: model for model in project.settings.models.models}
    wanted = [m for m in (run.vision_model, run.language_model) if m is not None]
    missing = [m for m in wanted if m not in cards]
    if missing:
        raise StageRefused(
            f"runs.yaml {run.run_id}: models.yaml has no model {missing[0]!r}; add it there or "
            "name another model"
        )
    return {model_id: cards[model_id] for model_id in wanted}


def judge_all(
    project: Project,
    run: QualityRun,
    gateways: Mapping[str, ModelGateway],
    planned: Sequence[FigureQualityItem],
) -> list[FigureQualityScore]:
    """Score rows of `planned` in their order; every call goes through its model's gateway."""
    vision = gateways[run.vision_model].settings
    is_baseline = any(gateway.settings.is_baseline for gateway in gateways.values())

    async def judge(item: FigureQualityItem) -> FigureQualityScore:
        state = start_judging(item, run, _picture_of(project, item), vision.sees, is_baseline)
        while not state.is_over:
            request = next_request(state)
            state = advance(state, await gateways[request.model_id].call(request))
        if state.row is None:
            raise ValueError(f"figure {item.figure_id}: the protocol ended without a row")
        return state.row

    slots = sum(gateway.settings.max_concurrency for gateway in gateways.values())
    return asyncio.run(gather_bounded(judge, planned, slots + slots // READY_SHARE + 1))


def _picture_of(project: Project, item: FigureQualityItem) -> ImagePart | None:
    if item.image_sha256 is None or not project.blobs.has(item.image_sha256):
        return None
    return image_part(project.blobs.get(item.image_sha256), name="figure")
