"""Blocks and LaTeX texts that the tests make up."""

from __future__ import annotations

from scidoc_assets.domain.latex.elements import LatexElement, read_elements
from scidoc_assets.domain.latex.source import flatten
from scidoc_assets.schemas.layouts import Block, Category, Supercategory

SUPER: dict[Category, Supercategory] = {
    "title": "heading",
    "section_header": "heading",
    "figure": "float",
    "table": "float",
    "caption": "caption",
    "equation": "math",
    "header": "furniture",
}


def block(order: int, category: Category, text: str, page: int = 0, **more: object) -> Block:
    """A block at reading position `order`, one line high."""
    box = (50.0, 20.0 * order, 500.0, 20.0 * order + 15)
    return Block(
        block_id=f"p-b{order:05d}",
        page_index=page,
        bbox_pt=box,
        boxes_pt=[box],
        category=category,
        supercategory=SUPER.get(category, "text"),
        plain_text=text,
        order=order,
        column_index=0,
        **more,  # type: ignore[arg-type]
    )


def document(body: str, preamble: str = "") -> str:
    """A LaTeX paper around a body."""
    return (
        f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    )


def elements(body: str, preamble: str = "") -> list[LatexElement]:
    """Elements of a paper with one file."""
    return read_elements(flatten({"main.tex": document(body, preamble)}))
