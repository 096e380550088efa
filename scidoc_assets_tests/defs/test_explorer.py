"""The explorer as an asset: what is stored becomes a site, whatever was not made yet."""

from __future__ import annotations

from collections.abc import Callable

import dagster as dg

from scidoc_assets.defs.explorer import explorer_asset, explorer_index, stored_rows
from scidoc_assets.defs.project import Project, known_table
from scidoc_assets.storage.parquet import write_rows
from scidoc_assets_tests.explorer.small_rows import PICTURE, figure, paper


def store(project: Project, table: str, partition: str | None, rows: list) -> None:
    spec = known_table(table)
    write_rows(project.table_path(spec, partition), rows, spec.row, "test")


def test_stored_partitions_are_read_and_unmade_tables_are_empty(
    make_project: Callable[..., Project],
) -> None:
    project = make_project()
    store(project, "raw_pdfs", "00", [paper("a")])
    store(project, "raw_pdfs", "01", [])
    store(project, "raw_pdfs", "02", [paper("b")])
    rows = stored_rows(project)
    assert [p.paper_id for p in rows.raw_pdfs] == ["a", "b"]
    assert rows.reasoning_tasks == []


def test_the_asset_writes_the_site_and_warns_of_pictures_that_are_gone(
    make_project: Callable[..., Project],
) -> None:
    project = make_project()
    project.blobs.put(PICTURE)
    store(project, "raw_pdfs", "00", [paper()])
    gone = figure(figure_id="p1-fig-2", crop_sha256="b" * 64)
    store(project, "curated_figures", "00", [figure(), gone])
    result = dg.materialize([explorer_asset()], resources={"project": project}, raise_on_error=True)
    (check,) = result.get_asset_check_evaluations()
    assert not check.passed
    assert check.severity == dg.AssetCheckSeverity.WARN
    index = explorer_index(project.paths)
    assert "A title" in index.read_text("utf-8")
    assert len(list((index.parent / "pictures").iterdir())) == 1
