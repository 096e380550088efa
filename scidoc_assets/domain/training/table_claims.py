"""Statements about a numeric table, as data that can be checked and worded in two languages.

Refuses claims that the table leaves open: ties have no highest row and no comparison.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from scidoc_assets.domain.training.numeric_tables import NumericTable, as_number, unit_of
from scidoc_assets.schemas.training import TrainingLanguage

ClaimKind = Literal["value", "extreme", "comparison", "difference", "better"]
Sense = Literal["higher", "lower"]

_WORDS: dict[TrainingLanguage, dict[str, str]] = {
    "en": {
        "value": "{row} reaches {value} in {column}.",
        "extreme_higher": "{row} has the highest {column} of all rows.",
        "extreme_lower": "{row} has the lowest {column} of all rows.",
        "comparison_higher": "{row} has a higher {column} than {other}.",
        "comparison_lower": "{row} has a lower {column} than {other}.",
        "difference": "In {column}, {row} and {other} differ by {value}.",
        "better_higher": "{row} is better than {other} in {column}, where higher is better.",
        "better_lower": "{row} is better than {other} in {column}, where lower is better.",
    },
    "zh": {
        "value": "{row} 的 {column} 为 {value}。",
        "extreme_higher": "在所有行中，{row} 的 {column} 最高。",
        "extreme_lower": "在所有行中，{row} 的 {column} 最低。",
        "comparison_higher": "{row} 的 {column} 高于 {other}。",
        "comparison_lower": "{row} 的 {column} 低于 {other}。",
        "difference": "{row} 与 {other} 的 {column} 相差 {value}。",
        "better_higher": "{column} 越高越好，{row} 优于 {other}。",
        "better_lower": "{column} 越低越好，{row} 优于 {other}。",
    },
}


@dataclass(frozen=True)
class Claim:
    """One statement. `sense` is the stated direction, for `better` the metric's direction."""

    kind: ClaimKind
    column: str
    row: str
    other: str | None = None
    sense: Sense | None = None
    value: str | None = None

    def text(self, language: TrainingLanguage) -> str:
        """The claim as a sentence."""
        key = f"{self.kind}_{self.sense}" if self.sense else self.kind
        return _WORDS[language][key].format(
            row=self.row, other=self.other, column=self.column, value=self.value
        )


def holds(claim: Claim, table: NumericTable) -> bool:
    """Whether the table says so; a tie never does."""
    mine = table.number(claim.row, claim.column)
    if claim.kind == "value":
        return claim.value is not None and mine == as_number(claim.value)
    if claim.kind == "extreme":
        rest = [table.number(r, claim.column) for r in table.rows if r != claim.row]
        return mine > max(rest) if claim.sense == "higher" else mine < min(rest)
    theirs = table.number(str(claim.other), claim.column)
    if claim.kind == "difference":
        return claim.value is not None and abs(mine - theirs) == Decimal(claim.value)
    if claim.kind == "better" and not _has_sense(claim, table):
        return False
    return mine > theirs if claim.sense == "higher" else mine < theirs


def true_claims(table: NumericTable, rng: random.Random) -> list[Claim]:
    """Many true claims in random order; every kind that the table allows.

    Rows of different units (`Capacity (mAh/g)` above `Thickness (nm)`) are not compared.
    """
    claims: list[Claim] = []
    is_comparable = len({unit_of(row) for row in table.rows}) == 1
    for column in table.columns:
        for row in table.rows:
            claims.append(Claim("value", column, row, value=table.cell(row, column)))
            if not is_comparable:
                continue
            claims += [Claim("extreme", column, row, sense=s) for s in ("higher", "lower")]
            other = rng.choice([r for r in table.rows if r != row])
            gap = _gap(table, column, row, other)
            claims.append(Claim("difference", column, row, other, value=gap))
            claims += [Claim("comparison", column, row, other, s) for s in ("higher", "lower")]
            claims += [Claim("better", column, row, other, s) for s in ("higher", "lower")]
    true = [c for c in claims if holds(c, table) and c.value not in ("0", "0.0", "0.00")]
    rng.shuffle(true)
    return true


def falsified(claim: Claim, table: NumericTable, rng: random.Random) -> tuple[Claim, str] | None:
    """The claim with one field changed so that it is false, and the name of the field."""
    wrong = [(new, name) for name, new in _changes(claim, table) if not holds(new, table)]
    return rng.choice(wrong) if wrong else None


def repairs(false: Claim, table: NumericTable) -> list[Claim]:
    """Every true claim that differs from a false one in one field, or in two rows changed round.

    A false statement has more than one smallest correction: another value for the row, or the row
    that has the value.
    """
    names = {
        "row": table.rows,
        "other": table.rows,
        "column": table.columns,
        "sense": ("higher", "lower"),
        "value": _true_values(false, table),
    }
    changed = [
        replace(false, **{field: new})
        for field, candidates in names.items()
        if getattr(false, field) is not None
        for new in candidates
    ]
    if false.other is not None:
        changed.append(replace(false, row=false.other, other=false.row))
    return [c for c in dict.fromkeys(changed) if c.row != c.other and holds(c, table)]


def _true_values(claim: Claim, table: NumericTable) -> list[str]:
    if claim.kind == "value":
        return [table.cell(claim.row, claim.column)]
    if claim.kind == "difference":
        return [_gap(table, claim.column, claim.row, str(claim.other))]
    return []


def _gap(table: NumericTable, column: str, row: str, other: str) -> str:
    return f"{abs(table.number(row, column) - table.number(other, column)):f}"


def _changes(claim: Claim, table: NumericTable) -> list[tuple[str, Claim]]:
    """The claim with one field changed, in every way its kind allows."""
    if claim.kind == "value":
        return _other_values(claim, table)
    if claim.kind == "difference":
        return _other_gaps(claim)
    if claim.kind == "extreme":
        return [("row", replace(claim, row=r)) for r in table.rows if r != claim.row]
    if claim.kind == "comparison":
        return [("sense", replace(claim, sense=_opposite(claim.sense)))]
    return [("row", replace(claim, row=str(claim.other), other=claim.row))]


def _other_values(claim: Claim, table: NumericTable) -> list[tuple[str, Claim]]:
    values = {table.cell(row, claim.column) for row in table.rows} - {claim.value}
    return [("value", replace(claim, value=value)) for value in sorted(values)]


def _other_gaps(claim: Claim) -> list[tuple[str, Claim]]:
    gap = Decimal(str(claim.value))
    step = Decimal(1).scaleb(int(gap.as_tuple().exponent)) * 3
    return [("value", replace(claim, value=f"{gap + step:f}"))]


def _opposite(sense: Sense | None) -> Sense:
    return "lower" if sense == "higher" else "higher"


def _has_sense(claim: Claim, table: NumericTable) -> bool:
    known = table.higher_is_better if claim.sense == "higher" else table.lower_is_better
    return claim.column in known
