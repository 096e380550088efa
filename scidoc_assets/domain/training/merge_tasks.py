"""Subtasks 6 and 7: merging two tables, of two papers or of one table that was split.

Rules align columns by a schema map and compute the merge; overlapping cells must agree. Refuses
pairs without a shared column and cells that contradict each other.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scidoc_assets.domain.training.drafts import (
    Draft,
    Rejected,
    language_for,
    rng_for,
)
from scidoc_assets.domain.training.layout_sources import LayoutView, page_input, picked
from scidoc_assets.domain.training.numeric_tables import (
    NumericTable,
    as_number,
    shown_cells,
    synthetic_table,
    tables_of,
)
from scidoc_assets.domain.training.splits import split_of_paper
from scidoc_assets.domain.training.table_tasks import shown_table
from scidoc_assets.domain.training.word_pools import MEASURES, entity_names, value_of
from scidoc_assets.schemas.training import TrainingInput, TrainingLanguage, TrainingSubtask

SCHEMA = (
    '{"columns": ["..."], "rows": [{"row_key": "...", "values": {"<column>": "..."}, '
    '"sources": {"<column>": ["A" or "B"]}}]}'
)
_UNIT = re.compile(r"\s*[\(\[][^)\]]*[\)\]]\s*$")


def simulated_merge_drafts(view: LayoutView, count: int, seed: int) -> Iterator[Draft]:
    """Up to `count` splits of the paper's checkable tables."""
    tables = tables_of(view.layout)
    rng = rng_for(seed, "simulated_merge", view.paper_id)
    for index in range(count if tables else 0):
        table = tables[index % len(tables)]
        yield _split_draft(table, f"{table.block_id}|{index}", rng, False)


def synthetic_simulated_merge(index: int, seed: int) -> Draft:
    """One split of a made-up table."""
    paper_id = f"synthetic-simulated-merge-{index}"
    rng = rng_for(seed, paper_id)
    return _split_draft(synthetic_table(paper_id, rng), str(index), rng, True)


def cross_merge_drafts(views: Sequence[LayoutView], count: int, seed: int) -> Iterator[Draft]:
    """Up to `count` pairs of real tables, of different papers of one split, that share a column."""
    tables = [(view, table) for view in views for table in tables_of(view.layout)]
    pairs = [
        (a, b)
        for i, a in enumerate(tables)
        for b in tables[i + 1 :]
        if a[0].paper_id != b[0].paper_id
        and split_of_paper(a[0].paper_id) == split_of_paper(b[0].paper_id)
        and _shared_columns(a[1], b[1])
    ]
    rng = rng_for(seed, "cross_paper_merge", *(view.paper_id for view in views))
    for (view_a, a), (view_b, b) in picked(pairs, count, rng):
        shared = _shared_columns(a, b)
        names = list(shared)
        left = a.reordered(a.rows, names)
        right = b.reordered(b.rows, [shared[n] for n in names])
        mapping = {shared[n]: n for n in names if shared[n] != n}
        pages = [
            page_input(view, t.page_index or 0, [("TABLE", view.by_id[str(t.block_id)])])
            for view, t in ((view_a, a), (view_b, b))
        ]
        key = f"{a.block_id}|{b.block_id}"
        yield _merge_draft("cross_paper_merge", key, (left, right), mapping, rng, pages)


def synthetic_cross_merge(index: int, seed: int) -> Draft:
    """Two made-up papers on one benchmark: other methods, column names by alias, a shared row."""
    paper_id = f"synthetic-cross-merge-{index}"
    rng = rng_for(seed, paper_id)
    chosen = rng.sample(MEASURES, rng.randint(2, 3))
    columns = [f"{m.name} ({m.unit})" for m in chosen]
    aliases = {c: f"{m.alias} ({m.unit})" for c, m in zip(columns, chosen, strict=True)}
    names = entity_names(rng.randint(5, 8), rng)
    cells = {n: tuple(value_of(m, rng) for m in chosen) for n in names}
    cut = rng.randint(2, len(names) - 3)
    groups = (names[: cut + 1], names[cut:])  # the row at the cut is reported by both papers
    left, right = (
        NumericTable("Method", tuple(g), tuple(columns), tuple(cells[n] for n in g), paper_id)
        for g in groups
    )
    order = rng.sample(columns, len(columns))
    right = right.reordered(right.rows, order).renamed(aliases)
    mapping = {alias: column for column, alias in aliases.items()}
    return _merge_draft("cross_paper_merge", str(index), (left, right), mapping, rng, [])


