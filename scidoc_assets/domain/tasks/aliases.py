"""Task aliases of figures and tables: numbering restarts from 1 inside a task.

Source: seed 000 G.1 (question-time alias labels). Refuses an object without a stored crop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scidoc_assets.domain.tasks.sampling import Subgraph
from scidoc_assets.schemas.argument_order import ANCHOR_TYPES
from scidoc_assets.schemas.figures import FigureParts
from scidoc_assets.schemas.tasks import KeyRegion, ReferenceImage

_WORD = {"figure": "Figure", "table": "Table"}


def reference_images(
    subgraph: Subgraph, figures: Mapping[str, FigureParts]
) -> list[ReferenceImage]:
    """Return the subgraph's objects in paper order with aliases `Figure 1`, `Table 1`, ...

    Objects that are unresolved or have no crop are left out (structural reasons name them).
    """
    resolved = {a.resolved_figure_id for a in subgraph.of_type(*ANCHOR_TYPES)}
    known = [figures[i] for i in sorted(i for i in resolved if i) if i in figures]
    ordered = sorted(known, key=lambda f: (f.kind, f.page_index, f.number or 0, f.figure_id))
    counts = {"figure": 0, "table": 0}
    images = []
    for figure in ordered:
        if figure.crop_sha256 is None or not figure.crop_width_px or not figure.crop_height_px:
            continue
        counts[figure.kind] += 1
        images.append(
            ReferenceImage(
                alias=f"{_WORD[figure.kind]} {counts[figure.kind]}",
                figure_id=figure.figure_id,
                kind=figure.kind,
                crop_sha256=figure.crop_sha256,
                caption=figure.caption,
                width_px=figure.crop_width_px,
                height_px=figure.crop_height_px,
            )
        )
    return images


def alias_by_anchor(subgraph: Subgraph, images: Sequence[ReferenceImage]) -> dict[str, str]:
    """Return anchor node id -> task alias, for anchors that have an image."""
    by_figure = {image.figure_id: image.alias for image in images}
    return {
        a.node_id: by_figure[a.resolved_figure_id]
        for a in subgraph.of_type(*ANCHOR_TYPES)
        if a.resolved_figure_id in by_figure
    }


def alias_by_evidence(subgraph: Subgraph, images: Sequence[ReferenceImage]) -> dict[str, str]:
    """Return evidence id -> alias of the image that proves it."""
    by_anchor = alias_by_anchor(subgraph, images)
    return {
        evidence: by_anchor[anchor.node_id]
        for evidence, anchor in subgraph.anchor_of().items()
        if anchor.node_id in by_anchor
    }


def key_regions(subgraph: Subgraph, images: Sequence[ReferenceImage]) -> list[KeyRegion]:
    """Return the distinct boxes of the evidence, evidence that shares a box together."""
    aliases = alias_by_evidence(subgraph, images)
    grouped: dict[tuple, list[str]] = {}
    for node in subgraph.of_type("evidence"):
        if node.node_id in aliases and node.key_region is not None:
            grouped.setdefault((aliases[node.node_id], node.key_region), []).append(node.node_id)
    return [
        KeyRegion(region_id=f"r{number}", image=alias, bbox=bbox, evidence=evidence)
        for number, ((alias, bbox), evidence) in enumerate(sorted(grouped.items()), 1)
    ]
