"""One published row: methods map to evaluators, images and segments to parts, errors name a field."""

from __future__ import annotations

import base64

import pytest

from scidoc_assets.domain.workflow.published_rows import RowPlace, WorkflowImportError, read_row

PLACE = RowPlace("t.tsv", 3)
PNG = base64.b64encode(b"pixels").decode()


def make_row(**changes: str) -> dict[str, str]:
    row = {
        "index": "q1",
        "question": "What?",
        "answer": '{"value": 3, "unit": "ms"}',
        "image_path": '["pages/a.png", "pages/b.png"]',
        "segments": "",
        "category": "B2 Methods",
        "eval_method": "json_match",
        "judge_prompt": "",
    }
    return {**row, **changes}


@pytest.mark.parametrize(
    ("method", "answer", "evaluator"),
    [
        ("json_match", '{"a": 1}', "json_fields"),
        ("json_match", "[1, 2]", "unordered_set"),
        ("json_match", "7", "number"),
        ("json_match", "Table 3", "label"),
        ("judge", "A long text.", "judge"),
        ("exec_match", "gold.png", "image"),
        ("exec_match", '{"A": [1, 2]}', "data"),
    ],
)
def test_the_three_methods_map_to_evaluators(method: str, answer: str, evaluator: str) -> None:
    assert (
        read_row(make_row(eval_method=method, answer=answer), PLACE, False).evaluator == evaluator
    )


@pytest.mark.parametrize(
    ("change", "has_segments", "field"),
    [
        ({"index": " "}, False, "index"),
        ({"answer": ""}, False, "answer"),
        ({"category": "Z9"}, False, "category"),
        ({"eval_method": "guess"}, False, "eval_method"),
        ({"image_path": ""}, False, "image"),
        ({"image": "not base64!"}, False, "image"),
        ({}, True, "segments"),
        ({"segments": "[{}]"}, True, "segments"),
        ({"segments": '[{"image": "c.png"}]'}, True, "segments"),
        ({"segments": '[{"image": 2}]'}, True, "segments"),
    ],
)
def test_a_bad_row_names_file_line_and_field(
    change: dict[str, str], has_segments: bool, field: str
) -> None:
    with pytest.raises(WorkflowImportError) as caught:
        read_row(make_row(**change), PLACE, has_segments)
    assert (caught.value.file, caught.value.line, caught.value.field) == ("t.tsv", 3, field)


def test_images_come_first_unless_segments_say_where_they_stand() -> None:
    first = read_row(make_row(), PLACE, False).parts
    assert [p.file or p.text for p in first] == ["pages/a.png", "pages/b.png", "What?"]
    segments = '[{"text": "x"}, {"image": "b.png"}, {"image": 0}, {"text": "What?"}]'
    parts = read_row(make_row(segments=segments), PLACE, True).parts
    assert [p.file or p.text for p in parts] == ["x", "pages/b.png", "pages/a.png", "What?"]


def test_images_inside_the_table_are_decoded_under_their_name() -> None:
    named = read_row(make_row(image=PNG, image_path="a.png"), PLACE, False)
    assert named.images == {"a.png": b"pixels"}
    unnamed = read_row(make_row(image=f'["{PNG}"]', image_path=""), PLACE, False)
    assert list(unnamed.images.values()) == [b"pixels"]
    assert unnamed.parts[0].file == next(iter(unnamed.images))


def test_unknown_columns_are_kept() -> None:
    assert read_row(make_row(licence="CC"), PLACE, False).extra == {"licence": "CC"}
