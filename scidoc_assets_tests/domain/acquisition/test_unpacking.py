"""LaTeX sources are opened safely."""

from __future__ import annotations

import gzip
import io
import tarfile

import pytest

from scidoc_assets.domain.acquisition.unpacking import SourceRefused, main_file, unpack_source

MAIN = b"\\documentclass{article}\n\\begin{document}\nHi\n\\end{document}\n"
LIMITS = (1_000_000, 50)


def archive(*members: tuple[tarfile.TarInfo, bytes], mode: str = "w:gz") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as tar:  # type: ignore[call-overload]
        for info, body in members:
            info.size = len(body)
            tar.addfile(info, io.BytesIO(body))
    return out.getvalue()


def member(name: str, body: bytes = MAIN) -> tuple[tarfile.TarInfo, bytes]:
    return tarfile.TarInfo(name), body


def link(name: str, target: str, kind: bytes) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info, b""


@pytest.mark.parametrize("mode", ["w:gz", "w"])
def test_a_tar_gives_its_files_and_the_main_one(mode: str) -> None:
    source = unpack_source(archive(member("a/p.tex"), member("a/f.png", b"x"), mode=mode), *LIMITS)
    assert sorted(source.files) == ["a/f.png", "a/p.tex"]
    assert source.main == "a/p.tex"


def test_a_single_gzipped_file_is_the_paper() -> None:
    source = unpack_source(gzip.compress(MAIN), *LIMITS)
    assert source.files == {"main.tex": MAIN}


@pytest.mark.parametrize(
    "data", [b"%PDF-1.5 ...", gzip.compress(b"%PDF-1.5 ...")], ids=["plain", "gzipped"]
)
def test_a_pdf_only_submission_has_no_latex(data: bytes) -> None:
    with pytest.raises(SourceRefused) as refused:
        unpack_source(data, *LIMITS)
    assert refused.value.reason == "no_latex"


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../up.tex", "a/../../up.tex", "C:\\x.tex", "a\\..\\..\\b.tex"]
)
def test_a_member_that_leaves_the_folder_refuses_the_archive(name: str) -> None:
    with pytest.raises(SourceRefused) as refused:
        unpack_source(archive(member("p.tex"), member(name)), *LIMITS)
    assert refused.value.reason == "unsafe_archive"


def test_links_and_devices_are_left_out_and_counted() -> None:
    data = archive(
        member("p.tex"),
        link("s.tex", "/etc/passwd", tarfile.SYMTYPE),
        link("h.tex", "p.tex", tarfile.LNKTYPE),
        link("dev", "", tarfile.CHRTYPE),
    )
    source = unpack_source(data, *LIMITS)
    assert (sorted(source.files), source.skipped) == (["p.tex"], 3)


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(b"\\document" + b"0" * 5_000_000),
        archive(member("p.tex"), member("big.bin", b"0" * 1_100_000)),
        archive(*[member(f"{n}.tex", b"x") for n in range(60)]),
    ],
    ids=["gzip bomb", "large member", "many members"],
)
def test_bombs_are_stopped(data: bytes) -> None:
    with pytest.raises(SourceRefused) as refused:
        unpack_source(data, *LIMITS)
    assert refused.value.reason == "too_large"


@pytest.mark.parametrize(
    "data",
    [archive(member("p.tex"))[:40], b"\x1f\x8b garbage", gzip.compress(MAIN)[:-8]],
    ids=["cut tar", "no gzip", "cut gzip"],
)
def test_a_cut_archive_is_damaged(data: bytes) -> None:
    with pytest.raises(SourceRefused) as refused:
        unpack_source(data, *LIMITS)
    assert refused.value.reason == "damaged_archive"


def test_a_web_page_is_no_source() -> None:
    with pytest.raises(SourceRefused) as refused:
        unpack_source(b"<html>sign in</html>", *LIMITS)
    assert refused.value.reason == "no_latex"


def test_the_main_file_is_the_one_that_no_other_includes() -> None:
    files = {
        "supp.tex": MAIN + b"%" * 500,
        "paper.tex": MAIN + b"\\input{supp}",
        "old.tex": b"% \\documentclass{x}\n\\begin{document}",
    }
    assert main_file(files) == "paper.tex"
    assert main_file({"notes.tex": b"words"}) is None
