"""One text out of the files of a LaTeX paper: comments dropped, inputs put in.

LaTeX is data here: nothing is executed, and only files handed over by name can be put in. Refuses
inputs outside the paper's folder, cycles and sources that grow over the limit; what was left out
is listed.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from scidoc_assets.schemas.latex import LatexReason

MAX_CHARS = 4_000_000
MAX_DEPTH = 16

SkipReason = Literal["outside_folder", "missing", "cycle", "too_deep"]

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*(?:\n[ \t]*)?(\n?)")
_INPUT = re.compile(
    r"\\(?:input|include|subfile)\s*\{([^{}]*)\}|\\input\s+([^\s\\{}]+)"
    r"|\\(?:import|subimport)\s*\{([^{}]*)\}\s*\{([^{}]*)\}"
)
_BIBLIOGRAPHY = re.compile(r"\\bibliography\s*\{[^{}]*\}")
_BEGIN = "\\begin{document}"


class LatexError(Exception):
    """A source that cannot be used, with a reason from the closed list."""

    def __init__(self, reason: LatexReason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason: LatexReason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True)
class LatexText:
    """Preamble and body of a paper; `skipped`: (name, reason) of inputs left out."""

    preamble: str
    body: str
    skipped: list[tuple[str, SkipReason]] = field(default_factory=list)


def find_main(files: Mapping[str, str]) -> str:
    """Name of the main file: the one with `\\begin{document}` (shallowest, then longest).

    `files`: POSIX path below the paper's folder -> text. Raises LatexError `no_main_file`.
    """
    mains = [
        n for n, text in files.items() if n.endswith(".tex") and _BEGIN in without_comments(text)
    ]
    if not mains:
        raise LatexError("no_main_file", f"no \\begin{{document}} in {len(files)} files")
    return min(mains, key=lambda n: (n.count("/"), -len(files[n]), n))


def flatten(files: Mapping[str, str], main: str | None = None) -> LatexText:
    """The text of a paper with its inputs put in. Raises LatexError."""
    name = main or find_main(files)
    if name not in files:
        raise LatexError("no_main_file", f"{name} is not among the files")
    skipped: list[tuple[str, SkipReason]] = []
    text = _put_in(files, name, (), skipped)
    if text.count(_BEGIN) == 0:
        raise LatexError("no_main_file", f"{name} has no \\begin{{document}}")
    preamble, _, body = text.partition(_BEGIN)
    return LatexText(preamble, body.partition("\\end{document}")[0], skipped)


def without_comments(text: str) -> str:
    """A text without `%` comments; a comment takes its line end along, as TeX does.

    A blank line behind a comment still ends the paragraph. Line ends of other systems become
    plain ones, or a blank line would go unseen.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _COMMENT.sub(lambda m: m[1] + m[2] * 2, text)


def _put_in(
    files: Mapping[str, str],
    name: str,
    above: tuple[str, ...],
    skipped: list[tuple[str, SkipReason]],
) -> str:
    folder = posixpath.dirname(above[0] if above else name)

    def replace(match: re.Match[str]) -> str:
        wanted = posixpath.join("", *(part.strip() for part in match.groups() if part))
        target, reason = _resolve(files, folder, wanted, (*above, name))
        if reason is not None:
            skipped.append((wanted, reason))
            return ""
        return _put_in(files, target, (*above, name), skipped)

    text = _INPUT.sub(replace, without_comments(files[name]))
    bibliography = name.removesuffix(".tex") + ".bbl"
    if bibliography in files and not above:
        text = _BIBLIOGRAPHY.sub(lambda _: without_comments(files[bibliography]), text, count=1)
    if len(text) > MAX_CHARS:
        raise LatexError("too_large", f"{name}: over {MAX_CHARS} characters with its inputs")
    return text


def _resolve(
    files: Mapping[str, str], folder: str, wanted: str, above: tuple[str, ...]
) -> tuple[str, SkipReason | None]:
    """Name of the file that an input means, or why it is left out."""
    path = posixpath.normpath(posixpath.join(folder, wanted.replace("\\", "/")))
    if path.startswith(("/", "..")):
        return path, "outside_folder"
    found = next((p for p in (path, f"{path}.tex") if p in files), None)
    if found is None:
        return path, "missing"
    if found in above:
        return found, "cycle"
    return found, "too_deep" if len(above) >= MAX_DEPTH else None
