"""reasoning_responses: one partition per model and setting, derived from its journal."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from scidoc_assets.defs.calling import model_of, open_journal, require_ready, shared_budgets
from scidoc_assets.defs.gathering import gather_bounded
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.responses.agent import (
    AgentState,
    advance,
    next_request,
    start_agent,
)
from scidoc_assets.domain.responses.outcome import agent_response, single_response
from scidoc_assets.domain.responses.prompts import TaskImage, build_request, task_images
from scidoc_assets.gateways.llm.interface import ModelGateway
from scidoc_assets.gateways.llm.opening import EXTRACTIVE
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.responses import ReasoningResponse, Setting
from scidoc_assets.schemas.settings import ModelSettings
from scidoc_assets.schemas.tasks import ReasoningTask

RESUMABLE = frozenset({"budget_stopped", "rate_limited", "provider_error"})
# The request itself is what fails: the same one again fails again, until the card is changed.
LASTING = frozenset({"image_policy", "images_not_seen", "context_length", "schema_unsupported"})


def is_complete(rows: Rows) -> bool:
    """False while calls were stopped or failed: the next run takes them up again."""
    return not any(
        isinstance(r, ReasoningResponse) and r.status in RESUMABLE and r.cause not in LASTING
        for r in rows
    )


def _answered_without_text(rows: Rows) -> list[str]:
    return [
        r.task_id
        for r in rows
        if isinstance(r, ReasoningResponse) and r.status == "answered" and not r.text
    ]


@stage(
    "reasoning_responses",
    pool="llm_api",
    external=lambda project, key: (
        model_of(project, key).model_dump_json()
        + f"{project.settings.models.repeats}/{project.settings.models.agent_turns}"
    ),
    is_complete=is_complete,
    checks=(TableCheck("answers_have_text", _answered_without_text, is_blocking=True),),
)
def reasoning_responses(
    run: StageRun,
    reasoning_tasks: Sequence[ReasoningTask],
    curated_figures: Sequence[CuratedFigure],
) -> Sequence[ReasoningResponse]:
    """Every planned answer of one model in one setting. Raises StageRefused without the key."""
    model_id, setting = run.model_setting
    model = model_of(run.project, run.partition)
    require_ready(model)
    ocr = {f.figure_id: f.ocr_regions for f in curated_figures}
    with open_journal(run.project, model_id, setting) as journal:
        gateway = run.project.gateways.model(model, journal, shared_budgets(run.project, model))
        planned = [
            (task, repeat)
            for task in reasoning_tasks
            for repeat in range(run.project.settings.models.repeats)
        ]

        async def answer(plan: tuple[ReasoningTask, int]) -> ReasoningResponse:
            task, repeat = plan
            crops = {i.figure_id: run.project.blobs.get(i.crop_sha256) for i in task.images}
            images = task_images(task, crops, ocr)
            if setting == "agentic":
                turns = run.project.settings.models.agent_turns
                state = await _run_agent(gateway, model, task, images, turns, repeat)
                for crop in state.crops:
                    run.project.blobs.put(crop.data)
                return agent_response(task, model, repeat, state)
            return await _ask(gateway, model, task, setting, images, repeat)

        rows = asyncio.run(gather_bounded(answer, planned, model.max_concurrency))
        run.notes.update(gateway.tally())
        return rows


async def _ask(
    gateway: ModelGateway,
    model: ModelSettings,
    task: ReasoningTask,
    setting: Setting,
    images: Sequence[TaskImage],
    repeat: int,
) -> ReasoningResponse:
    request = build_request(task, setting, model.model_id, model.sees, images, repeat)
    return single_response(task, setting, model, repeat, await gateway.call(request))


async def _run_agent(
    gateway: ModelGateway,
    model: ModelSettings,
    task: ReasoningTask,
    images: Sequence[TaskImage],
    turns: int,
    repeat: int,
) -> AgentState:
    state = agent_of(model, task, images, turns, repeat)
    while not state.is_over:
        state = advance(state, await gateway.call(next_request(state)))
    return state


def agent_of(
    model: ModelSettings,
    task: ReasoningTask,
    images: Sequence[TaskImage],
    turns: int,
    repeat: int,
) -> AgentState:
    """The crop agent of a model on a task, before its first turn."""
    protocol = "native_tools" if model.tools == "native" else "json_actions"
    # Small local models lose the JSON protocol without a grammar; the rule baseline needs none.
    is_constrained = protocol == "json_actions" and model.model_id != EXTRACTIVE
    return start_agent(
        task,
        model.model_id,
        model.sees,
        protocol,
        images,
        turns,
        repeat,
        is_constrained,
        model.images.max_count,
    )


STAGES = (reasoning_responses,)
