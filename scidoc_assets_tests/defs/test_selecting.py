"""What `--select` means, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scidoc_assets.defs.project import Project
from scidoc_assets.defs.runner import Selection
from scidoc_assets.defs.selecting import (
    SelectionError,
    require_inputs,
    require_models,
    selected_tables,
)
from scidoc_assets.storage.parquet import write_rows
from scidoc_assets_tests.defs.test_runner import STAGES

PAPERS, CANDIDATES, TWINS, FILTERED = (s.spec.name for s in STAGES)
LAST = {"catalog", "evidence_explorer"}


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("", set()),
        (TWINS, {TWINS}),
        (f" {TWINS}, {PAPERS},", {TWINS, PAPERS}),
        (f"+{TWINS}", {TWINS, CANDIDATES, PAPERS}),
        (f"{TWINS}+", {TWINS, FILTERED, *LAST}),
        (f"+{TWINS}+", {TWINS, CANDIDATES, PAPERS, FILTERED, *LAST}),
        ("+catalog", {PAPERS, CANDIDATES, TWINS, FILTERED, "catalog"}),
    ],
)
def test_a_plus_takes_what_is_read_or_what_reads(text: str, tables: set[str]) -> None:
    assert selected_tables(text, STAGES) == tables


def test_an_unknown_table_is_named_beside_those_there_are() -> None:
    with pytest.raises(SelectionError, match=rf"no table nope; tables: catalog.*{CANDIDATES}"):
        selected_tables("raw_pdfs,+nope", STAGES)


def test_an_unknown_model_is_named_beside_those_there_are(
    make_project: Callable[..., Project],
) -> None:
    with pytest.raises(SelectionError, match=r"no model nope in models\.yaml; there: embedded"):
        require_models(make_project(), ["nope", "embedded/extractive"])


def test_a_table_whose_input_was_never_made_is_refused_with_the_way_out(
    make_project: Callable[..., Project],
) -> None:
    project = make_project(shards=2)
    selection = Selection(tables=frozenset({CANDIDATES}))
    with pytest.raises(SelectionError, match=rf"reads {PAPERS}.*--select \+{CANDIDATES}"):
        require_inputs(project, STAGES, selection)
    require_inputs(project, STAGES, Selection(tables=frozenset({CANDIDATES, PAPERS})))
    require_inputs(project, STAGES, Selection())
    write_rows(project.table_path(STAGES[0].spec, "80"), [], STAGES[0].spec.row, "x")
    with pytest.raises(SelectionError):
        require_inputs(project, STAGES, selection)
    one_shard = Selection(tables=frozenset({CANDIDATES}), shards=frozenset({"80"}))
    require_inputs(project, STAGES, one_shard)
