"""Pictures of imported figures: into the blob store, read by OCR and measured once per picture."""

from __future__ import annotations

from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import StageRun
from scidoc_assets.domain.figures.picture_features import measure_picture, with_caption
from scidoc_assets.domain.figures.pixels import CropDecodeError
from scidoc_assets.domain.quality.interchange import PublishedDataset
from scidoc_assets.gateways.ocr.interface import OcrEngine, OcrError
from scidoc_assets.schemas.figures import OcrRegion
from scidoc_assets.schemas.quality import FigureQualityItem, PictureFacts
from scidoc_assets.storage.content_cache import ContentCache, options_hash
from scidoc_assets.storage.quality_imports import image_bytes

MEASURING = ("scidoc_assets.domain.figures.picture_features",)


def with_pictures(run: StageRun, dataset: PublishedDataset) -> list[FigureQualityItem]:
    """Items of a dataset with features; a picture that is missing or unreadable leaves none."""
    engine = run.project.gateways.ocr()
    cache = _facts_cache(run.project, engine)
    return [
        _with_picture(run, dataset, item, engine, cache) if item.image_sha256 else item
        for item in dataset.items
    ]


def _facts_cache(project: Project, engine: OcrEngine | None) -> ContentCache:
    name = (engine.name, engine.version) if engine is not None else None
    side = project.settings.curation.ocr_max_side_px
    version = options_hash(project.code.of(MEASURING), name, side)
    return ContentCache(project.paths.cache, "picture_facts", version)


def _with_picture(
    run: StageRun,
    dataset: PublishedDataset,
    item: FigureQualityItem,
    engine: OcrEngine | None,
    cache: ContentCache,
) -> FigureQualityItem:
    sha256 = str(item.image_sha256)
    paths = run.project.paths
    if not run.project.blobs.has(sha256):
        data = image_bytes(paths.datasets, dataset.benchmark, dataset.images[item.figure_id])
        if data is None:
            return item.model_copy(update={"image_sha256": None})
        run.project.blobs.put(data)
    found = cache.get(sha256, PictureFacts)
    if found is None:
        found = _measured(run, item, engine)
        cache.put(sha256, found, PictureFacts)
    if not found:
        return item
    is_typed = item.figure_type != "unknown"
    return item.model_copy(
        update={
            "features": with_caption(found[0].features, item.caption),
            "figure_type": item.figure_type if is_typed else found[0].figure_type,
        }
    )


def _measured(
    run: StageRun, item: FigureQualityItem, engine: OcrEngine | None
) -> list[PictureFacts]:
    """One row, or none for a picture that cannot be decoded."""
    data = run.project.blobs.get(str(item.image_sha256))
    regions, name = None, None
    if engine is not None:
        name = f"{engine.name} {engine.version}"
        regions = _read_text(run, item, engine, data)
    kind = "table" if (item.label or "").lower().startswith("tab") else "figure"
    try:
        return [measure_picture(data, regions, name, kind)]
    except CropDecodeError as error:
        run.log.warning("figure %s: %s", item.figure_id, error)
        return []


def _read_text(
    run: StageRun, item: FigureQualityItem, engine: OcrEngine, data: bytes
) -> list[OcrRegion] | None:
    try:
        return engine.read(data, run.project.settings.curation.ocr_max_side_px)
    except OcrError as error:
        run.log.warning("figure %s: OCR failed: %s", item.figure_id, error)
        return None
