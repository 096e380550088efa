"""How the steps of a run are carried out when Dagster's UI or its daemon starts it.

Holds the two executors that Dagster itself ships and the way to any other one (Dask, Celery,
Kubernetes, Ray) by its import path. Refuses a name that leads to no executor, with the way out.
`scidoc run` has a pool of processes of its own and asks for none.
"""

from __future__ import annotations

import importlib

import dagster as dg

from scidoc_assets.schemas.executors import EXECUTOR_NAMES
from scidoc_assets.storage.config import ConfigError


def executor_of(name: str, workers: int) -> dg.ExecutorDefinition:
    """The executor that corpus.yaml names; `multiprocess` runs up to `workers` steps at once.

    Raises ConfigError when `package.module:name` cannot be imported or is no executor.
    """
    if name == "in_process":
        return dg.in_process_executor
    if name == "multiprocess":
        return dg.multiprocess_executor.configured({"max_concurrent": workers})
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except ImportError as error:
        raise _refusal(name, f"{error}; install it into this environment") from error
    except AttributeError as error:
        raise _refusal(name, f"{module} has no {attribute!r}") from error
    if not isinstance(found, dg.ExecutorDefinition):
        raise _refusal(name, f"a {type(found).__name__}, not a Dagster executor")
    return found


def _refusal(name: str, cause: str) -> ConfigError:
    return ConfigError(f"corpus.yaml: executor: {name}: {cause}; allowed: {EXECUTOR_NAMES}")
