"""Files of the expert review: packets out, decisions in.

`data/review/tasks/packets/ROLE.json` is written anew with every run, with the labelling
configuration and pictures beside it; `.../decisions/NNNNNN-DIGEST.jsonl` is what was imported, one
file per import, never changed. Refuses a decision file that does not hold decisions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pydantic import ValidationError
from upath import UPath

from scidoc_assets.schemas.refused_lines import numbered_lines
from scidoc_assets.schemas.review import ReviewDecision, ReviewRole
from scidoc_assets.storage.parquet import StoreError, write_bytes

FOLDER = "tasks"
CONFIG = "labelling_config.xml"
_STEP = 1_000_000


def packets_folder(review: Path) -> Path:
    """Where the packets lie; the root of Label Studio's local file storage."""
    return review / FOLDER / "packets"


def write_review_packets(review: Path, files: Mapping[str, bytes]) -> Path:
    """Write files below the packets folder and return it. Raises StoreError."""
    folder = packets_folder(review)
    for name, data in files.items():
        path = folder / name
        if path.exists() and path.read_bytes() == data:
            continue
        write_bytes(UPath(path), data)
    return folder


def packet_file(role: ReviewRole) -> str:
    """Name of a role's packet file."""
    return f"{role}.json"


def add_decisions(review: Path, decisions: Sequence[ReviewDecision]) -> Path | None:
    """Store new decisions as one more file; None without any. Raises StoreError."""
    if not decisions:
        return None
    folder = review / FOLDER / "decisions"
    number = max((int(p.name[:6]) for p in _files(review)), default=0) + 1
    numbered = [
        d.model_copy(update={"sequence": number * _STEP + i}) for i, d in enumerate(decisions)
    ]
    text = "".join(d.model_dump_json() + "\n" for d in numbered)
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    path = folder / f"{number:06d}-{digest}.jsonl"
    write_bytes(UPath(path), text.encode())
    return path


def stored_decisions(review: Path) -> list[ReviewDecision]:
    """Every imported decision in order of import. Raises StoreError naming file and line."""
    found = []
    for path in _files(review):
        for number, line in numbered_lines(path.read_text(encoding="utf-8")):
            try:
                found.append(ReviewDecision.model_validate_json(line))
            except ValidationError as error:
                raise StoreError(
                    f"{path}, line {number}: not a decision ({error.errors()[0]['msg']}); this folder "
                    "is written by `scidoc review import` only"
                ) from error
    return found


def decisions_text(file: Path) -> str:
    """Text of a file that a reviewer's tool wrote. Raises StoreError when it is not UTF-8."""
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise StoreError(f"{file}: not UTF-8 text; export it as JSON again") from error


def digest_of(decisions: Iterable[ReviewDecision]) -> str:
    """One digest over decisions in their order, for freshness."""
    return hashlib.sha256("\n".join(d.decision_id for d in decisions).encode()).hexdigest()


def _files(review: Path) -> list[Path]:
    return sorted((review / FOLDER / "decisions").glob("*.jsonl"))
