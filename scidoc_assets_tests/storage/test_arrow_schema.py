"""Row models as Arrow schemas."""

from __future__ import annotations

import pyarrow as pa
import pytest
from pydantic import BaseModel

from scidoc_assets.schemas.layouts import Block
from scidoc_assets.schemas.tables import TABLES
from scidoc_assets.storage.arrow_schema import arrow_schema


@pytest.mark.parametrize("name", list(TABLES))
def test_every_table_has_an_arrow_schema_with_its_key(name: str) -> None:
    schema = arrow_schema(TABLES[name].row)
    assert set(TABLES[name].key) <= set(schema.names)


def test_optional_fields_are_nullable_and_required_ones_are_not() -> None:
    schema = arrow_schema(Block)
    assert schema.field("latex").nullable
    assert not schema.field("plain_text").nullable


def test_boxes_become_lists_of_doubles() -> None:
    schema = arrow_schema(Block)
    assert schema.field("bbox_pt").type == pa.list_(pa.float64())
    assert schema.field("boxes_pt").type == pa.list_(pa.list_(pa.float64()))


def test_a_union_of_types_is_refused() -> None:
    class Mixed(BaseModel):
        value: int | str

    with pytest.raises(TypeError, match="no Arrow column"):
        arrow_schema(Mixed)
