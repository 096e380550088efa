from __future__ import annotations

import json
from pathlib import Path

import pytest

from scidoc_assets.commands.convert import convert_file
from scidoc_assets.domain.interchange.ir_json import import_ir
from scidoc_assets_tests.domain.interchange.docling_made import docling


def test_a_docling_document_becomes_ir_and_markdown(tmp_path: Path) -> None:
    source = tmp_path / "My paper.json"
    source.write_text(json.dumps(docling()), encoding="utf-8")
    assert convert_file(source, tmp_path / "out", None) == 0
    layout = import_ir((tmp_path / "out" / "ir.json").read_text("utf-8"))
    assert layout.paper_id == "my-paper"
    assert "Figure 1: Mass." in (tmp_path / "out" / "paper.md").read_text("utf-8")


def test_converting_our_own_ir_gives_the_same_bytes(tmp_path: Path) -> None:
    source = tmp_path / "a.json"
    source.write_text(json.dumps(docling()), encoding="utf-8")
    convert_file(source, tmp_path / "one", "kept")
    assert convert_file(tmp_path / "one" / "ir.json", tmp_path / "two", None) == 0
    for name in ("ir.json", "paper.md"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (b'{"schema_name": "DoclingDocument", "version": "1"}', "body"),
        (b"\xff\xfe", "not UTF-8"),
        (b"{", "line 1"),
    ],
)
def test_bad_input_is_refused_with_field_and_reason_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, named: str
) -> None:
    source = tmp_path / "bad.json"
    source.write_bytes(data)
    assert convert_file(source, tmp_path / "out", None) == 1
    assert named in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
