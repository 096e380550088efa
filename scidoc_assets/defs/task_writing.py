"""Writing task questions with a model: the question chain, then the two weak settings as probes.

A probe asks the question without pictures; a right final answer flags the task. The lexical judge
reads the probes: it is a baseline, so a flag is a hint of leakage and its absence no proof.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scidoc_assets.defs.dialogues import CropImages, drive_all
from scidoc_assets.defs.project import Project
from scidoc_assets.domain.labels.lexical_judge import judge_lexically
from scidoc_assets.domain.responses.outcome import single_response
from scidoc_assets.domain.responses.prompts import build_request
from scidoc_assets.domain.tasks.model_dialogues import question_dialogue
from scidoc_assets.domain.tasks.weak_settings import WEAK_SETTINGS
from scidoc_assets.domain.tasks.writing import quality_rows
from scidoc_assets.prompts.asking import Dialogue
from scidoc_assets.schemas.figures import CuratedFigure
from scidoc_assets.schemas.responses import Setting
from scidoc_assets.schemas.settings import ModelSettings
from scidoc_assets.schemas.tasks import ReasoningTask, TaskQuality, evaluation_task

PROBES: tuple[Setting, ...] = WEAK_SETTINGS


def write_tasks(
    project: Project,
    model: ModelSettings,
    tasks: Sequence[ReasoningTask],
    figures: Sequence[CuratedFigure],
    titles: Mapping[str, str | None],
) -> list[TaskQuality]:
    """Every assessed version of every task, in task order. Raises JournalError."""
    by_id = {f.figure_id: f for f in figures}

    def write(task: ReasoningTask) -> Dialogue[list[TaskQuality]]:
        shown = {i.alias: by_id[i.figure_id] for i in task.images if i.figure_id in by_id}
        images = CropImages(project, shown)
        # Two papers have no one background.
        title = None if task.other_paper_ids else titles.get(task.paper_id)
        return _write(task, images, title, project, model)

    rows = drive_all(project, model, "question", write, tasks)
    return [row for own in rows for row in own]


def _write(
    task: ReasoningTask,
    images: CropImages,
    title: str | None,
    project: Project,
    model: ModelSettings,
) -> Dialogue[list[TaskQuality]]:
    settings = project.settings.tasks
    written = yield from question_dialogue(task, images, title, settings, model.model_id)
    solved = {}
    if written.qualities[-1].decision == "pass":
        for setting in PROBES:
            solved[setting] = yield from _probe(written.task, setting, model)
    return quality_rows(written, solved)


def _probe(task: ReasoningTask, setting: Setting, model: ModelSettings) -> Dialogue[bool | None]:
    """Whether the model answers rightly without the pictures; None when it gave no answer."""
    record = yield build_request(task, setting, model.model_id, model.sees)
    response = single_response(task, setting, model, 0, record)
    if not response.has_answer:
        return None
    label, _ = judge_lexically(evaluation_task(task), response)
    return label.is_correct
