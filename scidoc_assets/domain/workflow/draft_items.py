"""First drafts of items from a paper's own records, for authors to check and screen.

Rules fill question, reference, output form, locator and evaluator for four subtasks. Refuses to
call them accepted: a draft has no authoring record and stays `pending`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from scidoc_assets.schemas.layouts import Block, ParsedLayout
from scidoc_assets.schemas.workflow import SourcePaper, WorkflowItem

_NUMBER = re.compile(r"^[-−]?\d+(?:\.\d+)?%?$")
MAX_SECTIONS = 12


def draft_items(layout: ParsedLayout, benchmark: str) -> list[WorkflowItem]:
    """Drafts of one paper: section order (A1), page of an object (A2), a table value (C1), a table (E1).

    A failed layout gives none; a kind without material is left out.
    """
    if layout.status != "ok":
        return []
    made = (*_section_order(layout), *_object_pages(layout), *_tables(layout))
    return [_item(layout, benchmark, number, values) for number, values in enumerate(made, start=1)]


def _section_order(layout: ParsedLayout) -> Iterator[dict[str, Any]]:
    blocks = sorted(layout.blocks, key=lambda b: b.order)
    heads = [" ".join(b.plain_text.split()) for b in blocks if b.title_level == 1]
    if 3 <= len(heads) <= MAX_SECTIONS and len(set(heads)) == len(heads):
        yield {
            "subtask": "A1",
            "question_en": "List the titles of the top-level sections in reading order.",
            "question_zh": "按阅读顺序列出所有一级章节的标题。",
            "output_format_en": "A JSON array of strings, titles as printed",
            "output_format_zh": "JSON 字符串数组，标题照抄原文",
            "reference": heads,
            "evidence_locator": "section headings",
            "evaluator": "ordered_list",
            "params": {},
        }


def _object_pages(layout: ParsedLayout) -> Iterator[dict[str, Any]]:
    labelled: dict[str, list[Block]] = {}
    for block in layout.blocks:
        if block.category in ("figure", "table") and block.label and block.caption_text:
            labelled.setdefault(block.label, []).append(block)
    single = [found[0] for found in labelled.values() if len(found) == 1]
    for block in sorted(single, key=lambda b: b.order)[-1:]:
        yield {
            "subtask": "A2",
            "question_en": f"On which page of the document (counted from 1) is {block.label}?",
            "question_zh": f"{block.label} 位于文档的第几页（从 1 开始计数）？",
            "output_format_en": "One integer",
            "output_format_zh": "一个整数",
            "reference": block.page_index + 1,
            "evidence_locator": block.label,
            "evaluator": "number",
            "params": {},
        }


def _tables(layout: ParsedLayout) -> Iterator[dict[str, Any]]:
    for block in sorted(layout.blocks, key=lambda b: b.order):
        rows = _clean_rows(block)
        if rows is None:
            continue
        header, body = rows[0], rows[1:]
        yield {
            "subtask": "C1",
            "question_en": f"According to {block.label}, what is the {header[1]} of {body[0][0]}?",
            "question_zh": f"根据 {block.label}，{body[0][0]} 的 {header[1]} 是多少？",
            "output_format_en": "One number as printed",
            "output_format_zh": "一个数字，照抄原文",
            "reference": float(body[0][1].rstrip("%").replace("−", "-")),
            "evidence_locator": block.label,
            "evaluator": "number",
            "params": {},
        }
        yield {
            "subtask": "E1",
            "question_en": f"Reconstruct {block.label} as data, all rows and columns.",
            "question_zh": f"将 {block.label} 重建为数据，包含所有行和列。",
            "output_format_en": '{"columns": ["..."], "rows": [["..."]]} as JSON',
            "output_format_zh": 'JSON：{"columns": ["..."], "rows": [["..."]]}',
            "reference": {"columns": header, "rows": body},
            "evidence_locator": block.label,
            "evaluator": "table",
            "params": {},
        }
        return


def _clean_rows(block: Block) -> list[list[str]] | None:
    """A labelled table of one width with named rows and a number in every second cell, or None."""
    rows = [[" ".join(c.split()) for c in row] for row in block.table_rows or []]
    if block.category != "table" or not block.label or len(rows) < 3:
        return None
    header = rows[0]
    is_rectangular = len(header) >= 2 and all(len(row) == len(header) for row in rows)
    is_named = len({row[0] for row in rows[1:]}) == len(rows) - 1 and all(header)
    if not is_rectangular or not is_named or len(set(header)) != len(header):
        return None
    is_numeric = all(_NUMBER.match(row[1]) and not _NUMBER.match(row[0]) for row in rows[1:])
    return rows if is_numeric else None


def _item(
    layout: ParsedLayout, benchmark: str, number: int, values: dict[str, Any]
) -> WorkflowItem:
    subtask = values["subtask"]
    return WorkflowItem(
        benchmark=benchmark,
        item_id=f"{layout.paper_id}-{subtask}-{number}",
        group=subtask[0],
        subtask=subtask,
        domain=None,
        source_papers=[SourcePaper(paper_id=layout.paper_id, sha256=layout.sha256)],
        question_en=values["question_en"],
        question_zh=values["question_zh"],
        output_format_en=values["output_format_en"],
        output_format_zh=values["output_format_zh"],
        reference_json=json.dumps(values["reference"], ensure_ascii=False),
        evidence_locator=values["evidence_locator"],
        evaluator=values["evaluator"],
        evaluator_params_json=json.dumps(values["params"]),
        context=[],
        authoring=None,
        decision="pending",
    )
