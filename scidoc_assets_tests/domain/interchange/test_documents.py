from __future__ import annotations

import json

import pytest

from scidoc_assets.domain.interchange.documents import read_layout
from scidoc_assets.domain.interchange.ir_json import InterchangeError, export_ir
from scidoc_assets_tests.domain.interchange.docling_made import docling
from scidoc_assets_tests.domain.interchange.test_ir_json import full_layout


def test_a_document_is_told_by_what_it_says_of_itself() -> None:
    assert read_layout(json.dumps(docling()), "mine").provenance.parser == "docling"
    assert read_layout(export_ir(full_layout()), "mine").paper_id == "p"


def test_other_json_is_refused_with_both_ways_out() -> None:
    with pytest.raises(InterchangeError, match=r"scidoc-ir.*DoclingDocument"):
        read_layout('{"pages": []}', "mine")
