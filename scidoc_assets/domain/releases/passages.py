"""Words of a paper in data sets that leave: passages stay back where pixels do.

A licence that keeps a page keeps its text: captions, excerpts, citing text and table rows of such
a paper leave as a mark with length and digest, beside the place where they stand. What a data set
says itself (question, answer, statements of nodes, single sentences at most) leaves. Refuses
nothing; records without a passage come back as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scidoc_assets.schemas.argument_order import ANCHOR_TYPES
from scidoc_assets.schemas.passages import passage_mark
from scidoc_assets.schemas.quality import FigureQualityItem


def task_without_passages(line: Mapping[str, Any]) -> dict[str, Any]:
    """A line of tasks.jsonl without excerpts, captions and reference entries."""
    changed = dict(line)
    for name in ("evidence", "intermediate_claims"):
        changed[name] = [_node(node) for node in line[name]]
    graph = line["graph"]
    changed["graph"] = {**graph, "nodes": [_node(node) for node in graph["nodes"]]}
    changed["images"] = [_replaced(image, "caption") for image in line["images"]]
    return changed


def _node(node: Mapping[str, Any]) -> dict[str, Any]:
    """A node without the paper's passages; an anchor's label is its caption."""
    changed = _replaced(node, "label") if node.get("type") in ANCHOR_TYPES else dict(node)
    for name, key in (("source_attributions", "source_excerpt"), ("cited_works", "entry")):
        if changed.get(name):
            changed[name] = [_replaced(part, key) for part in changed[name]]
    return changed


def _replaced(record: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {**record, key: passage_mark(record[key])} if record.get(key) else dict(record)


def figure_without_passages(item: FigureQualityItem) -> FigureQualityItem:
    """A figure without caption and citing text; where one was, a mark is, so that its gates hold."""
    caption = passage_mark(item.caption_raw) if item.caption_raw else item.caption_raw
    texts = [passage_mark(text) for text in item.context_raw]
    return item.model_copy(update={"caption_raw": caption, "context_raw": texts})
