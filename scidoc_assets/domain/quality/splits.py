"""Frozen evaluation splits (spec figure-quality.md, Splits).

Deterministic, stratified by venue and figure type, paper-aware, only figures with enough ratings.
Refuses to resample a split in place: another content under a used name and version is an error.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence

from scidoc_assets.schemas.quality import FigureQualityGold
from scidoc_assets.schemas.quality_metrics import SplitManifest

MIN_RATERS = 3
RULE = (
    "whole papers in the order of sha256(seed, paper_id), taken while they fit the quotas of venue "
    "and figure type (shares of the eligible figures); slack 1, 3, then none but the target"
)
_SLACKS = (1.0, 3.0, math.inf)


class SplitError(ValueError):
    """A split that cannot be made or no longer holds; the message names split and way out."""


def build_split(
    name: str,
    gold: Sequence[FigureQualityGold],
    target: int,
    *,
    version: int = 1,
    seed: int = 0,
    min_raters: int = MIN_RATERS,
) -> SplitManifest:
    """Choose about `target` figures (never more) out of `gold`, whole papers at a time.

    Raises SplitError when no figure has `min_raters` ratings or the target is not positive.
    """
    eligible = [row for row in gold if row.raters >= min_raters]
    if not eligible or target < 1:
        raise SplitError(
            f"split {name}: {len(eligible)} figures with {min_raters} ratings, target {target}; "
            "import more ratings or lower min_raters"
        )
    papers = _choose_papers(eligible, target, seed)
    chosen = sorted(
        (row for row in eligible if row.paper_id in papers), key=lambda row: row.figure_id
    )
    manifest = SplitManifest(
        name=name,
        version=version,
        benchmark=eligible[0].benchmark,
        seed=seed,
        target=target,
        min_raters=min_raters,
        rule=RULE,
        source_digest=_digest([_identity(row) for row in eligible]),
        strata=dict(sorted(Counter(map(_stratum, chosen)).items())),
        paper_ids=sorted(papers),
        figure_ids=[row.figure_id for row in chosen],
        digest="",
    )
    return manifest.model_copy(update={"digest": manifest_digest(manifest)})


def imported_split(
    name: str,
    benchmark: str,
    figure_ids: Sequence[str],
    gold: Sequence[FigureQualityGold],
    source_digest: str,
) -> SplitManifest:
    """The manifest of a split that a dataset brings along; its figures are taken as listed."""
    by_figure = {row.figure_id: row for row in gold}
    known = [by_figure[i] for i in figure_ids if i in by_figure]
    manifest = SplitManifest(
        name=name,
        version=1,
        benchmark=benchmark,
        seed=0,
        target=len(figure_ids),
        min_raters=min((row.raters for row in known), default=0),
        rule="as published with the dataset",
        source_digest=source_digest,
        strata=dict(sorted(Counter(map(_stratum, known)).items())),
        paper_ids=sorted({row.paper_id for row in known}),
        figure_ids=sorted(figure_ids),
        digest="",
    )
    return manifest.model_copy(update={"digest": manifest_digest(manifest)})


def manifest_digest(manifest: SplitManifest) -> str:
    """SHA-256 of a manifest's content without its own digest."""
    return _digest(manifest.model_dump(exclude={"digest"}))


def check_split(manifest: SplitManifest, gold: Sequence[FigureQualityGold]) -> None:
    """Raise SplitError when a manifest was edited or names figures that have no gold."""
    if manifest_digest(manifest) != manifest.digest:
        raise SplitError(
            f"split {manifest.name} v{manifest.version}: content does not match its digest; restore "
            "the file or write a new version"
        )
    missing = sorted(set(manifest.figure_ids) - {row.figure_id for row in gold})
    if missing:
        raise SplitError(
            f"split {manifest.name} v{manifest.version}: {len(missing)} figure(s) without gold, "
            f"first {missing[0]}; import their ratings"
        )


def freeze_split(new: SplitManifest, frozen: Iterable[SplitManifest]) -> SplitManifest:
    """The manifest to store: the frozen one when equal, else `new` under an unused version.

    Raises SplitError when name and version are taken by another content.
    """
    for old in frozen:
        if (old.name, old.version) != (new.name, new.version):
            continue
        if old.digest != new.digest:
            raise SplitError(
                f"split {new.name} v{new.version} is frozen with other content; "
                f"write version {new.version + 1}"
            )
        return old
    return new


def _choose_papers(eligible: Sequence[FigureQualityGold], target: int, seed: int) -> set[str]:
    by_paper: dict[str, Counter[str]] = {}
    for row in eligible:
        by_paper.setdefault(row.paper_id, Counter()).update(_quota_keys(row))
    share = min(1.0, target / len(eligible))
    totals = Counter(key for row in eligible for key in _quota_keys(row))
    taken: Counter[str] = Counter()
    chosen: set[str] = set()
    for slack in _SLACKS:
        for paper_id in sorted(by_paper, key=lambda p: _draw(seed, p)):
            own = by_paper[paper_id]
            if paper_id in chosen or taken["all"] + own["all"] > target:
                continue
            if all(taken[k] + n <= totals[k] * share + slack for k, n in own.items()):
                chosen.add(paper_id)
                taken.update(own)
    return chosen


def _quota_keys(row: FigureQualityGold) -> tuple[str, str, str]:
    return "all", f"venue:{row.venue}", f"type:{row.figure_type}"


def _stratum(row: FigureQualityGold) -> str:
    return f"{row.venue or 'unknown'} / {row.figure_type}"


def _identity(row: FigureQualityGold) -> list[object]:
    return [row.figure_id, row.paper_id, row.venue, row.figure_type, row.raters]


def _draw(seed: int, name: str) -> str:
    return hashlib.sha256(f"{seed}\x00{name}".encode()).hexdigest()


def _digest(content: object) -> str:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
