"""Where `scidoc show` looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets.commands.show import PLACES, show_item
from scidoc_assets.schemas.tables import TABLES
from scidoc_assets.storage.catalog import CatalogError


def test_every_place_is_a_column_of_a_table() -> None:
    assert [p for p in PLACES if p[1] not in TABLES[p[0]].row.model_fields] == []


def test_the_id_of_every_table_with_one_plain_key_can_be_shown() -> None:
    single = {spec.key[0] for spec in TABLES.values() if len(spec.key) == 1}
    shown = {column for _, column in PLACES}
    # A link, an element or a kind of object is no thing of its own to look at.
    assert single - shown <= {"element_id", "link_id", "decision_id", "unit"}


def test_without_a_catalogue_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match="no catalogue yet"):
        show_item(tmp_path, "x")
