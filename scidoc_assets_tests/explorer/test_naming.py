"""Page names: an id never becomes a path."""

from __future__ import annotations

import pytest

from scidoc_assets.explorer.naming import graph_file, page_stem, paper_page, task_page


def test_plain_ids_stay_readable() -> None:
    assert paper_page("acl-2024") == "papers/acl-2024.html"
    assert task_page("task-0a1b") == "tasks/task-0a1b.html"
    assert graph_file("g.1") == "graphs/g.1.svg"


@pytest.mark.parametrize("item_id", ["../x", "a/b", "..", ".", "", "a..b", "C:\\x", "é", "x" * 300])
def test_other_ids_get_a_safe_name_of_their_own(item_id: str) -> None:
    stem = page_stem(item_id)
    assert "/" not in stem
    assert ".." not in stem
    assert stem.isascii()
    assert len(stem) <= 80
    assert stem != page_stem(item_id + "x")
