"""`scidoc import` of a folder that holds nothing of any known form."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets.commands.importing import import_folder
from scidoc_assets.storage.bundles import BundleError
from scidoc_assets_tests.small_project import make_folder


@pytest.mark.parametrize("file", ["notes.txt", "table.csv", "items.jsonl", None])
def test_a_folder_of_no_known_form_is_told_what_it_may_hold(
    tmp_path: Path, file: str | None
) -> None:
    root = make_folder(tmp_path / "project")
    folder = tmp_path / "mine"
    folder.mkdir()
    if file is not None:
        (folder / file).write_text("index,question\n1,q\n", encoding="utf-8")
    with pytest.raises(BundleError) as refused:
        import_folder(root, folder)
    for form in (str(folder), "tasks.jsonl", "figures.jsonl", "ratings", "eval_method", "item_id"):
        assert form in str(refused.value)
    assert not (root / "data" / "store").exists()
