"""Imported decisions stay in files that are never changed; packets are written anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets.storage.parquet import StoreError
from scidoc_assets.storage.review_files import (
    add_decisions,
    decisions_text,
    digest_of,
    stored_decisions,
    write_review_packets,
)
from scidoc_assets_tests.domain.review.hand_review import decision, packet


def test_decisions_come_back_in_the_order_of_import(tmp_path: Path) -> None:
    late, early = decision(packet("question"), "first"), decision(packet("answer"), "first")
    add_decisions(tmp_path, [early])
    add_decisions(tmp_path, [late])
    found = stored_decisions(tmp_path)
    assert [d.object_id for d in found] == [early.object_id, late.object_id]
    assert found[0].sequence < found[1].sequence


def test_nothing_new_writes_no_file(tmp_path: Path) -> None:
    assert add_decisions(tmp_path, []) is None
    assert list(tmp_path.iterdir()) == []


def test_a_digest_follows_the_decisions_that_it_is_of(tmp_path: Path) -> None:
    own = decision(packet("question"), "first")
    other = decision(packet("answer"), "first").model_copy(update={"paper_id": "other"})
    add_decisions(tmp_path, [own, other])
    stored = stored_decisions(tmp_path)
    assert digest_of(stored[:1]) == digest_of([own])
    assert len({digest_of(some) for some in ([], stored[:1], stored[1:], stored)}) == 4


def test_a_damaged_decision_file_is_named_with_its_line(tmp_path: Path) -> None:
    path = add_decisions(tmp_path, [decision(packet("question"), "first")])
    assert path is not None
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(StoreError, match=rf"{path.name}, line 1"):
        stored_decisions(tmp_path)


def test_a_file_that_is_no_text_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(StoreError, match=r"export\.json"):
        decisions_text(path)


def test_an_unchanged_packet_file_is_left_alone(tmp_path: Path) -> None:
    folder = write_review_packets(tmp_path, {"first.json": b"[]", "images/a.png": b"x"})
    stamp = (folder / "first.json").stat().st_mtime_ns
    write_review_packets(tmp_path, {"first.json": b"[]"})
    assert (folder / "first.json").stat().st_mtime_ns == stamp
    assert (folder / "images" / "a.png").read_bytes() == b"x"


def test_a_comment_with_a_line_separator_comes_back_whole(tmp_path: Path) -> None:
    given = decision(packet("question"), "first").model_copy(update={"comment": "one\u2028two"})
    add_decisions(tmp_path, [given])
    assert [d.comment for d in stored_decisions(tmp_path)] == ["one\u2028two"]
