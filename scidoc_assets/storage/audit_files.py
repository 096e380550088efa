"""Files of the human audit: packets out, filled packets in, one folder per benchmark.

`data/review/human_audit/BENCHMARK/to_rate/PERSON.jsonl` is written anew with every sample;
`.../ratings/*.jsonl` belongs to the people and is only read. Refuses nothing that it cannot decode:
bytes that are not UTF-8 reach the reader as replacement characters and fail there by line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from upath import UPath

from scidoc_assets.storage.parquet import write_bytes
from scidoc_assets.storage.paths import path_token

FOLDER = "human_audit"


def write_packet_files(review: Path, benchmark: str, packets: Mapping[str, str]) -> Path:
    """Write one packet file per person and return their folder. Raises StoreError."""
    folder = _folder(review, benchmark) / "to_rate"
    for person, text in packets.items():
        write_bytes(UPath(folder / f"{path_token(person)}.jsonl"), text.encode("utf-8"))
    return folder


def rating_files(review: Path, benchmark: str) -> dict[str, str]:
    """Filled packets by file name."""
    folder = _folder(review, benchmark) / "ratings"
    return {
        p.name: p.read_bytes().decode("utf-8-sig", errors="replace")
        for p in sorted(folder.glob("*.jsonl"))
    }


def ratings_digest(review: Path) -> str:
    """One digest over the filled packets of every benchmark, for freshness."""
    digest = hashlib.sha256()
    for path in sorted((review / FOLDER).glob("*/ratings/*.jsonl")):
        digest.update(f"{path.parent.parent.name}/{path.name}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _folder(review: Path, benchmark: str) -> Path:
    return review / FOLDER / path_token(benchmark)
