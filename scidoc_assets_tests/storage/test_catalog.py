"""The catalogue: views over what is stored, published whole, read read-only."""

from __future__ import annotations

from pathlib import Path

import pytest
from upath import UPath

from scidoc_assets.schemas.figures import FunnelStep
from scidoc_assets.storage.catalog import (
    POINTER,
    CatalogError,
    NothingStoredError,
    build_catalog,
    current_catalog,
    query,
)
from scidoc_assets.storage.parquet import write_rows
from scidoc_assets_tests.storage.test_parquet import step


@pytest.fixture
def table(tmp_path: Path) -> UPath:
    folder = UPath(tmp_path / "store" / "figure_funnel")
    write_rows(folder / "shard=00" / "part.parquet", [step(1)], FunnelStep, "x")
    return folder


def test_a_view_reads_every_partition_also_those_made_later(tmp_path: Path, table: UPath) -> None:
    build_catalog(tmp_path / "c", {"figure_funnel": table}, {})
    write_rows(table / "shard=01" / "part.parquet", [step(2)], FunnelStep, "x")
    assert query(tmp_path / "c", "SELECT sum(entered) FROM figure_funnel").rows == [(3,)]


def test_a_table_with_nothing_stored_has_no_view(tmp_path: Path, table: UPath) -> None:
    tables = {"figure_funnel": table, "raw_pdfs": UPath(tmp_path / "store" / "raw_pdfs")}
    build_catalog(tmp_path / "c", tables, {"failures": "SELECT * FROM raw_pdfs"})
    names = [row[0] for row in query(tmp_path / "c", "SHOW TABLES").rows]
    assert names == ["figure_funnel"]


def test_no_catalogue_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match="scidoc run"):
        current_catalog(tmp_path)


def test_a_wrong_query_gives_duckdbs_reason(tmp_path: Path, table: UPath) -> None:
    build_catalog(tmp_path / "c", {"figure_funnel": table}, {})
    with pytest.raises(CatalogError, match="nope"):
        query(tmp_path / "c", "SELECT nope FROM figure_funnel")


def test_a_reader_cannot_write(tmp_path: Path, table: UPath) -> None:
    build_catalog(tmp_path / "c", {"figure_funnel": table}, {})
    with pytest.raises(CatalogError, match="read-only"):
        query(tmp_path / "c", "CREATE TABLE t AS SELECT 1")


def test_records_are_json_ready(tmp_path: Path, table: UPath) -> None:
    build_catalog(tmp_path / "c", {"figure_funnel": table}, {})
    sql = "SELECT 'NaN'::DOUBLE AS a, DATE '2026-01-02' AS b, [1.5::DECIMAL(3,1)] AS c FROM figure_funnel"
    assert query(tmp_path / "c", sql).records() == [{"a": None, "b": "2026-01-02", "c": [1.5]}]


def test_old_versions_are_removed_but_the_last_three(tmp_path: Path, table: UPath) -> None:
    for _ in range(5):
        build_catalog(tmp_path / "c", {"figure_funnel": table}, {})
    names = sorted(p.name for p in (tmp_path / "c").glob("*.duckdb"))
    assert names == [f"catalog-{n:06d}.duckdb" for n in (3, 4, 5)]


def test_a_missing_table_is_told_from_a_wrong_query(tmp_path: Path, table: UPath) -> None:
    build_catalog(tmp_path / "c", {"figure_funnel": table}, {})
    with pytest.raises(NothingStoredError, match="SHOW TABLES"):
        query(tmp_path / "c", "SELECT * FROM raw_pdfs")
    with pytest.raises(CatalogError) as wrong:
        query(tmp_path / "c", "SELECT nope FROM figure_funnel")
    assert not isinstance(wrong.value, NothingStoredError)


def test_a_catalogue_over_files_that_are_gone_says_how_to_build_it_again(
    tmp_path: Path, table: UPath
) -> None:
    build_catalog(tmp_path / "c", {"figure_funnel": table}, {})
    Path(str(tmp_path / "store")).rename(tmp_path / "moved")
    with pytest.raises(CatalogError, match="--select catalog"):
        query(tmp_path / "c", "SELECT * FROM figure_funnel")


@pytest.mark.parametrize("text", ["", "[]", '{"other": 1}', "{"])
def test_a_damaged_pointer_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / POINTER).write_text(text)
    with pytest.raises(CatalogError, match=rf"{POINTER}: damaged"):
        current_catalog(tmp_path)


def test_a_view_that_an_older_table_does_not_fit_is_left_out_and_named(
    tmp_path: Path, table: UPath
) -> None:
    newer = {
        "newer": "SELECT brought_in_by_the_next_version FROM figure_funnel",
        "steps": "SELECT step FROM figure_funnel",
    }
    built = build_catalog(tmp_path / "c", {"figure_funnel": table}, newer)
    names = [row[0] for row in query(tmp_path / "c", "SHOW TABLES").rows]
    assert names == ["figure_funnel", "steps"]
    (left_out,) = built.left_out
    assert left_out.startswith("newer: ")
    assert "brought_in_by_the_next_version" in left_out
    assert "scidoc run" in left_out
