from __future__ import annotations

import pytest
from pydantic import ValidationError

from scidoc_assets.domain.interchange.docling_schema import Box, TableData
from scidoc_assets_tests.domain.interchange.docling_made import cell


@pytest.mark.parametrize(
    "box",
    [
        {"l": 0, "t": 5, "r": 1, "b": 2, "coord_origin": "TOPLEFT"},
        {"l": 0, "t": 2, "r": 1, "b": 5, "coord_origin": "BOTTOMLEFT"},
        {"l": 3, "t": 1, "r": 1, "b": 2},
        {"l": float("nan"), "t": 1, "r": 1, "b": 2},
        {"l": 0, "t": 1, "r": 1, "b": 2, "coord_origin": "MIDDLE"},
    ],
)
def test_boxes_that_are_no_boxes_are_refused(box: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Box.model_validate(box)


def test_a_spanning_cell_puts_its_text_in_its_first_place() -> None:
    wide = {**cell(0, 0, "head"), "end_col_offset_idx": 2, "col_span": 2}
    data = TableData.model_validate({"num_rows": 1, "num_cols": 2, "table_cells": [wide]})
    assert data.rows() == [["head", ""]]
