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


def _named_errors() -> tuple[type[Exception], ...]:
    """Errors whose message says what is wrong and what to do."""
    from scidoc_assets.storage.catalog import CatalogError
    from scidoc_assets.storage.config import ConfigError
    from scidoc_assets.storage.corpus import ManifestError
    from scidoc_assets.storage.imported_folders import BundleError
    from scidoc_assets.storage.journal import JournalError
    from scidoc_assets.storage.parquet import StoreError
    from scidoc_assets.storage.paths import ProjectNotFoundError

    return (
        ProjectNotFoundError,
        ConfigError,
        ManifestError,
        CatalogError,
        BundleError,
        StoreError,
        JournalError,
    )


def explained(command: Callable[..., Any]) -> Callable[..., Any]:
    """Turn our named errors into one line on stderr and exit code 2."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except _named_errors() as error:
            click.echo(f"scidoc: {error}", err=True)
            sys.exit(EXIT_USAGE)

    return run
