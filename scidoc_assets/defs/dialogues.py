"""Driving dialogues (`prompts.asking`) of graph and task building over a configured model.

Every call goes through the model's gateway with a journal per step and the shared budgets; results
come in the order of the dialogues. A model that is not ready (no key, no file) is told to the
caller, whose rows say so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scidoc_assets.defs.calling import (
    ConstructionStep,
    configured_model,
    open_journal,
    shared_budgets,
)
from scidoc_assets.defs.gathering import gather_bounded
from scidoc_assets.defs.project import Project
from scidoc_assets.gateways.llm.interface import ModelGateway
from scidoc_assets.gateways.llm.opening import EXTRACTIVE, readiness
from scidoc_assets.prompts.asking import Dialogue
from scidoc_assets.schemas.calls import ImagePart, image_part
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.settings import ModelSettings

Item = TypeVar("Item")
ValueT = TypeVar("ValueT")


@dataclass(frozen=True)
class Helper:
    """The model of one step; `missing` says what to do when it cannot be called."""

    model: ModelSettings
    missing: str | None


def helper_of(project: Project, model_id: str | None) -> Helper | None:
    """The model that tasks.yaml names; None for the rules (`embedded/extractive`)."""
    if model_id is None or model_id == EXTRACTIVE:
        return None
    model = configured_model(project, model_id)
    state = readiness(model)
    return Helper(model, None if state.is_ready else f"{state.message}, then run again")


def card_of(project: Project, model_id: str | None) -> str:
    """What a partition depends on when this model makes it, for its freshness."""
    known = [m for m in project.settings.models.models if m.model_id == model_id]
    return known[0].model_dump_json() if known else str(model_id)


def drive_all(
    project: Project,
    model: ModelSettings,
    step: ConstructionStep,
    start: Callable[[Item], Dialogue[ValueT]],
    items: Sequence[Item],
) -> list[ValueT]:
    """Results of the dialogues of all items, in order, several at a time. Raises JournalError."""
    if not items:
        return []
    with open_journal(project, model.model_id, step, "construction") as journal:
        gateway = project.gateways.model(model, journal, shared_budgets(project, model))

        async def drive(item: Item) -> ValueT:
            return await _drive(start(item), gateway)

        return asyncio.run(gather_bounded(drive, items, model.max_concurrency))


async def _drive(dialogue: Dialogue[ValueT], gateway: ModelGateway) -> ValueT:
    try:
        request = next(dialogue)
        while True:
            request = dialogue.send(await gateway.call(request))
    except StopIteration as stop:
        return stop.value


class CropImages(Mapping[str, ImagePart]):
    """Image parts of figures with a stored crop, by figure id or task alias, read when asked for.

    `figures` maps the key to the figure; the OCR text goes along for models without eyes.
    """

    def __init__(self, project: Project, figures: Mapping[str, CuratedFigure]) -> None:
        self._blobs = project.blobs
        self._figures = {
            key: figure
            for key, figure in figures.items()
            if figure.crop_sha256 is not None and self._blobs.has(figure.crop_sha256)
        }

    def __getitem__(self, key: str) -> ImagePart:
        figure = self._figures[key]
        text = "\n".join(region.text for region in figure.ocr_regions)
        return image_part(self._blobs.get(str(figure.crop_sha256)), name=key, ocr_text=text or None)

    def __contains__(self, key: object) -> bool:
        return key in self._figures

    def __iter__(self) -> Iterator[str]:
        return iter(self._figures)

    def __len__(self) -> int:
        return len(self._figures)
