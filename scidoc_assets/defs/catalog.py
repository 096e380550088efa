"""catalog: the DuckDB views over everything stored. Not a table itself."""

from collections.abc import Iterator, Sequence
from typing import Any

import dagster as dg
from dagster_duckdb import DuckDBResource

from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Stage
from scidoc_assets.schemas.tables import TABLES
from scidoc_assets.storage.catalog import BuiltCatalog, broken_views, build_catalog, current_catalog

# Views beside the tables: nested rows opened up for people who query.
EXTRA_VIEWS: dict[str, str] = {
    "layout_pages": "SELECT paper_id, unnest(pages, recursive := true) FROM parsed_layouts",
    "layout_blocks": "SELECT paper_id, unnest(blocks, recursive := true) FROM parsed_layouts",
    "layout_relations": "SELECT paper_id, unnest(relations, recursive := true) FROM parsed_layouts",
    "argument_graph_nodes": (
        "SELECT graph_id, paper_id, n.node_id AS node_id, n.type AS node_type, n.label AS label,"
        " CASE WHEN len(n.source_attributions) > 0"
        " THEN NOT list_contains(not_verbatim, n.node_id) END AS excerpt_is_verbatim,"
        " n.cited_works_status AS cited_works_status, n.cited_works AS cited_works"
        " FROM (SELECT graph_id, paper_id, unnest(nodes) AS n, flatten(list_transform("
        "list_filter(findings, lambda f: f.rule = 'excerpts_are_verbatim'),"
        " lambda f: f.ids)) AS not_verbatim FROM argument_graphs)"
    ),
    "latex_shares": (
        "SELECT paper_id, s.kind AS kind, s.aligned AS aligned, s.total AS total"
        " FROM (SELECT paper_id, unnest(shares) AS s FROM latex_sources)"
    ),
    "argument_graph_edges": (
        "SELECT graph_id, e.source AS source, e.target AS target, e.type AS edge_type"
        " FROM (SELECT graph_id, unnest(edges) AS e FROM argument_graphs)"
    ),
    "leaderboard": (
        "SELECT benchmark, model, setting, judge, metric, value, n, planned_n, failed_n, ci_low,"
        " ci_high, reason, is_baseline FROM reasoning_metrics WHERE stratum_kind = 'overall'"
    ),
    "label_statuses": (
        "SELECT 'correctness' AS kind, benchmark, model, setting, judge, status, reason,"
        " count(*) AS n FROM correctness_labels GROUP BY ALL UNION ALL"
        " SELECT 'coverage', benchmark, model, setting, judge, status, reason, count(*)"
        " FROM coverage_labels GROUP BY ALL"
    ),
    "response_turns": (
        "SELECT benchmark, model, setting, task_id, repeat, unnest(turns, recursive := true)"
        " FROM reasoning_responses"
    ),
    "figure_quality_runs": (
        "SELECT benchmark, run_id, protocol, vision_model, language_model, count(*) AS planned,"
        " count(*) FILTER (status = 'scored') AS scored, avg(overall) AS mean_overall,"
        " mode(reason) AS first_failure, bool_or(is_baseline) AS is_baseline"
        " FROM figure_quality_scores GROUP BY ALL ORDER BY benchmark, run_id"
    ),
    "figure_quality_alignment": (
        "SELECT benchmark, split, run_id, protocol, vision_model, language_model,"
        " max(value) FILTER (metric = 'mae') AS mae,"
        " max(value) FILTER (metric = 'within_1') AS within_1,"
        " max(value) FILTER (metric = 'spearman') AS spearman,"
        " max(value) FILTER (metric = 'bias') AS bias,"
        " max(n) AS n, max(planned_n) AS planned_n, max(failed_n) AS failed_n, is_baseline"
        " FROM figure_quality_metrics WHERE dimension = 'overall'"
        " GROUP BY ALL ORDER BY benchmark, run_id"
    ),
    "workflow_leaderboard": (
        "SELECT benchmark, model, max(value) FILTER (scope = 'overall') AS overall,"
        " max(value) FILTER (scope_value = 'en_images_first') AS en_images_first,"
        " max(value) FILTER (scope_value = 'en_markdown_interleaved') AS en_markdown_interleaved,"
        " max(value) FILTER (scope_value = 'zh_images_first') AS zh_images_first,"
        " max(value) FILTER (scope_value = 'zh_markdown_interleaved') AS zh_markdown_interleaved,"
        " max(n) FILTER (scope = 'overall') AS n,"
        " max(planned_n) FILTER (scope = 'overall') AS planned_n,"
        " max(unscored_n) FILTER (scope = 'overall') AS unscored_n"
        " FROM workflow_metrics GROUP BY ALL ORDER BY benchmark, overall DESC"
    ),
    "failures": (
        "SELECT paper_id, status, reason, pages FROM raw_pdfs WHERE status <> 'ok' UNION ALL"
        " SELECT paper_id, status, reason, NULL FROM parsed_layouts WHERE status <> 'ok'"
    ),
}

CHECKS = {
    "catalog_has_views": "At least one table is stored and has its view.",
    "every_view_answers": "Every view can be read, opened read-only as users open it.",
}


def write_catalog(project: Project) -> BuiltCatalog:
    """Build and publish the catalogue over what is stored now."""
    tables = {name: project.paths.store / name for name in TABLES}
    return build_catalog(project.paths.catalog, tables, EXTRA_VIEWS)


def catalog_reader(project: Project) -> DuckDBResource:
    """The published catalogue, read-only: for checks and for assets that users add."""
    path = current_catalog(project.paths.catalog)
    return DuckDBResource(database=str(path), connection_config={"access_mode": "READ_ONLY"})


def catalog_asset(stages: Sequence[Stage]) -> dg.AssetsDefinition:
    """The `catalog` asset, downstream of every table."""
    deps = [
        dg.AssetDep(s.spec.name, partition_mapping=dg.AllPartitionMapping())
        if s.spec.partitions != "none"
        else dg.AssetDep(s.spec.name)
        for s in stages
    ]

    @dg.asset(
        name="catalog",
        deps=deps,
        group_name="catalog",
        description="DuckDB catalogue: a view per table, published whole; query it with `scidoc query`.",
        code_version="1",
        required_resource_keys={"project"},
        kinds={"duckdb"},
        check_specs=[
            dg.AssetCheckSpec(name=name, asset="catalog", description=about)
            for name, about in CHECKS.items()
        ],
    )
    def _catalog(context: dg.AssetExecutionContext) -> Iterator[Any]:
        project: Project = context.resources.project
        built = write_catalog(project)
        tables = [t for t in TABLES if (project.paths.store / t).exists()]
        with catalog_reader(project).get_connection() as connection:
            broken = [*built.left_out, *broken_views(connection)]
        yield dg.MaterializeResult(
            metadata={"file": built.path.name, "tables": len(tables)},
            check_results=[
                dg.AssetCheckResult(check_name="catalog_has_views", passed=bool(tables)),
                dg.AssetCheckResult(
                    check_name="every_view_answers",
                    passed=not broken,
                    metadata={"offenders": len(broken), "first": "; ".join(broken[:5])},
                ),
            ],
        )

    return _catalog
