"""Which tables a user means: names, with what they read (`+name`) and what reads them (`name+`).

Dagster's own signs. Refuses unknown names, and a selection whose inputs were never made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scidoc_assets.defs.freshness import Freshness
from scidoc_assets.defs.partitions import partitions_of, upstream_keys
from scidoc_assets.defs.project import Project, known_table
from scidoc_assets.defs.runner import Selection
from scidoc_assets.defs.runner_jobs import CATALOG_JOB
from scidoc_assets.defs.stage import Stage
from scidoc_assets.schemas.tables import MAY_BE_ABSENT


class SelectionError(Exception):
    """A selection that cannot be run; the message says what is there or what to do first."""


def selected_tables(text: str, stages: Sequence[Stage]) -> frozenset[str]:
    """Tables that `text` (comma-separated) means; none for an empty text, which means all.

    Raises SelectionError naming what is no table.
    """
    inputs = {s.spec.name: s.inputs for s in stages}
    for name in CATALOG_JOB.tables:
        inputs[name] = tuple(s.spec.name for s in stages)
    found: set[str] = set()
    for word in (part.strip() for part in text.split(",")):
        name = word.strip("+")
        if not name:
            continue
        require_tables([name], inputs)
        found.add(name)
        if word.startswith("+"):
            found |= _reached([name], inputs)
        if word.endswith("+"):
            found |= _reached([name], _readers(inputs))
    return frozenset(found)


def require_tables(names: Iterable[str], known: Iterable[str], of: str = "") -> None:
    """Raises SelectionError for names that are not known (`of` what), listing those that are."""
    unknown = sorted(set(names) - set(known))
    if unknown:
        there = ", ".join(sorted(known))
        raise SelectionError(f"no table{of} {', '.join(unknown)}; tables{of}: {there}")


def require_models(project: Project, wanted: Iterable[str]) -> None:
    """Raises SelectionError for models that models.yaml does not have, listing those it has."""
    configured = {m.model_id for m in project.settings.models.models}
    strangers = sorted(set(wanted) - configured)
    if strangers:
        raise SelectionError(
            f"no model {', '.join(strangers)} in models.yaml; there: {', '.join(sorted(configured))}"
        )


def require_inputs(project: Project, stages: Sequence[Stage], selection: Selection) -> None:
    """Raises SelectionError when a selected table reads one that is neither stored nor selected."""
    if not selection.tables:
        return
    partitions = partitions_of(project.settings)
    freshness = Freshness(project, partitions)
    for stage in stages:
        keys = [k for k in partitions.keys(stage.spec) if selection.takes(stage, k)]
        for name in (n for n in stage.inputs if keys and n not in selection.tables):
            spec = known_table(name)
            wanted = {u for k in keys for u in upstream_keys(spec, stage.spec, k, partitions)}
            is_made = all(freshness.stored(spec, k) is not None for k in wanted)
            if not is_made and spec.partitions not in MAY_BE_ABSENT:
                raise SelectionError(
                    f"{stage.spec.name} reads {name}, which is not made yet: "
                    f"`scidoc run --select +{stage.spec.name}` makes both"
                )


def _readers(inputs: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {name: [r for r, read in inputs.items() if name in read] for name in inputs}


def _reached(names: Sequence[str], edges: Mapping[str, Sequence[str]]) -> set[str]:
    """Everything behind `names` along `edges`."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        new = [n for n in edges[waiting.pop()] if n not in found]
        found.update(new)
        waiting += new
    return found
