"""Scanning the corpus folder and its manifests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scidoc_assets.storage.corpus import ManifestError, read_manifest, scan_corpus


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_equal_bytes_under_two_names_are_one_paper_with_two_sources(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    put(corpus, "a/one.pdf", b"same")
    put(corpus, "b/two.PDF", b"same")
    papers = scan_corpus(corpus, tmp_path / "index.json")
    assert [p.sources for p in papers] == [("a/one.pdf", "b/two.PDF")]


def test_unchanged_files_are_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus, index = tmp_path / "corpus", tmp_path / "index.json"
    put(corpus, "one.pdf", b"1")
    first = scan_corpus(corpus, index)
    monkeypatch.setattr(
        "scidoc_assets.storage.corpus._sha256", lambda path: pytest.fail("read again")
    )
    assert scan_corpus(corpus, index) == first


def test_a_changed_file_gets_a_new_hash(tmp_path: Path) -> None:
    corpus, index = tmp_path / "corpus", tmp_path / "index.json"
    put(corpus, "one.pdf", b"1")
    first = scan_corpus(corpus, index)[0].sha256
    put(corpus, "one.pdf", b"22")
    assert scan_corpus(corpus, index)[0].sha256 != first


def test_a_manifest_names_the_files_of_its_own_folder(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    put(corpus, "set/one.pdf", b"1")
    put(corpus, "other/one.pdf", b"2")
    put(corpus, "set/manifest.csv", "file,title,year,unknown\none.pdf,Tïtle,2024,x\n".encode())
    by_source = {p.sources[0]: p.entry for p in scan_corpus(corpus, tmp_path / "i.json")}
    assert by_source["set/one.pdf"].title == "Tïtle"
    assert by_source["set/one.pdf"].year == 2024
    assert by_source["other/one.pdf"].title is None


def test_a_bad_manifest_line_is_refused_with_file_line_and_field(tmp_path: Path) -> None:
    path = put(tmp_path, "manifest.csv", b"file,year\na.pdf,2024\nb.pdf,soon\n")
    with pytest.raises(ManifestError, match=r"manifest\.csv: line 3: year"):
        read_manifest(path)


def test_a_manifest_without_a_file_column_is_refused(tmp_path: Path) -> None:
    path = put(tmp_path, "manifest.csv", b"name\na\n")
    with pytest.raises(ManifestError, match="no column `file`"):
        read_manifest(path)


def test_a_jsonl_manifest_is_read_as_utf8_whatever_the_locale(tmp_path: Path) -> None:
    line = json.dumps({"file": "a.pdf", "title": "“quoted” 论文"}, ensure_ascii=False)
    path = put(tmp_path, "manifest.jsonl", line.encode("utf-8"))
    assert read_manifest(path)[0].title == "“quoted” 论文"


def test_a_broken_json_line_is_refused_with_its_number(tmp_path: Path) -> None:
    path = put(tmp_path, "manifest.jsonl", b'{"file": "a.pdf"}\n{"file": \n')
    with pytest.raises(ManifestError, match=r"line 2: not JSON"):
        read_manifest(path)


def test_no_corpus_folder_means_no_papers(tmp_path: Path) -> None:
    assert scan_corpus(tmp_path / "none", tmp_path / "i.json") == []
