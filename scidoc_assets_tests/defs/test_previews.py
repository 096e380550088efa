"""Previews: tables show what rows say, tasks are shown as a reader meets them."""

from __future__ import annotations

from pathlib import Path

from scidoc_assets.defs.previews import MAX_COLUMNS, rows_table
from scidoc_assets.defs.tasks import reasoning_tasks
from scidoc_assets.schemas.geometry import Row
from scidoc_assets_tests.domain.responses.factory import a_task
from scidoc_assets_tests.small_project import make_folder, open_project


class Wide(Row):
    name: str
    unknown: str | None = None
    parts: list[str] = []
    nothing: list[str] = []
    a: int = 0
    b: int = 1
    c: int = 2
    d: int = 3
    e: int = 4
    f: int = 5
    g: int = 6


def test_a_preview_leaves_empty_columns_out_and_puts_nested_ones_last() -> None:
    head = rows_table([Wide(name="x", parts=["p"]), Wide(name="y")]).splitlines()[0]
    assert head == "| name | a | b | c | d | e | f | g |"
    assert head.count("|") == MAX_COLUMNS + 1


def test_nested_columns_show_where_there_is_room() -> None:
    class Narrow(Row):
        parts: list[str]
        name: str

    assert rows_table([Narrow(name="x", parts=["p"])]).splitlines()[0] == "| name | parts |"


def test_a_task_is_shown_with_its_question_its_answer_and_its_pictures(tmp_path: Path) -> None:
    make_folder(tmp_path, [])
    task = a_task()
    assert reasoning_tasks.preview is not None
    shown = reasoning_tasks.preview(open_project(tmp_path), [task] * 5)
    assert list(shown) == ["task_1", "task_2", "task_3"]
    text = shown["task_1"].value
    for part in (task.task_id, task.question, task.gold_answer, "data:image/png;base64,"):
        assert part in text
