"""A written release read as its users do: by the Croissant tool, by Parquet, by its file names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import mlcroissant
import pyarrow.parquet as pq

# A draft has no date, and the validator would like one.
UNDATED = "datePublished"


def complaints(folder: Path) -> list[str]:
    """What the Croissant validator warns of, without the missing date of a draft.

    Raises mlcroissant.ValidationError when it refuses the description.
    """
    dataset = mlcroissant.Dataset(folder / "croissant.json")
    return sorted(w for w in dataset.metadata.ctx.issues.warnings if UNDATED not in w)


def validated_by_command(folder: Path) -> str:
    """What `mlcroissant validate` prints. Raises AssertionError when it refuses the description."""
    tool = Path(sys.executable).with_name("mlcroissant")
    done = subprocess.run(
        [str(tool), "validate", "--jsonld", "croissant.json"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def records_of(folder: Path) -> list[dict[str, Any]]:
    """Every record of every record set, as the Croissant library reads them."""
    dataset = mlcroissant.Dataset(folder / "croissant.json")
    sets = [record_set.id for record_set in dataset.metadata.record_sets]
    return [record for name in sets for record in dataset.records(name)]


def parquet_rows(folder: Path, table: str = "*") -> list[dict[str, Any]]:
    """Rows of all shards of a table."""
    paths = sorted((folder / "data").glob(f"{table}/*.parquet"))
    return [row for path in paths for row in pq.read_table(path).to_pylist()]


def names(folder: Path) -> list[str]:
    """Relative paths of all files, sorted."""
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())
