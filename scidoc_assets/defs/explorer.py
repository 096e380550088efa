"""evidence_explorer: the static site over what is stored. Not a table itself."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg

from scidoc_assets.defs.project import Project, known_table
from scidoc_assets.explorer.rows import TABLES_READ, ExplorerRows
from scidoc_assets.explorer.site import SiteReport, build_site
from scidoc_assets.storage.parquet import read_rows, stored_table
from scidoc_assets.storage.paths import ProjectPaths

SHOWN_MISSING = 20


def explorer_index(paths: ProjectPaths) -> Path:
    """The site's front page (there once it was built)."""
    return paths.releases / "explorer" / "index.html"


def write_explorer(project: Project) -> SiteReport:
    """Build the site of a project under `data/releases/explorer`. Raises StoreError."""
    return build_site(stored_rows(project), project.blobs.get, explorer_index(project.paths).parent)


def stored_rows(project: Project) -> ExplorerRows:
    """Every stored partition of the tables that the site shows."""
    found: dict[str, Any] = {}
    for name in TABLES_READ:
        spec = known_table(name)
        folder = project.paths.store / name
        files = sorted(folder.rglob("part.parquet"), key=str) if folder.exists() else []
        # Most shards of a small corpus are empty; a footer is read faster than a table.
        full = [f for f in files if (facts := stored_table(f)) is not None and facts.rows]
        found[name] = [row for file in full for row in read_rows(file, spec.row)]
    return ExplorerRows(**found)


def explorer_asset() -> dg.AssetsDefinition:
    """The `evidence_explorer` asset, downstream of the catalogue and so of every table."""

    @dg.asset(
        name="evidence_explorer",
        deps=["catalog"],
        group_name="catalog",
        description="Static site: papers, figures with their text, argument graphs, tasks, answers.",
        code_version="1",
        required_resource_keys={"project"},
        kinds={"html"},
        check_specs=[
            dg.AssetCheckSpec(
                name="every_picture_is_stored",
                asset="evidence_explorer",
                description="Every picture that a page shows is among the stored blobs.",
            )
        ],
    )
    def _explorer(context: dg.AssetExecutionContext) -> Iterator[Any]:
        report = write_explorer(context.resources.project)
        missing = report.missing_pictures
        yield dg.MaterializeResult(
            metadata={
                "open": dg.MetadataValue.path(str(report.index)),
                "pages": report.pages,
                "pictures": report.pictures,
            },
            check_results=[
                dg.AssetCheckResult(
                    check_name="every_picture_is_stored",
                    passed=not missing,
                    severity=dg.AssetCheckSeverity.WARN,
                    metadata={"missing": len(missing), "first": ", ".join(missing[:SHOWN_MISSING])},
                )
            ],
        )

    return _explorer
