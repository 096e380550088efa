"""Notes on what figure quality could not use as it came, counted per kind.

Refuses nothing and repairs nothing: it says what others refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scidoc_assets.domain.quality.interchange import PublishedDataset
from scidoc_assets.domain.quality.items import BENCHMARK
from scidoc_assets.domain.quality.published import FIGURES
from scidoc_assets.schemas.quality import FigureQualityItem
from scidoc_assets.schemas.quality_reports import NoteKind, QualityNote
from scidoc_assets.schemas.refused_lines import BadLine

# (benchmark, kind, subject, detail)
Remark = tuple[str, NoteKind, str, str]


def remarks_of_imports(
    items: Sequence[FigureQualityItem],
    datasets: Sequence[PublishedDataset],
    bad_lines: Sequence[BadLine],
) -> list[Remark]:
    """Excluded figures, pictures that are not there or unreadable, refused ratings, masked scores."""
    remarks = [remark for item in items if (remark := _remark_of(item))]
    for bad in bad_lines:
        remarks.append((BENCHMARK, "rating_refused", f"{bad.file}:{bad.line}", str(bad)))
    for dataset in datasets:
        if dataset.masked_scores:
            detail = f"{dataset.masked_scores} scores on gated-off dimensions are not used"
            remarks.append((dataset.benchmark, "scores_masked", dataset.benchmark, detail))
        if dataset.replaced_characters:
            detail = (
                f"{dataset.replaced_characters} characters that UTF-8 cannot hold are U+FFFD now"
            )
            remarks.append((dataset.benchmark, "characters_replaced", FIGURES, detail))
        for note in dataset.notes:
            subject = note.split(":", 1)[0]
            remarks.append((dataset.benchmark, "means_disagree", subject, note))
    return remarks


def _remark_of(item: FigureQualityItem) -> Remark | None:
    if item.is_excluded:
        return item.benchmark, "excluded_item", item.figure_id, str(item.reason)
    if item.image_sha256 is None:
        detail = "no picture of a known type (PNG, JPEG, WebP, GIF) came with the figure"
        return item.benchmark, "image_missing", item.figure_id, detail
    if item.features is None:
        detail = "the picture cannot be decoded; protocols that need features fail on it"
        return item.benchmark, "image_unreadable", item.figure_id, detail
    return None


def count_remarks(remarks: Sequence[Remark]) -> list[QualityNote]:
    """Rows, numbered from 1 per benchmark and kind."""
    seen: Counter[tuple[str, str]] = Counter()
    rows = []
    for benchmark, kind, subject, detail in remarks:
        seen[benchmark, kind] += 1
        rows.append(
            QualityNote(
                benchmark=benchmark,
                kind=kind,
                number=seen[benchmark, kind],
                subject=subject,
                detail=detail,
            )
        )
    return rows