def _split_draft(table: NumericTable, key: str, rng: random.Random, is_synthetic: bool) -> Draft:
    rows = rng.sample(table.rows, len(table.rows))
    overlap = rng.randint(1, max(1, len(rows) // 3))
    cut = rng.randint(1, max(1, len(rows) - overlap - 1))
    parts = [
        table.reordered(part, rng.sample(table.columns, len(table.columns)))
        for part in (rows[: cut + overlap], rows[cut:])
    ]
    draft = _merge_draft(
        "simulated_merge", key, (parts[0], parts[1]), {}, rng, [], columns=list(table.columns)
    )
    draft.is_synthetic = is_synthetic
    draft.construction = {
        **draft.construction,
        "rows_a": list(parts[0].rows),
        "rows_b": list(parts[1].rows),
        "columns_a": list(parts[0].columns),
        "columns_b": list(parts[1].columns),
    }
    return draft


def _merge_draft(
    subtask: TrainingSubtask,
    key: str,
    tables: tuple[NumericTable, NumericTable],
    mapping: Mapping[str, str],
    rng: random.Random,
    pages: list[TrainingInput],
    columns: list[str] | None = None,
) -> Draft:
    language = language_for(rng)
    canonical = columns or list(tables[0].columns)
    merged, conflict = merged_table(tables, mapping, canonical)
    shown = [_shown_part(t, letter, language) for t, letter in zip(tables, "AB", strict=True)]
    draft = Draft(
        subtask=subtask,
        language=language,
        key=key,
        paper_ids=sorted({t.paper_id for t in tables}),
        answer=merged,
        verifier="merged_table",
        params={"mapping": dict(mapping)},
        answer_schema=SCHEMA,
        inputs=[*pages, *(TrainingInput(kind="text", text=text) for text in shown)],
        slots={"columns": ", ".join(canonical), "schema_map": _mapping_text(mapping, language)},
        locked=[*(c for t in tables for c in shown_cells(t)), ", ".join(canonical)],
        construction={
            "block_ids": [t.block_id for t in tables],
            "schema_map": dict(mapping),
            "columns": canonical,
        },
        is_synthetic=all(t.block_id is None for t in tables),
    )
    if conflict is not None:
        draft.rejection = Rejected("values_conflict", conflict)
    return draft


def merged_table(
    tables: tuple[NumericTable, NumericTable], mapping: Mapping[str, str], columns: Sequence[str]
) -> tuple[dict[str, Any], str | None]:
    """The union of rows under the canonical columns, with the tables (A, B) that state each cell.

    The second value names the first cell on which the two contradict each other, else None.
    """
    rows: dict[str, tuple[dict[str, str], dict[str, list[str]]]] = {}
    conflict = None
    for letter, table in zip("AB", tables, strict=True):
        for row in table.rows:
            values, sources = rows.setdefault(row, ({}, {}))
            for column in table.columns:
                name, cell = mapping.get(column, column), table.cell(row, column)
                if name in values and as_number(values[name]) != as_number(cell):
                    conflict = conflict or f"{row}, {name}: {values[name]} and {cell}"
                values.setdefault(name, cell)
                sources.setdefault(name, []).append(letter)
    merged = [
        {
            "row_key": row,
            "values": {c: values[c] for c in columns if c in values},
            "sources": {c: sources[c] for c in columns if c in sources},
        }
        for row, (values, sources) in rows.items()
    ]
    return {"columns": list(columns), "rows": merged}, conflict


def _shared_columns(a: NumericTable, b: NumericTable) -> dict[str, str]:
    """Columns of a -> the column of b with the same name and unit, case and dots aside."""
    if not _same_row_kind(a, b):
        return {}
    theirs = {_column_key(c): c for c in b.columns}
    return {c: theirs[_column_key(c)] for c in a.columns if _column_key(c) in theirs}


def _same_row_kind(a: NumericTable, b: NumericTable) -> bool:
    """Rows are comparable when their header says the same kind of thing."""
    return _column_key(a.row_header) == _column_key(b.row_header)


def _column_key(name: str) -> str:
    unit = _UNIT.search(name)
    bare = _UNIT.sub("", name).casefold().replace(".", "").strip()
    return f"{' '.join(bare.split())}|{unit.group().strip(' ()[]') if unit else ''}"


def _shown_part(table: NumericTable, letter: str, language: TrainingLanguage) -> str:
    title = f"Paper {letter}" if language == "en" else f"论文 {letter}"
    return f"{title}\n{shown_table(table)}"


def _mapping_text(mapping: Mapping[str, str], language: TrainingLanguage) -> str:
    if not mapping:
        return "none needed" if language == "en" else "无需映射"
    return "; ".join(f"{alias} = {name}" for alias, name in mapping.items())
