"""The dataset card (README.md) of a release, in the Hugging Face form.

Holds the YAML head with its configs and the sections that every release has; what is special to a
data set comes as Markdown. Refuses nothing: a release without rows has a card that says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import yaml

from scidoc_assets.schemas.releases import ReleasedSource

DATA = "data"
SOURCES = "sources.jsonl"
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**6, "100K<n<1M"))


@dataclass(frozen=True)
class CardTable:
    """One config of a data set: Parquet shards `data/<name>/<split>-*.parquet`, and its lines."""

    name: str
    about: str
    rows: Mapping[str, int]
    lines: Sequence[str] = ()


@dataclass(frozen=True)
class CardFacts:
    """What a card says. `body` are Markdown sections; `located` counts what left without pixels.

    `has_closed_pixels`: pixels of papers that do not allow it are inside, for the owner's use only.
    """

    name: str
    version: str
    licence: str
    about: str
    languages: Sequence[str]
    tasks: Sequence[str]
    tables: Sequence[CardTable]
    body: Sequence[str] = ()
    sources: Sequence[ReleasedSource] = ()
    located: int = 0
    has_closed_pixels: bool = False


def shard_glob(table: str, split: str) -> str:
    """Where the shards of a table's split lie, below the data set's folder."""
    return f"{DATA}/{table}/{split}-*.parquet"


def dataset_card(facts: CardFacts) -> str:
    """README.md: YAML head with one config per table that has rows, then the sections."""
    sections = [
        f"# {facts.name}\n\n{facts.about} Version `{facts.version}`.",
        _tables_section(facts.tables),
        *facts.body,
        _licence_section(facts),
    ]
    head = yaml.safe_dump(_head(facts), sort_keys=False, allow_unicode=True)
    return f"---\n{head}---\n\n" + "\n\n".join(sections) + "\n"


def _head(facts: CardFacts) -> dict[str, object]:
    filled = [t for t in facts.tables if any(t.rows.values())]
    largest = max((sum(t.rows.values()) for t in facts.tables), default=0)
    return {
        "pretty_name": facts.name,
        **({"language": list(facts.languages)} if facts.languages else {}),
        "license": facts.licence,
        "task_categories": list(facts.tasks),
        "size_categories": [next((s for n, s in _SIZES if largest < n), "n>1M")],
        "configs": [_config(table, is_default=table is filled[0]) for table in filled],
    }


def _config(table: CardTable, is_default: bool) -> dict[str, object]:
    files = [
        {"split": split, "path": shard_glob(table.name, split)}
        for split, n in table.rows.items()
        if n
    ]
    head: dict[str, object] = {"config_name": table.name, "data_files": files}
    return {**head, "default": True} if is_default else head


def _tables_section(tables: Sequence[CardTable]) -> str:
    lines = ["| config | split | rows | what |", "|---|---|---|---|"]
    lines += [
        f"| {table.name} | {split} | {n} | {table.about} |"
        for table in tables
        for split, n in table.rows.items()
    ]
    named = [f"`{name}`" for table in tables for name in table.lines]
    note = f"\n\nThe same rows as JSON Lines: {', '.join(named)}." if named else ""
    return "## Tables\n\n" + "\n".join(lines) + note


def _licence_section(facts: CardFacts) -> str:
    counts = Counter((s.licence or "not stated", s.has_open_pixels) for s in facts.sources)
    lines = [
        f"| {licence} | {n} | {'pixels' if has_pixels else 'locators'} |"
        for (licence, has_pixels), n in sorted(counts.items())
    ]
    table = "\n".join(["| licence of the paper | papers | leaves as |", "|---|---|---|", *lines])
    said = []
    if facts.has_closed_pixels:
        said.append(
            "**For your own use only: pixels of papers whose licence does not allow redistribution "
            "are inside.**"
        )
    if facts.sources:
        said.append(f"Each paper with title, DOI and licence is a line of `{SOURCES}`.\n\n{table}")
    said.append(
        f"{facts.located} pictures or samples of papers whose licence does not allow redistribution "
        "left as locators (paper digest, page, box) instead of pixels; who holds the paper can draw "
        "them again. Captions, excerpts, citing text and tables of such papers left as marks with "
        "length and digest; questions, answers and statements are this data set's own, though a "
        "statement may repeat a sentence of its paper."
    )
    return "## Sources and licences\n\n" + "\n\n".join(said)
