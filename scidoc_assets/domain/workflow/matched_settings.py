"""Expanding an item into its four matched instances: {en, zh} x {images first, interleaved}.

Only the question's language and the papers' representation change; the papers, the context and
the order stay. Refuses an item that lacks a language or a paper, naming both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scidoc_assets.prompts import Prompt, load_prompt
from scidoc_assets.schemas.layouts import Block, ParsedLayout
from scidoc_assets.schemas.workflow import (
    WORKFLOW_SETTINGS,
    ContentPart,
    Representation,
    WorkflowInstance,
    WorkflowItem,
    WorkflowLanguage,
    WorkflowSetting,
)

_FURNITURE = frozenset({"header", "footer", "page_number"})
_VISUAL = frozenset({"figure", "table", "equation", "algorithm"})
_ASK: dict[WorkflowLanguage, tuple[str, str]] = {
    "en": ("Question", "Form of the answer"),
    "zh": ("问题", "回答格式"),
}


class CannotExpandError(ValueError):
    """An item cannot be shown in a setting; the message names item, setting and what is missing."""


def split_setting(setting: WorkflowSetting) -> tuple[WorkflowLanguage, Representation]:
    """The two axes of a setting."""
    language: WorkflowLanguage = "en" if setting.startswith("en_") else "zh"
    is_images = setting.endswith("images_first")
    return language, "images_first" if is_images else "markdown_interleaved"


def item_in(item: WorkflowItem, setting: WorkflowSetting) -> WorkflowItem:
    """The item as a setting's language asks and answers it: what evaluators and judges get."""
    if split_setting(setting)[0] == "en":
        return item.model_copy(update={"question_zh": None, "output_format_zh": None})
    reference = item.reference_zh_json or item.reference_json
    english = {"question_en": None, "output_format_en": None}
    return item.model_copy(update={**english, "reference_json": reference})


def answer_prompt(setting: WorkflowSetting) -> Prompt:
    """The system prompt of a setting's language, with its hash."""
    return load_prompt("workflow/answer" if setting.startswith("en_") else "workflow/answer_zh")


def expand_item(item: WorkflowItem, layouts: Mapping[str, ParsedLayout]) -> list[WorkflowInstance]:
    """The item in all four settings, papers in the item's order, context and question last.

    `layouts` is by paper id. Raises `CannotExpandError` for a missing language, a missing or failed
    paper, and a paper whose digest is not the one the item was written for.
    """
    return [expand_in(item, setting, layouts) for setting in WORKFLOW_SETTINGS]


def expand_in(
    item: WorkflowItem, setting: WorkflowSetting, layouts: Mapping[str, ParsedLayout]
) -> WorkflowInstance:
    """The item in one setting; see `expand_item`."""
    language, representation = split_setting(setting)
    question = item.question_en if language == "en" else item.question_zh
    if not question:
        raise CannotExpandError(f"item {item.item_id}: no question for setting {setting}")
    papers = [_layout_of(item, layouts, s.paper_id, s.sha256) for s in item.source_papers]
    show = _page_images if representation == "images_first" else _interleaved
    parts = [part for layout in papers for part in show(layout)]
    parts += [_text(f"[{c.kind}] {c.name}\n\n{c.text}") for c in item.context]
    form = item.output_format_en if language == "en" else item.output_format_zh
    ask, form_title = _ASK[language]
    parts.append(_text(f"{ask}: {question}" + (f"\n{form_title}: {form}" if form else "")))
    return WorkflowInstance(
        benchmark=item.benchmark, item_id=item.item_id, setting=setting, parts=parts
    )


def _layout_of(
    item: WorkflowItem, layouts: Mapping[str, ParsedLayout], paper_id: str, sha256: str
) -> ParsedLayout:
    layout = layouts.get(paper_id)
    if layout is None or layout.status != "ok":
        why = "is not in the corpus" if layout is None else f"failed to parse: {layout.reason}"
        raise CannotExpandError(f"item {item.item_id}: paper {paper_id} {why}")
    if layout.sha256 != sha256:
        raise CannotExpandError(
            f"item {item.item_id}: paper {paper_id} is another file than the item was written for"
        )
    return layout


def _page_images(layout: ParsedLayout) -> Iterator[ContentPart]:
    for page in layout.pages:
        yield ContentPart(
            kind="page_image",
            text=_page_text(layout, page.page_index),
            paper_id=layout.paper_id,
            page_index=page.page_index,
        )


def _page_text(layout: ParsedLayout, page_index: int) -> str:
    blocks = sorted(layout.blocks, key=lambda b: b.order)
    return "\n".join(b.plain_text for b in blocks if b.page_index == page_index)


def _interleaved(layout: ParsedLayout) -> Iterator[ContentPart]:
    """Text in reading order; figures, tables and equations as pictures where they stand."""
    pending: list[str] = []
    for block in sorted(layout.blocks, key=lambda b: b.order):
        if block.category in _FURNITURE:
            continue
        if block.category not in _VISUAL:
            pending.append(_markdown(block))
            continue
        if pending:
            yield _text("\n\n".join(pending))
            pending = []
        yield ContentPart(
            kind="block_image",
            text=block.plain_text,
            paper_id=layout.paper_id,
            page_index=block.page_index,
            bbox_pt=block.bbox_pt,
        )
        text = _markdown(block)
        if text:
            pending.append(text)
    if pending:
        yield _text("\n\n".join(pending))


def _markdown(block: Block) -> str:
    text = " ".join(block.plain_text.split())
    if block.category == "title":
        return f"# {text}"
    if block.category == "section_header":
        return f"{'#' * min((block.title_level or 1) + 1, 6)} {text}"
    if block.category == "table":
        return markdown_table(block.table_rows) if block.table_rows else text
    if block.category == "equation" and block.latex:
        return f"$$ {block.latex} $$"
    return f"- {text}" if block.category == "list_item" else text


def markdown_table(rows: list[list[str]]) -> str:
    """A Markdown table with the first row as header; `|` inside cells is escaped."""
    width = max(len(row) for row in rows)
    cells = [
        [" ".join(cell.split()).replace("|", "\\|") for cell in row] + [""] * (width - len(row))
        for row in rows
    ]
    lines = ["| " + " | ".join(row) + " |" for row in cells]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def _text(text: str) -> ContentPart:
    return ContentPart(kind="text", text=text)
