"""Import of the published table: settings joined by index; our own items as JSON Lines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scidoc_assets.domain.workflow.evaluation import score_response
from scidoc_assets.domain.workflow.matched_settings import item_in
from scidoc_assets.domain.workflow.published_rows import WorkflowImportError
from scidoc_assets.domain.workflow.published_table import import_authored, import_published
from scidoc_assets_tests.domain.workflow.conftest import make_item
from scidoc_assets_tests.domain.workflow.test_published_rows import make_row


def _tables(**changes: str) -> Any:
    segments = '[{"image": "a.png"}, {"text": "什么？"}]'
    return {
        "en_images_first": [make_row(licence="CC")],
        "zh_markdown_interleaved": [make_row(question="什么？", segments=segments, **changes)],
    }


def test_the_settings_of_an_index_become_one_item_with_its_instances() -> None:
    found = import_published(_tables(), "b", "digest")
    (item,) = found.items
    assert (item.question_en, item.question_zh) == ("What?", "什么？")
    assert (item.group, item.subtask, item.evaluator) == ("B", "B2", "json_fields")
    assert json.loads(item.extra_json or "") == {"en_images_first": {"licence": "CC"}}
    assert score_response(item, '{"unit": "ms", "value": 3.0}').score == 1.0
    kinds = {i.setting: [p.kind for p in i.parts] for i in found.instances}
    assert kinds == {
        "en_images_first": ["file_image", "file_image", "text"],
        "zh_markdown_interleaved": ["file_image", "text"],
    }


def test_an_index_may_carry_its_setting() -> None:
    tables = _tables(index="q1-zh")
    found = import_published(tables, "b", "d", item_id_of=lambda index: index.removesuffix("-zh"))
    assert [item.item_id for item in found.items] == ["q1"]


def test_an_index_used_twice_and_unlike_settings_are_refused() -> None:
    with pytest.raises(WorkflowImportError, match=r"t.tsv, line 3, field index"):
        import_published(
            {"en_images_first": [make_row(), make_row()]}, "b", "d", {"en_images_first": "t.tsv"}
        )
    for change in ({"category": "B1"}, {"eval_method": "judge"}):
        with pytest.raises(WorkflowImportError, match="differs between the settings"):
            import_published(_tables(**change), "b", "d")
    tables = {**_tables(), "zh_images_first": [make_row(question="什么？", answer="4")]}
    with pytest.raises(WorkflowImportError, match=r"field (?:answer|eval_method)"):
        import_published(tables, "b", "d")


def test_a_chinese_reference_of_its_own_scores_the_chinese_settings() -> None:
    (item,) = import_published(_tables(answer='{"value": 3, "unit": "毫秒"}'), "b", "d").items
    english, chinese = (item_in(item, s) for s in ("en_images_first", "zh_images_first"))
    answer = '{"value": 3, "unit": "毫秒"}'
    assert score_response(chinese, answer).score == 1.0
    assert score_response(english, answer).score == 0.5
    assert (english.question_zh, chinese.question_en) == (None, None)


def test_authored_items_come_back_from_json_lines() -> None:
    line = make_item().model_dump_json()
    (item,) = import_authored([line, "\n"], "items.jsonl", "digest")
    assert item == make_item(source_digest="digest")
    with pytest.raises(WorkflowImportError, match=r"items.jsonl, line 2, field item_id"):
        import_authored([line, line], "items.jsonl", "d")
    with pytest.raises(WorkflowImportError, match="field subtask"):
        import_authored([line.replace('"C1"', '"C9"')], "items.jsonl", "d")
