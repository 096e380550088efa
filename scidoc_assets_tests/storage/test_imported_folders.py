"""Names of imports, and their list."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets.storage.imported_folders import (
    BundleError,
    import_name,
    imported_folders,
)


@pytest.mark.parametrize("name", ["a b", "-a", "ä", "reasoning"])
def test_a_name_that_cannot_be_used_is_refused_with_the_way_out(tmp_path: Path, name: str) -> None:
    with pytest.raises(BundleError, match=r"cannot name an import.*rename the folder"):
        import_name(tmp_path / name, "reasoning")


def test_what_is_still_being_written_is_not_listed(tmp_path: Path) -> None:
    assert imported_folders(tmp_path / "none") == []
    for name in ("b", "a", ".c.1-ab.part"):
        (tmp_path / name).mkdir()
    assert [p.name for p in imported_folders(tmp_path)] == ["a", "b"]
