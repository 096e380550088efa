"""What a model judge must answer: contracts that its reply is parsed into (seed 000 G.3).

Strict: only the named values, no extra keys, nothing null. A reply outside them is a failed judge.
"""

from __future__ import annotations

from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.labels import Atom, YesNo


class CorrectnessReply(Row):
    """The four atoms; only direction may be `n/a` (the gold answer has none)."""

    gives_final_conclusion: YesNo
    matches_gold_final_claim: YesNo
    preserves_direction: Atom
    no_conflicting_conclusion: YesNo


class NodeReply(Row):
    """One node and whether the answer states it."""

    node_id: str
    is_covered: YesNo


class CoverageReply(Row):
    """One entry for every evidence and every intermediate claim that was asked about."""

    evidence: list[NodeReply]
    claims: list[NodeReply]
