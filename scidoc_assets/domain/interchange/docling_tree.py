"""The tree of a DoclingDocument read in order: which item comes when, and in which float it lies.

Refuses references to what does not exist and trees deeper than 200; an item met twice counts once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scidoc_assets.domain.interchange.docling_schema import DoclingDocument, Item, Node, Ref
from scidoc_assets.domain.interchange.ir_json import InterchangeError

MAX_DEPTH = 200
FLOAT_LABELS = frozenset({"picture", "chart", "table", "document_index"})


@dataclass(frozen=True, slots=True)
class Placed:
    """An item with its address. `float_ref`: the float that it captions or lies in."""

    ref: str
    item: Item
    float_ref: str | None
    is_caption: bool
    is_in_tree: bool


def read_tree(document: DoclingDocument) -> list[Placed]:
    """Every item of a document once: body in reading order, furniture, then what no tree holds.

    Raises InterchangeError with the reference that leads nowhere.
    """
    index = _index(document)
    seen: set[str] = set()
    found = list(_walk(index, document.body, seen, None, 0))
    if document.furniture is not None:
        found += list(_walk(index, document.furniture, seen, None, 0))
    for ref, node in index.items():
        if isinstance(node, Item) and ref not in seen:
            seen.add(ref)
            found.append(Placed(ref, node, None, node.label == "caption", False))
    return found


def _index(document: DoclingDocument) -> dict[str, Node]:
    lists: dict[str, list[Node]] = {
        "groups": [*document.groups],
        "texts": [*document.texts],
        "tables": [*document.tables],
        "pictures": [*document.pictures],
        "key_value_items": [*document.key_value_items],
        "form_items": [*document.form_items],
    }
    return {
        f"#/{name}/{number}": node
        for name, nodes in lists.items()
        for number, node in enumerate(nodes)
    }


def _walk(
    index: dict[str, Node], node: Node, seen: set[str], inside: str | None, depth: int
) -> Iterator[Placed]:
    """Items below a node; those of a float know it, its captions come right behind it."""
    if depth > MAX_DEPTH:
        raise InterchangeError(node.self_ref, f"the tree is deeper than {MAX_DEPTH}")
    captions = node.captions if isinstance(node, Item) else []
    caption_refs = {c.target for c in captions}
    for ref in (*captions, *node.children):
        child = _resolved(index, node, ref)
        if ref.target in seen:
            continue
        seen.add(ref.target)
        if isinstance(child, Item):
            is_caption = ref.target in caption_refs or (
                inside is not None and child.label == "caption"
            )
            yield Placed(ref.target, child, inside, is_caption, True)
        is_float = isinstance(child, Item) and child.label in FLOAT_LABELS
        yield from _walk(index, child, seen, ref.target if is_float else inside, depth + 1)


def _resolved(index: dict[str, Node], node: Node, ref: Ref) -> Node:
    if ref.target not in index:
        raise InterchangeError(f"{node.self_ref}.children", f"{ref.target!r} does not exist")
    return index[ref.target]
