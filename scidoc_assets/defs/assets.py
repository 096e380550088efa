"""Stages -> Dagster assets: inputs, partitions, mapping, checks, previews, data versions."""

import logging
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import dagster as dg

from scidoc_assets.defs.freshness import Freshness
from scidoc_assets.defs.partitions import Partitions, partition_mapping
from scidoc_assets.defs.previews import rows_table
from scidoc_assets.defs.project import Project, known_table
from scidoc_assets.defs.stage import Rows, Stage, StageRefused, StageRun, TableCheck
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.tables import TableSpec
from scidoc_assets.storage.arrow_schema import arrow_schema
from scidoc_assets.storage.parquet import rows_digest, to_arrow

# Data versions are beta and partitioned checks in preview in the Dagster that is pinned; a line per
# asset and check would bury real messages.
warnings.filterwarnings("ignore", category=dg.BetaWarning)
warnings.filterwarnings("ignore", category=dg.PreviewWarning)

SHOWN_OFFENDERS = 20
SHOWN_DIGITS = 12
INCOMPLETE = "incomplete"


@dataclass(frozen=True)
class StageOutput:
    """What the IO manager stores: rows and the fingerprint of what they were made from."""

    rows: Rows
    fingerprint: str


def stage_asset(stage: Stage, project: Project, partitions: Partitions) -> dg.AssetsDefinition:
    """The asset of one stage, with its key check and its own checks."""
    spec = stage.spec
    ins = {
        name: dg.AssetIn(partition_mapping=partition_mapping(known_table(name), spec))
        for name in stage.inputs
    }
    checks = (_key_check(stage), *stage.checks)

    @dg.asset(
        name=spec.name,
        ins=ins,
        partitions_def=partitions.definition(spec),
        group_name=spec.group,
        description=f"{spec.about}\n\nRow: `{spec.row.__name__}`. Key: {', '.join(spec.key)}.",
        code_version=stage.code_version(project)[:SHOWN_DIGITS],
        required_resource_keys={"project"},
        io_manager_key="io_manager",
        pool=stage.pool,
        retry_policy=dg.RetryPolicy(max_retries=1, delay=1),
        config_schema={
            "force_papers": dg.Field(
                [str],
                is_required=False,
                default_value=[],
                description="Papers to make again although nothing changed, past every cache.",
            )
        },
        check_specs=[_check_spec(spec, check, partitions) for check in checks],
        metadata={
            "dagster/column_schema": column_schema(spec),
            "key": ", ".join(spec.key),
            "reads_settings": ", ".join(f"{name}.yaml" for name in stage.uses) or "none",
        },
        kinds={"parquet"},
    )
    def _asset(context: dg.AssetExecutionContext, **inputs: Any) -> Iterator[Any]:
        yield from _execute(context, stage, partitions, checks, inputs)

    return _asset


def _check_spec(spec: TableSpec, check: TableCheck, partitions: Partitions) -> dg.AssetCheckSpec:
    """A check with its name as a sentence, and what becomes of rows that break it. Partitioned as
    its table is: else the last partition's result would hide those of all the others."""
    truth = check.name.replace("_", " ").capitalize()
    effect = "Stops what reads the table." if check.is_blocking else "Warns; nothing is stopped."
    return dg.AssetCheckSpec(
        name=check.name,
        asset=spec.name,
        blocking=check.is_blocking,
        description=f"{truth}. {effect}",
        partitions_def=partitions.definition(spec),
    )


def column_schema(spec: TableSpec) -> dg.TableSchema:
    """The table's columns as the UI shows them: Arrow types, nullability, the key marked."""
    return dg.TableSchema(
        columns=[
            dg.TableColumn(
                name=field.name,
                type=str(field.type),
                description="part of the key" if field.name in spec.key else None,
                constraints=dg.TableColumnConstraints(nullable=field.nullable),
            )
            for field in arrow_schema(spec.row)
        ]
    )


def _execute(
    context: Any,
    stage: Stage,
    partitions: Partitions,
    checks: Sequence[TableCheck],
    inputs: Mapping[str, Rows],
) -> Iterator[Any]:
    project: Project = context.resources.project
    key = str(context.partition_key) if context.has_partition_key else None
    # Taken before the body runs: a file that changes meanwhile leaves the partition stale.
    fingerprint = Freshness(project, partitions).fingerprint(stage, key)
    forced = frozenset(context.op_execution_context.op_config.get("force_papers", ()))
    run = StageRun(project, key, logging.getLogger(f"scidoc.{stage.spec.name}"), forced)
    try:
        rows = stage.body(run, **inputs)
    except StageRefused as refusal:
        raise dg.Failure(str(refusal), {"is_counted": True}, allow_retries=False) from refusal
    if stage.is_complete is not None and not stage.is_complete(rows):
        fingerprint = INCOMPLETE
    results = [_check_result(check, rows) for check in checks]
    preview = dict(stage.preview(project, rows)) if stage.preview else {}
    digest = rows_digest(to_arrow(rows, stage.spec.row))
    yield dg.Output(
        StageOutput(rows, fingerprint),
        data_version=dg.DataVersion(digest),
        metadata={
            "preview": dg.MarkdownMetadataValue(rows_table(rows)),
            **run.notes,
            **run.shown,
            **preview,
        },
    )
    yield from results


def _key_check(stage: Stage) -> TableCheck:
    columns = stage.spec.key

    def offenders(rows: Rows) -> list[str]:
        seen: set[tuple[object, ...]] = set()
        twice = []
        for row in rows:
            value = tuple(getattr(row, column) for column in columns)
            if value in seen:
                twice.append(", ".join(map(str, value)))
            seen.add(value)
        return twice

    return TableCheck("keys_are_unique", offenders, is_blocking=True)


def _check_result(check: TableCheck, rows: Sequence[Row]) -> dg.AssetCheckResult:
    offenders = check.offenders(rows)
    return dg.AssetCheckResult(
        check_name=check.name,
        passed=not offenders,
        severity=dg.AssetCheckSeverity.ERROR if check.is_blocking else dg.AssetCheckSeverity.WARN,
        metadata={"offenders": len(offenders), "first": ", ".join(offenders[:SHOWN_OFFENDERS])},
    )
