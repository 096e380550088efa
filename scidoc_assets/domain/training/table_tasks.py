"""Subtask 5: one of four statements about a table is false; name it and repair it.

The false statement is a true one with one field changed; the change is the construction log.
Refuses four statements of which not exactly one is false by an independent check.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import asdict

from scidoc_assets.domain.training.drafts import (
    Draft,
    Rejected,
    language_for,
    rng_for,
)
from scidoc_assets.domain.training.layout_sources import LayoutView, page_input
from scidoc_assets.domain.training.numeric_tables import (
    NumericTable,
    latex_table,
    shown_cells,
    synthetic_table,
    tables_of,
)
from scidoc_assets.domain.training.table_claims import (
    Claim,
    falsified,
    holds,
    repairs,
    true_claims,
)
from scidoc_assets.schemas.training import TrainingInput

CHOICES = "ABCD"


def table_logic_drafts(view: LayoutView, count: int, seed: int) -> Iterator[Draft]:
    """Up to `count` constructions over the paper's checkable tables, which take turns."""
    tables = tables_of(view.layout)
    rng = rng_for(seed, "table_logic", view.paper_id)
    for index in range(count if tables else 0):
        table = tables[index % len(tables)]
        yield _logic_draft(table, f"{table.block_id}|{index}", rng, view)


def synthetic_table_logic(index: int, seed: int) -> Draft:
    """One construction over a made-up table."""
    paper_id = f"synthetic-table-logic-{index}"
    rng = rng_for(seed, paper_id)
    return _logic_draft(synthetic_table(paper_id, rng), str(index), rng, None)


def _logic_draft(
    table: NumericTable, key: str, rng: random.Random, view: LayoutView | None
) -> Draft:
    language = language_for(rng)
    claims = true_claims(table, rng)
    chosen = _one_false(claims, table, rng)
    true, false, changed, others = chosen or (claims[0], claims[0], "", claims[1:4])
    statements = rng.sample([false, *others], len(others) + 1)
    texts = [claim.text(language) for claim in statements]
    choice = CHOICES[statements.index(false)]
    draft = Draft(
        subtask="table_logic",
        language=language,
        key=key,
        paper_ids=[table.paper_id],
        answer={"choice": choice, "repair": true.text(language)},
        verifier="statement_repair",
        params={
            "false_statement": false.text(language),
            "repairs": sorted({c.text(language) for c in repairs(false, table)}),
        },
        answer_schema='{"choice": "A|B|C|D", "repair": "<corrected statement>"}',
        inputs=_table_inputs(table, view),
        slots={
            "statements": "\n".join(
                f"{letter}. {text}" for letter, text in zip(CHOICES, texts, strict=False)
            )
        },
        locked=[*texts, *shown_cells(table)],
        construction={
            "block_id": table.block_id,
            "true_claim": asdict(true),
            "false_claim": asdict(false),
            "changed_field": changed,
        },
        is_synthetic=view is None,
    )
    if chosen is None or [holds(c, table) for c in statements].count(False) != 1:
        draft.rejection = Rejected("statements_not_one_false", f"table {table.block_id or key}")
    return draft


def _one_false(
    claims: list[Claim], table: NumericTable, rng: random.Random
) -> tuple[Claim, Claim, str, list[Claim]] | None:
    """A true claim, its false form, the changed field, and three true claims on other cells."""
    by_kind = sorted({claim.kind for claim in claims})
    rng.shuffle(by_kind)
    for kind in by_kind:
        true = next(claim for claim in claims if claim.kind == kind)
        change = falsified(true, table, rng)
        if change is None:
            continue
        used = {(true.row, true.column), (change[0].row, change[0].column)}
        others: list[Claim] = []
        for claim in claims:
            if (claim.row, claim.column) not in used and len(others) < 3:
                others.append(claim)
                used.add((claim.row, claim.column))
        if len(others) == 3:
            return true, change[0], change[1], others
    return None


def _table_inputs(table: NumericTable, view: LayoutView | None) -> list[TrainingInput]:
    inputs = []
    if view is not None and table.block_id is not None and table.page_index is not None:
        inputs.append(page_input(view, table.page_index, [("TABLE", view.by_id[table.block_id])]))
    inputs.append(TrainingInput(kind="text", text=shown_table(table)))
    return inputs


def shown_table(table: NumericTable, names: Mapping[str, str] | None = None) -> str:
    """The table as LaTeX, below its caption if it has one."""
    caption = " ".join((table.caption or "").split())
    text = latex_table(table.renamed(dict(names or {})))
    return f"{caption}\n{text}" if caption else text
