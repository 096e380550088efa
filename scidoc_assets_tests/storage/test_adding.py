from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scidoc_assets.storage.adding import add_to_corpus, named_but_absent
from scidoc_assets.storage.corpus import ManifestError, read_manifests
from scidoc_assets_tests.conftest import REPOSITORY


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(REPOSITORY / "data" / "config", tmp_path / "project" / "data" / "config")
    return tmp_path / "project"


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.pdf").write_bytes(b"%PDF-a")
    (folder / "sub" / "b.PDF").write_bytes(b"%PDF-b")
    (folder / "notes.txt").write_text("no paper")
    (folder / "tex" / "a").mkdir(parents=True)
    (folder / "tex" / "a" / "main.tex").write_text("M")
    (folder / "manifest.csv").write_text("file,latex_source\na.pdf,tex/a\nsub/b.PDF,tex/gone\n")
    return folder


@pytest.mark.parametrize("link", [False, True])
def test_a_folder_comes_with_its_manifest_and_latex_sources(
    root: Path, papers: Path, link: bool
) -> None:
    assert add_to_corpus(root, [papers], None, link) == 2
    corpus = root / "data" / "corpus"
    names = {p.relative_to(corpus).as_posix() for p in corpus.rglob("*") if p.is_file()}
    assert names == {
        "papers/a.pdf",
        "papers/sub/b.PDF",
        "papers/manifest.csv",
        "papers/tex/a/main.tex",
    }
    assert read_manifests(corpus)["papers/a.pdf"].latex_source == "papers/tex/a"


def test_a_bad_manifest_is_refused_before_anything_is_copied(root: Path, papers: Path) -> None:
    (papers / "manifest.csv").write_text("name\nx\n")
    with pytest.raises(ManifestError):
        add_to_corpus(root, [papers], None, False)
    assert not (root / "data" / "corpus").exists()


def test_a_single_file_goes_to_the_added_folder(root: Path, papers: Path) -> None:
    assert add_to_corpus(root, [papers / "a.pdf"], None, False) == 1
    assert (root / "data" / "corpus" / "added" / "a.pdf").read_bytes() == b"%PDF-a"


def test_a_single_file_never_takes_the_place_of_another_paper(root: Path, tmp_path: Path) -> None:
    files = []
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        files.append(tmp_path / folder / "paper.pdf")
        files[-1].write_bytes(f"%PDF-{folder}".encode())
    for _ in range(2):
        add_to_corpus(root, files, None, False)
    added = root / "data" / "corpus" / "added"
    assert sorted(p.read_bytes() for p in added.iterdir()) == [b"%PDF-x", b"%PDF-y"]


def test_two_folders_of_one_name_are_refused_before_anything_is_copied(
    root: Path, papers: Path, tmp_path: Path
) -> None:
    other = tmp_path / "elsewhere" / "papers"
    other.mkdir(parents=True)
    with pytest.raises(ManifestError, match="two folders named papers"):
        add_to_corpus(root, [papers, other], None, False)
    assert not (root / "data" / "corpus").exists()


def test_files_that_only_the_manifest_knows_are_named(papers: Path, tmp_path: Path) -> None:
    assert named_but_absent([papers], None) == []
    other = tmp_path / "other.csv"
    other.write_text("file,title\na.pdf,x\ngone.pdf,y\n")
    assert named_but_absent([papers], other) == ["gone.pdf"]
    assert named_but_absent([papers / "a.pdf"], other) == []
