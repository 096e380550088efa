"""What a released task says beside the interchange form's own keys: pictures, graph, structure.

Refuses to name a picture file for a figure that leaves without pixels: it gets its locator.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scidoc_assets.schemas.releases import PageLocator
from scidoc_assets.schemas.tasks import ReasoningTask

_STRUCTURE = {
    "version",
    "graph_id",
    "language",
    "question_source",
    "bridge_mode",
    "depth",
    "hops",
    "panel_count",
    "difficulty_score",
    "other_paper_ids",
    "observations",
    "bridges",
}


def released_keys(
    task: ReasoningTask, paths: Mapping[str, str], locators: Mapping[str, PageLocator]
) -> dict[str, Any]:
    """`images` (each with a `path`, or a `locator` instead), `graph` and the task's structure.

    `paths` and `locators` are by figure_id; a figure in neither is left with its names alone.
    """
    return {
        "images": [_image(image.model_dump(), paths, locators) for image in task.images],
        "graph": {
            "root_id": task.root_id,
            **task.model_dump(mode="json", include={"nodes", "edges"}),
        },
        **task.model_dump(mode="json", include=_STRUCTURE),
    }


def _image(
    image: dict[str, Any], paths: Mapping[str, str], locators: Mapping[str, PageLocator]
) -> dict[str, Any]:
    figure_id = image["figure_id"]
    named = {"name": image.pop("alias"), **image}
    if figure_id in paths:
        return {**named, "path": paths[figure_id]}
    if figure_id in locators:
        return {**named, "locator": locators[figure_id].model_dump(mode="json")}
    return named
