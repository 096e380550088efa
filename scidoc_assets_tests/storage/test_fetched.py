"""A fetched folder: the manifest is the state."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets.domain.acquisition.unpacking import LatexSource
from scidoc_assets.storage.corpus import ManifestError, read_manifests, scan_corpus
from scidoc_assets.storage.fetched import FetchedFolder, fetching

ROW = {"file": "p.pdf", "paper_id": "p", "title": "Tïtle", "year": 2024, "size_bytes": 4,
       "discipline": None, "latex_source": None, "remote_id": "r", "ids": {"acl": "r"}}  # fmt: skip


def test_a_stored_paper_is_there_after_opening_again(tmp_path: Path) -> None:
    FetchedFolder(tmp_path).put_paper(ROW, b"%PDF")
    again = FetchedFolder(tmp_path)
    assert again.has_paper("p.pdf")
    assert again.sizes() == {"p.pdf": 4}


def test_a_paper_whose_file_went_away_or_changed_is_missing(tmp_path: Path) -> None:
    folder = FetchedFolder(tmp_path)
    folder.put_paper(ROW, b"%PDF")
    (tmp_path / "p.pdf").write_bytes(b"%PDF cut by hand")
    assert not folder.has_paper("p.pdf")
    (tmp_path / "p.pdf").unlink()
    assert not folder.has_paper("p.pdf")


def test_the_corpus_reads_what_was_fetched(tmp_path: Path) -> None:
    folder = FetchedFolder(tmp_path / "corpus" / "acl")
    folder.put_paper(ROW, b"%PDF")
    source = LatexSource({"a/m.tex": b"x", "f.png": b"y"}, "a/m.tex", 0)
    folder.put_latex("p.pdf", source)
    (paper,) = scan_corpus(tmp_path / "corpus", tmp_path / "index.json")
    assert (paper.paper_id, paper.entry.title, paper.entry.year) == ("p", "Tïtle", 2024)
    assert paper.entry.latex_source == "acl/latex/p/a/m.tex"
    assert (tmp_path / "corpus" / str(paper.entry.latex_source)).read_bytes() == b"x"


def test_a_source_without_main_file_is_named_by_its_folder(tmp_path: Path) -> None:
    folder = FetchedFolder(tmp_path)
    folder.put_paper(ROW, b"%PDF")
    assert not folder.has_latex("p.pdf")
    folder.put_latex("p.pdf", LatexSource({"x.tex": b"x"}, None, 0))
    assert folder.rows["p.pdf"]["latex_source"] == "latex/p"
    assert folder.has_latex("p.pdf")


def test_lines_of_the_users_own_stay(tmp_path: Path) -> None:
    (tmp_path / "manifest.jsonl").write_text('{"file": "mine.pdf", "note": "n"}\n', "utf-8")
    FetchedFolder(tmp_path).put_paper(ROW, b"%PDF")
    assert sorted(read_manifests(tmp_path)) == ["mine.pdf", "p.pdf"]
    assert FetchedFolder(tmp_path).rows["mine.pdf"]["note"] == "n"


@pytest.mark.parametrize("line", ["{broken", "[1]", '{"title": "no file"}'])
def test_a_manifest_that_cannot_be_read_is_named_and_not_overwritten(
    tmp_path: Path, line: str
) -> None:
    (tmp_path / "manifest.jsonl").write_text(line + "\n", "utf-8")
    with pytest.raises(ManifestError, match="line 1"):
        FetchedFolder(tmp_path)


def test_two_fetches_into_one_folder_are_refused(tmp_path: Path) -> None:
    with fetching(tmp_path), pytest.raises(ManifestError, match="another"), fetching(tmp_path):
        pass
    with fetching(tmp_path) as folder:
        assert folder.rows == {}


def test_a_title_with_a_line_separator_comes_back_whole(tmp_path: Path) -> None:
    FetchedFolder(tmp_path).put_paper({**ROW, "title": "one\u2028two\u0085three"}, b"%PDF")
    assert FetchedFolder(tmp_path).rows["p.pdf"]["title"] == "one\u2028two\u0085three"
