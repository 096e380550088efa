"""Import of the published table: languages joined, bad lines refused with file, line and field."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scidoc_assets.domain.workflow.evaluation import score_response
from scidoc_assets.domain.workflow.published_table import (
    WorkflowImportError,
    import_authored,
    import_published,
)
from scidoc_assets_tests.domain.workflow.conftest import make_item


def _row(**changes: str) -> dict[str, str]:
    row = {
        "index": "q1",
        "question": "What?",
        "answer": '{"value": 3, "unit": "ms"}',
        "image_path": '["a.png"]',
        "segments": "[]",
        "category": "B2 Methods",
        "eval_method": "json_match",
        "judge_prompt": "",
    }
    return {**row, **changes}


def test_the_tables_of_two_languages_become_one_item() -> None:
    tables: Any = {"en": [_row()], "zh": [_row(question="什么？")]}
    (item,) = import_published(tables, "b", "digest")
    assert (item.question_en, item.question_zh) == ("What?", "什么？")
    assert (item.group, item.subtask, item.evaluator) == ("B", "B2", "json_fields")
    assert json.loads(item.extra_json or "")["en"]["image_path"] == '["a.png"]'
    assert score_response(item, '{"unit": "ms", "value": 3.0}').score == 1.0


@pytest.mark.parametrize(
    ("method", "answer", "evaluator"),
    [
        ("json_match", "[1, 2]", "unordered_set"),
        ("json_match", "7", "number"),
        ("json_match", "Table 3", "label"),
        ("judge", "A long text.", "judge"),
        ("exec_match", "gold.png", "image"),
        ("exec_match", '{"A": [1, 2]}', "data"),
    ],
)
def test_the_three_methods_map_to_evaluators(method: str, answer: str, evaluator: str) -> None:
    (item,) = import_published({"en": [_row(eval_method=method, answer=answer)]}, "b", "d")
    assert item.evaluator == evaluator


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"index": " "}, "index"),
        ({"answer": ""}, "answer"),
        ({"category": "Z9"}, "category"),
        ({"eval_method": "guess"}, "eval_method"),
        ({"image_path": ""}, "image"),
    ],
)
def test_a_bad_row_names_file_line_and_field(change: dict[str, str], field: str) -> None:
    with pytest.raises(WorkflowImportError) as caught:
        import_published({"en": [_row(index="q0"), _row(**change)]}, "b", "d", {"en": "t.tsv"})
    assert (caught.value.file, caught.value.line, caught.value.field) == ("t.tsv", 3, field)


def test_an_index_used_twice_or_unlike_languages_are_refused() -> None:
    with pytest.raises(WorkflowImportError, match="used twice"):
        import_published({"en": [_row(), _row()]}, "b", "d")
    with pytest.raises(WorkflowImportError, match="differs"):
        import_published({"en": [_row()], "zh": [_row(category="B1")]}, "b", "d")


def test_authored_items_come_back_from_json_lines() -> None:
    line = make_item().model_dump_json()
    (item,) = import_authored([line, "\n"], "items.jsonl", "digest")
    assert item == make_item(source_digest="digest")
    with pytest.raises(WorkflowImportError, match=r"items.jsonl, line 2, field item_id"):
        import_authored([line, line], "items.jsonl", "d")
    with pytest.raises(WorkflowImportError, match="field subtask"):
        import_authored([line.replace('"C1"', '"C9"')], "items.jsonl", "d")
