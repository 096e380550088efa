"""Tables and items are told by their columns and keys, settings by the file's name."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.workflow.published_rows import WorkflowImportError
from scidoc_assets.domain.workflow.table_files import file_kind, setting_of, table_rows
from scidoc_assets_tests.domain.workflow.conftest import make_item

HEADER = "index\tquestion\tanswer\timage_path\tcategory\teval_method"


def test_files_are_told_by_what_stands_in_them() -> None:
    assert file_kind("a.tsv", f"\ufeff{HEADER}\n1\t") == "table"
    assert file_kind("a.csv", HEADER.replace("\t", ",")) == "table"
    assert file_kind("a.tsv", "index\tquestion\n") is None
    assert file_kind("anything.jsonl", make_item().model_dump_json()) == "items"
    assert file_kind("tasks.jsonl", '{"task_id": "t", "question": "?"}') is None
    assert file_kind("notes.txt", HEADER) is None


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("Bench_EN_AF.tsv", "en_images_first"),
        ("bench-zh-il.csv", "zh_markdown_interleaved"),
        ("en_markdown_interleaved.tsv", "en_markdown_interleaved"),
        ("ZH_images_first.tsv", "zh_images_first"),
    ],
)
def test_the_name_says_the_setting(name: str, setting: str) -> None:
    assert setting_of(name) == setting


@pytest.mark.parametrize("name", ["bench.tsv", "en.tsv", "bench_AF.tsv", "en_zh_af.tsv"])
def test_a_name_without_one_setting_is_refused_by_name(name: str) -> None:
    with pytest.raises(WorkflowImportError, match=name):
        setting_of(name)


def test_cells_with_line_breaks_and_very_long_ones_come_through() -> None:
    long = "x" * 500_000
    text = f'{HEADER}\n1\t"two\nlines"\t{long}\t\tA1\tjudge\n'
    [row] = table_rows("a.tsv", text)
    assert row["question"] == "two\nlines"
    assert len(row["answer"]) == 500_000
