"""LaTeX sources as they are served, opened in memory: gzipped tar, one gzipped file, or plain text.

Nothing is written and nothing is run here. Refuses archives with paths that leave the folder,
too many members or too many bytes (bombs are stopped while they unpack), and PDF-only submissions.
Links and devices are left out.
"""

from __future__ import annotations

import io
import re
import tarfile
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath

from scidoc_assets.schemas.acquisition import FetchReason

_DOCUMENT = re.compile(r"^[^%\n]*\\document(class|style)\b", re.M)
_BEGIN = re.compile(r"^[^%\n]*\\begin\s*\{document\}", re.M)
_GZIP = 16 + zlib.MAX_WBITS
# A block of 512 bytes a member is the least a tar needs; headroom for long names.
_TAR_OVERHEAD = 4096


class SourceRefused(Exception):
    """A source that is not unpacked; `reason` is of the closed list, the message names the member."""

    def __init__(self, reason: FetchReason, detail: str) -> None:
        super().__init__(detail)
        self.reason: FetchReason = reason


@dataclass(frozen=True)
class LatexSource:
    """Files by relative POSIX path, the main file (None when none begins a document), members left out."""

    files: dict[str, bytes]
    main: str | None
    skipped: int


def unpack_source(data: bytes, max_bytes: int, max_files: int) -> LatexSource:
    """The files of a served source; raises SourceRefused.

    `max_bytes` bounds the unpacked size, `max_files` the members.
    """
    if data.startswith(b"%PDF-"):
        raise SourceRefused("no_latex", "the service has a PDF only for this paper")
    plain = (
        _gunzip(data, max_bytes + max_files * _TAR_OVERHEAD) if data[:2] == b"\x1f\x8b" else data
    )
    if plain.startswith(b"%PDF-"):
        raise SourceRefused("no_latex", "the service has a PDF only for this paper")
    if _is_tar(plain):
        files, skipped = _members(plain, max_bytes, max_files)
    else:
        files, skipped = _single(plain), 0
    return LatexSource(files, main_file(files), skipped)


def main_file(files: dict[str, bytes]) -> str | None:
    """The file that begins the document: of several, the one no other includes, then the largest."""
    texts = {
        name: body.decode("utf-8", "replace")
        for name, body in files.items()
        if name.lower().endswith((".tex", ".ltx", ".latex"))
    }
    heads = [n for n, t in texts.items() if _DOCUMENT.search(t) and _BEGIN.search(t)]
    free = [n for n in heads if not any(_includes(t, n) for o, t in texts.items() if o != n)]
    ranked = sorted(free or heads, key=lambda n: (-len(texts[n]), n))
    return ranked[0] if ranked else None


def _includes(text: str, name: str) -> bool:
    stem = re.escape(PurePosixPath(name).with_suffix("").as_posix())
    return bool(re.search(r"\\(input|include|subfile)\s*\{(\./)?" + stem + r"(\.\w+)?\}", text))


def _gunzip(data: bytes, max_bytes: int) -> bytes:
    opened = zlib.decompressobj(_GZIP)
    try:
        plain = opened.decompress(data, max_bytes + 1)
    except zlib.error as error:
        raise SourceRefused("damaged_archive", f"gzip: {error}") from error
    if len(plain) > max_bytes:
        raise SourceRefused("too_large", f"more than {max_bytes} bytes unpacked")
    if not opened.eof:
        raise SourceRefused("damaged_archive", "gzip: ends before its end mark")
    return plain


def _is_tar(data: bytes) -> bool:
    return data[257:262] == b"ustar" or (len(data) >= 1024 and _old_tar_sum(data[:512]))


def _old_tar_sum(header: bytes) -> bool:
    """Whether a header without magic carries the right checksum (pre-POSIX tar)."""
    field = header[148:156].strip(b" \0")
    if not field or not all(48 <= b <= 55 for b in field):
        return False
    return int(field, 8) == sum(header[:148]) + 8 * 32 + sum(header[156:])


def _members(data: bytes, max_bytes: int, max_files: int) -> tuple[dict[str, bytes], int]:
    files: dict[str, bytes] = {}
    skipped = total = 0
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            for number, member in enumerate(archive, start=1):
                if number > max_files:
                    raise SourceRefused("too_large", f"more than {max_files} members")
                name = _safe_name(member)
                opened = archive.extractfile(member) if member.isreg() else None
                if opened is None:
                    skipped += not member.isdir()
                    continue
                total += member.size
                if total > max_bytes:
                    raise SourceRefused(
                        "too_large", f"{name}: more than {max_bytes} bytes unpacked"
                    )
                files[name] = opened.read()
    except tarfile.TarError as error:
        raise SourceRefused("damaged_archive", f"tar: {error}") from error
    if not files:
        raise SourceRefused("no_latex", "the archive holds no file")
    return files, skipped


def _safe_name(member: tarfile.TarInfo) -> str:
    """The member's path below the folder; raises SourceRefused for one that leaves it."""
    path = PurePosixPath(member.name)
    odd = "\\" in member.name or "\0" in member.name or re.match(r"^[A-Za-z]:", member.name)
    if path.is_absolute() or ".." in path.parts or odd:
        raise SourceRefused("unsafe_archive", f"member {member.name!r} leaves the folder")
    if member.isreg():
        try:
            tarfile.data_filter(member, "/source")
        except tarfile.FilterError as error:
            raise SourceRefused("unsafe_archive", f"member {member.name!r}: {error}") from error
    return path.as_posix()


def _single(data: bytes) -> dict[str, bytes]:
    if b"\\document" not in data and b"\\begin" not in data and b"\\bye" not in data:
        raise SourceRefused("no_latex", "neither an archive nor LaTeX text")
    return {"main.tex": data}
