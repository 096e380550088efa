"""The catalogue as an asset: published whole, checked as users open it."""

from collections.abc import Callable

import dagster as dg
import pytest

from scidoc_assets.defs import catalog
from scidoc_assets.defs.catalog import catalog_asset, catalog_reader
from scidoc_assets.defs.project import Project, known_table
from scidoc_assets.storage.parquet import write_rows
from scidoc_assets_tests.storage.test_parquet import step


@pytest.fixture
def project(make_project: Callable[..., Project]) -> Project:
    made = make_project(shards=4)
    spec = known_table("figure_funnel")
    write_rows(made.table_path(spec, None), [step(1)], spec.row, "x")
    return made


def checks_of(project: Project) -> dict[str, bool]:
    result = dg.materialize([catalog_asset(())], resources={"project": project})
    return {e.check_name: e.passed for e in result.get_asset_check_evaluations()}


def test_a_published_catalogue_answers_through_a_read_only_resource(project: Project) -> None:
    assert checks_of(project) == {"catalog_has_views": True, "every_view_answers": True}
    with catalog_reader(project).get_connection() as connection:
        assert connection.execute("SELECT count(*) FROM figure_funnel").fetchall() == [(1,)]


def test_a_view_that_cannot_be_read_fails_the_check(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        catalog, "EXTRA_VIEWS", {"doubled": "SELECT error('no') AS e FROM figure_funnel"}
    )
    assert checks_of(project) == {"catalog_has_views": True, "every_view_answers": False}
