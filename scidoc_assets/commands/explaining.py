"""Named errors as one line on stderr and exit code 2, for every command.

Light to import: the modules that define the errors are imported only once one is raised, as
`scidoc parse` must start fast.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from scidoc_assets.commands.exits import EXIT_USAGE


def explain_record_error(error: Exception) -> str:
    """Words for an error of the database in which Dagster records runs (disk full, not writable)."""
    cause = getattr(error, "orig", None) or error
    return (
        f"Dagster's record below data/dagster: {cause}; no table was lost, free space or give write "
        "access and run again"
    )


def _named_errors() -> tuple[type[Exception], ...]:
    """Errors whose message says what is wrong and what to do."""
    from sqlalchemy.exc import SQLAlchemyError

    from scidoc_assets.storage.catalog import CatalogError
    from scidoc_assets.storage.config import ConfigError
    from scidoc_assets.storage.corpus import ManifestError
    from scidoc_assets.storage.imported_folders import BundleError
    from scidoc_assets.storage.journal import JournalError
    from scidoc_assets.storage.locks import HeldError
    from scidoc_assets.storage.parquet import StoreError
    from scidoc_assets.storage.paths import ProjectNotFoundError

    return (
        ProjectNotFoundError,
        ConfigError,
        ManifestError,
        CatalogError,
        BundleError,
        HeldError,
        StoreError,
        JournalError,
        SQLAlchemyError,
    )


def explained(command: Callable[..., Any]) -> Callable[..., Any]:
    """Turn our named errors into one line on stderr and exit code 2."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except _named_errors() as error:
            is_ours = type(error).__module__.startswith("scidoc_assets.")
            click.echo(f"scidoc: {error if is_ours else explain_record_error(error)}", err=True)
            sys.exit(EXIT_USAGE)

    return run
