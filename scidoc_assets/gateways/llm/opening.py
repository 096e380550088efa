"""Building a gateway from settings: which provider answers a model id, and its budgets.

Refuses unknown embedded names, with the names there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scidoc_assets.gateways.llm.extractive import ExtractiveProvider
from scidoc_assets.gateways.llm.gguf import GgufProvider, gguf_path
from scidoc_assets.gateways.llm.interface import (
    CallFailure,
    CallJournal,
    Provider,
    SharedLimits,
    SpendCap,
)
from scidoc_assets.gateways.llm.journaled import JournaledGateway
from scidoc_assets.gateways.llm.limits import DEFAULT_RETRY, Budget, RetryPolicy
from scidoc_assets.gateways.llm.litellm_gateway import LitellmProvider, missing_variable
from scidoc_assets.gateways.llm.provider_gateway import ProviderGateway
from scidoc_assets.schemas.settings import ModelSettings

EXTRACTIVE = "embedded/extractive"
SMOLLM2 = "embedded/smollm2-135m"


@dataclass(frozen=True)
class ModelReadiness:
    """Whether a configured model can be called now, and what to do if not."""

    model_id: str
    is_ready: bool
    missing_variable: str | None
    message: str


def open_gateway(
    settings: ModelSettings,
    journal: CallJournal,
    budgets: Sequence[SpendCap] = (),
    retry: RetryPolicy = DEFAULT_RETRY,
    shared: SharedLimits | None = None,
) -> JournaledGateway:
    """The gateway a stage uses: journalled, with retry, limits and budgets.

    `budgets` are shared ones (the run's, and the model's when it has several journals); without a
    shared one, the model's own limits are enforced within this gateway. `shared` keeps concurrency,
    rate and back-off across processes (None: within this one). Raises ValueError for an
    embedded name that does not exist.
    """
    caps: list[SpendCap] = list(budgets)
    has_own_cap = settings.budget_usd is not None or settings.budget_calls is not None
    if has_own_cap and not caps:
        caps.append(Budget(settings.budget_usd, settings.budget_calls))
    return JournaledGateway(
        ProviderGateway(settings, open_provider(settings), caps, retry, shared), journal
    )


def open_provider(settings: ModelSettings) -> Provider:
    """The provider of a model; nothing is loaded or imported before the first call."""
    if settings.provider == "litellm":
        return LitellmProvider(settings)
    if settings.gguf_path is not None or settings.model_id == SMOLLM2:
        return GgufProvider(settings)
    if settings.model_id == EXTRACTIVE:
        return ExtractiveProvider(settings)
    raise ValueError(
        f"models.yaml: no embedded model {settings.model_id!r}; use {EXTRACTIVE}, {SMOLLM2}, or "
        "any name with gguf_path"
    )


def readiness(settings: ModelSettings) -> ModelReadiness:
    """For `scidoc models`: key present, model file there; calls nothing."""
    variable = missing_variable(settings)
    if variable is not None:
        return _unready(settings, f"set the environment variable {variable}", variable)
    provider = open_provider(settings)
    if isinstance(provider, GgufProvider):
        try:
            gguf_path(settings)
        except CallFailure as failure:
            return _unready(settings, failure.detail, None)
    return ModelReadiness(settings.model_id, True, None, "ready")


def _unready(settings: ModelSettings, message: str, variable: str | None) -> ModelReadiness:
    return ModelReadiness(settings.model_id, False, variable, message)
