"""What every stage that calls models shares: the model's card, its journal, its budgets, its key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import StageRefused
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
    caps = []
    if model.budget_usd is not None or model.budget_calls is not None:
        caps.append(_budget(project, model.model_id, [model], model.budget_usd, model.budget_calls))
    whole = project.settings.models
    if whole.budget_usd is not None or whole.budget_calls is not None:
        caps.append(
            _budget(project, "all models", whole.models, whole.budget_usd, whole.budget_calls)
        )
    return caps


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
    models: Sequence[ModelSettings],
    usd: float | None,
    calls: int | None,
) -> LedgerBudget:
    spent_usd, spent_calls = 0.0, 0
    for model in models:
        for kind, setting in _journalled(project):
            path = journal_path(project.paths.journals / kind, model.model_id, setting)
            if path.exists():
                with Journal(path) as journal:
                    totals = journal.totals()
                spent_usd += totals.cost_usd
                spent_calls += totals.n_tries
    ledger = project.paths.journals / "responses" / "budgets.sqlite"
    return LedgerBudget(ledger, scope, usd, calls, spent_usd, spent_calls)
