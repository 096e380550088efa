"""Scanning the corpus folder and its manifests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scidoc_assets.storage.corpus import ManifestError, has_pdfs, read_manifest, scan_corpus


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


def test_a_link_to_nowhere_is_a_paper_of_its_own_and_stops_no_other(tmp_path: Path) -> None:
    corpus, index = tmp_path / "corpus", tmp_path / "i.json"
    put(corpus, "good.pdf", b"1")
    (corpus / "gone-1.pdf").symlink_to(tmp_path / "nowhere.pdf")
    (corpus / "gone-2.pdf").symlink_to(tmp_path / "nowhere.pdf")
    found = {p.paper_id: p for p in scan_corpus(corpus, index)}
    assert set(found) == {"good", "gone-1", "gone-2"}
    assert len({p.sha256 for p in found.values()}) == 3
    put(tmp_path, "nowhere.pdf", b"back again")
    mended = [p for p in scan_corpus(corpus, index) if p.paper_id != "good"]
    assert len({p.sha256 for p in mended} - {p.sha256 for p in found.values()}) == 1


@pytest.mark.parametrize("data", [b'{"one.pdf": [1,', b"\xff\xfe", b"[]", b""])
def test_a_damaged_index_is_made_again(tmp_path: Path, data: bytes) -> None:
    corpus, index = tmp_path / "corpus", put(tmp_path, "i.json", data)
    put(corpus, "one.pdf", b"1")
    assert len(scan_corpus(corpus, index)) == 1
    assert list(json.loads(index.read_text())) == ["one.pdf"]


def test_a_linked_folder_is_walked_and_a_link_back_up_ends(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    put(tmp_path / "elsewhere", "far.pdf", b"1")
    corpus.mkdir()
    assert not has_pdfs(corpus)
    (corpus / "linked").symlink_to(tmp_path / "elsewhere")
    (corpus / "loop").symlink_to(corpus)
    assert has_pdfs(corpus)
    sources = [p.sources for p in scan_corpus(corpus, tmp_path / "i.json")]
    assert sources == [("linked/far.pdf",)]


@pytest.mark.parametrize("name", ["manifest.csv", "manifest.jsonl"])
def test_a_manifest_that_is_not_utf8_is_refused_with_its_line(tmp_path: Path, name: str) -> None:
    path = put(tmp_path, name, b"file,title\na.pdf,don\x92t\n")
    with pytest.raises(ManifestError, match=r"line 2: not UTF-8 \(byte 0x92\)"):
        read_manifest(path)


def test_a_line_separator_inside_a_title_does_not_cut_the_line(tmp_path: Path) -> None:
    line = json.dumps({"file": "a.pdf", "title": "one\u2028two\u0085three"}, ensure_ascii=False)
    path = put(tmp_path, "manifest.jsonl", b"\xef\xbb\xbf" + line.encode() + b"\r\n")
    assert read_manifest(path)[0].title == "one\u2028two\u0085three"


def test_a_bad_line_after_a_quoted_line_feed_is_named_by_its_line_in_the_file(
    tmp_path: Path,
) -> None:
    path = put(
        tmp_path, "manifest.csv", b'file,title,year\na.pdf,"two\nlines",2024\nb.pdf,x,soon\n'
    )
    with pytest.raises(ManifestError, match=r"line 4: year"):
        read_manifest(path)
