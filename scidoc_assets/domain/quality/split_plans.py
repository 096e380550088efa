"""Which frozen splits hold now: requested ones, imported ones, and those frozen before.

A frozen manifest always wins over what would be drawn today. Refuses to resample in place, to use
an edited manifest, and to hide a request that a frozen split no longer answers: that is a note.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scidoc_assets.domain.quality.splits import (
    SplitError,
    build_split,
    check_split,
    manifest_digest,
)
from scidoc_assets.schemas.quality import FigureQualityGold
from scidoc_assets.schemas.quality_metrics import SplitManifest
from scidoc_assets.schemas.quality_reports import NoteKind
from scidoc_assets.schemas.settings import SplitRequest


@dataclass
class SplitPlan:
    """Manifests in force, those of them to freeze now, and (benchmark, kind, subject, detail)."""

    manifests: list[SplitManifest] = field(default_factory=list)
    to_freeze: list[SplitManifest] = field(default_factory=list)
    notes: list[tuple[str, NoteKind, str, str]] = field(default_factory=list)

    def note(self, split: SplitManifest, kind: NoteKind, detail: str) -> None:
        """Say something about a split."""
        self.notes.append((split.benchmark, kind, split_name(split), detail))


def split_name(split: SplitManifest) -> str:
    """`eval@v1`."""
    return f"{split.name}@v{split.version}"


def plan_splits(
    requests: Sequence[SplitRequest],
    imported: Sequence[SplitManifest],
    frozen: Sequence[SplitManifest],
    gold: Sequence[FigureQualityGold],
) -> SplitPlan:
    """Every split in force by benchmark, name and version; `to_freeze` must be written once.

    An imported split with other figures than its newest frozen version becomes the next version.
    """
    plan = SplitPlan()
    for split in frozen:
        if manifest_digest(split) != split.digest:
            plan.note(split, "split_edited", "content does not match its digest; not used")
        else:
            plan.manifests.append(split)
    for split in imported:
        _add_imported(split, frozen, plan)
    for request in requests:
        _add_requested(request, frozen, gold, plan)
    for split in plan.manifests:
        own = [row for row in gold if row.benchmark == split.benchmark]
        try:
            check_split(split, own)
        except SplitError as error:
            plan.note(split, "split_without_gold", str(error))
    plan.manifests.sort(key=lambda s: (s.benchmark, s.name, s.version))
    return plan


def choose_split(splits: Sequence[SplitManifest], benchmark: str) -> SplitManifest | None:
    """The split that metrics of a benchmark are taken on; None for all its gold.

    The newest version of its only split, else of its only one named `eval...`, else `test...`.
    """
    newest: dict[str, SplitManifest] = {}
    for split in sorted(splits, key=lambda s: s.version):
        if split.benchmark == benchmark:
            newest[split.name] = split
    for prefix in ("", "eval", "test"):
        fitting = [split for name, split in newest.items() if name.lower().startswith(prefix)]
        if len(fitting) == 1:
            return fitting[0]
    return None


def figures_of_split(splits: Sequence[SplitManifest], wanted: str) -> set[tuple[str, str]]:
    """(benchmark, figure_id) in the splits named `wanted`: `eval@v2`, or `eval` for the newest.

    Raises SplitError when no benchmark has such a split.
    """
    newest: dict[str, SplitManifest] = {}
    for split in sorted(splits, key=lambda s: s.version):
        if wanted in (split.name, split_name(split)):
            newest[split.benchmark] = split
    if not newest:
        there = ", ".join(f"{s.benchmark}/{split_name(s)}" for s in splits) or "none"
        raise SplitError(f"split {wanted}: not frozen yet (there: {there}); see runs.yaml `splits`")
    return {(s.benchmark, figure_id) for s in newest.values() for figure_id in s.figure_ids}


def _same_name(frozen: Sequence[SplitManifest], benchmark: str, name: str) -> list[SplitManifest]:
    own = [s for s in frozen if (s.benchmark, s.name) == (benchmark, name)]
    return sorted(own, key=lambda s: s.version)


def _add_imported(split: SplitManifest, frozen: Sequence[SplitManifest], plan: SplitPlan) -> None:
    earlier = _same_name(frozen, split.benchmark, split.name)
    if earlier and earlier[-1].figure_ids == split.figure_ids:
        return
    version = earlier[-1].version + 1 if earlier else 1
    _freeze(split.model_copy(update={"version": version}), plan)


def _add_requested(
    request: SplitRequest,
    frozen: Sequence[SplitManifest],
    gold: Sequence[FigureQualityGold],
    plan: SplitPlan,
) -> None:
    asked = f"{request.name}@v{request.version}"
    for old in _same_name(frozen, request.benchmark, request.name):
        if old.version != request.version:
            continue
        terms = (old.seed, old.target, old.min_raters)
        if terms != (request.seed, request.target, request.min_raters):
            detail = (
                f"frozen with seed, target, min_raters {terms}; runs.yaml asks for others: "
                f"give it version {old.version + 1}"
            )
            plan.note(old, "split_request_changed", detail)
        return
    own = [row for row in gold if row.benchmark == request.benchmark]
    try:
        split = build_split(
            request.name,
            own,
            request.target,
            version=request.version,
            seed=request.seed,
            min_raters=request.min_raters,
        )
    except SplitError as error:
        plan.notes.append((request.benchmark, "split_not_possible", asked, str(error)))
        return
    _freeze(split, plan)


def _freeze(split: SplitManifest, plan: SplitPlan) -> None:
    split = split.model_copy(update={"digest": manifest_digest(split)})
    plan.manifests.append(split)
    plan.to_freeze.append(split)
