"""What every stage that calls models shares: the model's card, its journal, its budgets, its key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, get_args

from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import StageRefused
from scidoc_assets.domain.labels.judging import JudgeTask
from scidoc_assets.gateways.llm.opening import readiness
from scidoc_assets.schemas.settings import ModelSettings
from scidoc_assets.schemas.training import TrainingSubtask
from scidoc_assets.storage.journal import Journal, journal_path
from scidoc_assets.storage.ledger import LedgerBudget

JournalKind = Literal["responses", "workflow", "training", "construction", "quality"]
# Steps in which a model helps to build graphs and tasks; each has a journal.
ConstructionStep = Literal["discipline", "draft", "link", "observe", "question"]


def model_of(project: Project, partition: str | None) -> ModelSettings:
    """The configured model of a `model|setting` partition. Raises KeyError when it is gone."""
    return configured_model(project, str(partition).rsplit("|", 1)[0])


def configured_model(project: Project, model_id: str) -> ModelSettings:
    """A model of models.yaml. Raises KeyError when there is none of that id."""
    for model in project.settings.models.models:
        if model.model_id == model_id:
            return model
    raise KeyError(f"models.yaml has no model {model_id!r}; reload definitions after an edit")


def open_journal(
    project: Project, model_id: str, setting: str, kind: JournalKind = "responses"
) -> Journal:
    """The journal of one model in one setting, subtask or run (created at its first use)."""
    return Journal(journal_path(project.paths.journals / kind, model_id, setting))


def require_ready(model: ModelSettings) -> None:
    """Raises StageRefused when the model's key (or file) is missing, naming the variable to set."""
    state = readiness(model)
    if not state.is_ready:
        raise StageRefused(f"model {model.model_id}: {state.message}, then run again")


def shared_budgets(project: Project, model: ModelSettings) -> Sequence[LedgerBudget]:
    """Caps of the model and of the whole benchmark, shared by every worker process and started
    from what all journals have spent."""
    own = _budget(
        project, model.model_id, model.budget_usd, model.budget_calls, lambda: _own(project, model)
    )
    return [*own, *_whole_benchmark(project)]


def judge_budgets(project: Project, judge_id: str, model: ModelSettings) -> Sequence[LedgerBudget]:
    """Caps of a judge over all that it judges, and of the whole benchmark."""
    own = _budget(
        project,
        f"judge {judge_id}",
        model.budget_usd,
        model.budget_calls,
        lambda: _of_judge(project, judge_id),
    )
    return [*own, *_whole_benchmark(project)]


def judge_folder(project: Project, kind: JudgeTask, judge_id: str) -> Path:
    """Where the journals of a judge of answers lie, one per model and setting."""
    return project.paths.journals / "labels" / kind / judge_id


def _whole_benchmark(project: Project) -> list[LedgerBudget]:
    whole = project.settings.models

    def journals() -> Iterator[Path]:
        for model in whole.models:
            yield from _own(project, model)
        for judge in project.settings.judges.judges:
            yield from _of_judge(project, judge.judge_id)

    return _budget(project, "all models", whole.budget_usd, whole.budget_calls, journals)


def _own(project: Project, model: ModelSettings) -> Iterator[Path]:
    for kind, cut in _journalled(project):
        yield journal_path(project.paths.journals / kind, model.model_id, cut)


def _of_judge(project: Project, judge_id: str) -> Iterator[Path]:
    folders = [judge_folder(project, kind, judge_id) for kind in get_args(JudgeTask)]
    for folder in (*folders, project.paths.journals / "workflow_judges" / judge_id):
        yield from sorted(folder.rglob("*.sqlite"))


def _journalled(project: Project) -> list[tuple[JournalKind, str]]:
    """Every kind of journal with the settings or subtasks that it is cut by."""
    cuts: dict[JournalKind, Sequence[str]] = {
        "responses": project.settings.models.settings,
        "workflow": [*project.settings.workflow.settings, "screening"],
        "training": get_args(TrainingSubtask),
        "construction": get_args(ConstructionStep),
        "quality": [run.run_id for run in project.settings.runs.runs],
    }
    return [(kind, name) for kind, names in cuts.items() for name in names]


def _budget(
    project: Project,
    scope: str,
    usd: float | None,
    calls: int | None,
    journals: Callable[[], Iterable[Path]],
) -> list[LedgerBudget]:
    """The cap of a scope, started from what its journals have spent; none without a limit."""
    if usd is None and calls is None:
        return []
    spent_usd, spent_calls = 0.0, 0
    for path in journals():
        if path.exists():
            with Journal(path) as journal:
                totals = journal.totals()
            spent_usd += totals.cost_usd
            spent_calls += totals.n_tries
    ledger = project.paths.journals / "responses" / "budgets.sqlite"
    return [LedgerBudget(ledger, scope, usd, calls, spent_usd, spent_calls)]
