"""Splits by paper: a paper, real or simulated, is on one side only, for ever.

Refuses a split for papers of different sides (the caller rejects such a sample).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from scidoc_assets.schemas.training import Split

# Raise only with a new release: it moves papers between splits.
SPLIT_VERSION = "split/1"
VALIDATION_PERCENT = 5
TEST_PERCENT = 5


def split_of_paper(paper_id: str) -> Split:
    """The split of a paper by the hash of its id: 90 % train, 5 % validation, 5 % test."""
    digest = hashlib.sha256(f"{SPLIT_VERSION}|{paper_id}".encode("utf-8", "surrogatepass"))
    place = int.from_bytes(digest.digest()[:4], "big") % 100
    if place < VALIDATION_PERCENT:
        return "validation"
    return "test" if place < VALIDATION_PERCENT + TEST_PERCENT else "train"


def common_split(paper_ids: Iterable[str]) -> Split | None:
    """The one split of all papers, or None when they are on different sides (or there is none)."""
    splits: list[Split] = list({split_of_paper(paper_id) for paper_id in paper_ids})
    return splits[0] if len(splits) == 1 else None
