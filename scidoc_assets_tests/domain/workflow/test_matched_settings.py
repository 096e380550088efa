"""The four matched instances differ in language and representation, in nothing else."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.workflow.matched_settings import (
    CannotExpandError,
    answer_prompt,
    expand_item,
    markdown_table,
)
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.workflow import WORKFLOW_SETTINGS, WorkflowItem
from scidoc_assets_tests.domain.workflow.conftest import make_item, make_layout


def test_languages_share_the_papers_and_representations_share_the_question(
    item: WorkflowItem, layout: ParsedLayout
) -> None:
    by_setting = {i.setting: i.parts for i in expand_item(item, {"p1": layout})}
    assert set(by_setting) == set(WORKFLOW_SETTINGS)
    for form in ("images_first", "markdown_interleaved"):
        assert by_setting[f"en_{form}"][:-1] == by_setting[f"zh_{form}"][:-1]
    for language in ("en", "zh"):
        tails = [
            by_setting[f"{language}_{f}"][-2:] for f in ("images_first", "markdown_interleaved")
        ]
        assert tails[0] == tails[1]


def test_images_first_shows_every_page_before_the_question(
    item: WorkflowItem, layout: ParsedLayout
) -> None:
    parts = expand_item(item, {"p1": layout})[0].parts
    assert [p.kind for p in parts] == ["page_image", "page_image", "text", "text"]
    assert [p.page_index for p in parts[:2]] == [0, 1]


def test_interleaved_keeps_reading_order_with_pictures_where_they_stand(
    item: WorkflowItem, layout: ParsedLayout
) -> None:
    parts = expand_item(item, {"p1": layout})[1].parts
    kinds = [p.kind for p in parts]
    assert kinds == ["text", *["block_image", "text"] * 3, "text", "text"]
    assert parts[0].text == "# A Title\n\n## Results\n\nThe first paragraph."
    assert parts[2].text == "Figure 1: A curve."
    assert parts[4].text == "| m | a\\|b |\n| --- | --- |\n| x | 1 |"


def test_no_setting_shows_reference_group_subtask_evaluator_or_locator(
    layout: ParsedLayout,
) -> None:
    item = make_item(evidence_locator="SECRET-LOCATOR", evaluator="text_span")
    for instance in expand_item(item, {"p1": layout}):
        shown = instance.model_dump_json()
        for secret in ("SECRET", '"C1"', "text_span", "group", "subtask", "evaluator"):
            assert secret not in shown


@pytest.mark.parametrize(
    ("changes", "layouts", "words"),
    [
        ({"question_zh": None}, {"p1": make_layout()}, "no question for setting zh"),
        ({}, {}, "p1 is not in the corpus"),
        ({}, {"p1": make_layout(sha256="other")}, "another file"),
    ],
)
def test_what_is_missing_is_named(changes: dict, layouts: dict, words: str) -> None:
    with pytest.raises(CannotExpandError, match=words):
        expand_item(make_item(**changes), layouts)


def test_each_language_has_its_prompt() -> None:
    assert answer_prompt("en_images_first").text != answer_prompt("zh_images_first").text


def test_short_rows_of_a_table_are_padded() -> None:
    assert markdown_table([["a", "b"], ["1"]]) == "| a | b |\n| --- | --- |\n| 1 |  |"
