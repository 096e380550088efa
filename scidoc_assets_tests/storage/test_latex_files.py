from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from scidoc_assets.storage import latex_files
from scidoc_assets.storage.latex_files import LatexSourceError, latex_stamp, read_latex


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus" / "tex" / "a"
    (folder / "parts").mkdir(parents=True)
    (folder / "main.tex").write_text("M")
    (folder / "parts" / "b.tex").write_text("B")
    (folder / "figure.png").write_bytes(b"x")
    (tmp_path / "secret.tex").write_text("S")
    return tmp_path / "corpus"


def test_a_folder_gives_its_latex_texts_by_path(corpus: Path) -> None:
    found = read_latex(corpus, "tex/a")
    assert (found.texts, found.main) == ({"main.tex": "M", "parts/b.tex": "B"}, None)


def test_a_named_file_is_the_main_file_of_its_folder(corpus: Path) -> None:
    found = read_latex(corpus, "tex/a/main.tex")
    assert found.main == "main.tex"
    assert set(found.texts) == {"main.tex", "parts/b.tex"}


@pytest.mark.parametrize("name", ["../secret.tex", "..", ".", "/etc/hostname"])
def test_nothing_outside_the_corpus_is_read(corpus: Path, name: str) -> None:
    with pytest.raises(LatexSourceError) as caught:
        read_latex(corpus, name)
    assert caught.value.reason == "outside_corpus"


def test_a_link_out_of_the_corpus_is_not_followed(corpus: Path) -> None:
    (corpus / "tex" / "a" / "leak.tex").symlink_to(corpus.parent / "secret.tex")
    assert "leak.tex" not in read_latex(corpus, "tex/a").texts


def test_a_missing_source_is_refused_with_its_reason(corpus: Path) -> None:
    with pytest.raises(LatexSourceError) as caught:
        read_latex(corpus, "tex/none")
    assert caught.value.reason == "missing"


def test_too_many_files_and_too_many_bytes_are_refused(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(latex_files, "MAX_BYTES", 1)
    with pytest.raises(LatexSourceError) as caught:
        read_latex(corpus, "tex/a")
    assert caught.value.reason == "too_large"
    monkeypatch.setattr(latex_files, "MAX_FILES", 1)
    with pytest.raises(LatexSourceError) as caught:
        read_latex(corpus, "tex/a")
    assert caught.value.reason == "too_many_files"


def test_a_source_that_the_disk_does_not_give_back_is_named(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Path.read_bytes

    def failing(path: Path) -> bytes:
        if path.name == "b.tex":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return whole(path)

    monkeypatch.setattr(Path, "read_bytes", failing)
    with pytest.raises(LatexSourceError, match=r"tex/a: b\.tex: Input/output error") as caught:
        read_latex(corpus, "tex/a")
    assert caught.value.reason == "unreadable_file"


def test_old_latin_1_sources_are_read(corpus: Path) -> None:
    (corpus / "tex" / "a" / "main.tex").write_bytes("café".encode("latin-1"))
    assert read_latex(corpus, "tex/a").texts["main.tex"] == "café"


def test_the_stamp_changes_with_the_files_and_names_a_fault(corpus: Path) -> None:
    before = latex_stamp(corpus, "tex/a")
    (corpus / "tex" / "a" / "main.tex").write_text("changed")
    assert latex_stamp(corpus, "tex/a") != before
    assert "missing" in latex_stamp(corpus, "tex/none")
