"""The typst compiler as a typesetter, offline and reproducible.

Holds the only import of `typst`. Refuses system fonts and downloaded packages; the creation time
and the file identifier are fixed, so equal input gives equal bytes.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typst

from scidoc_assets.gateways.typeset.interface import (
    Mark,
    TypesetDocument,
    TypesetError,
    TypesetFailure,
)

# Any fixed instant will do; the PDF's dates and identifier derive from it.
FIXED_TIMESTAMP_S = 1_735_689_600
MARK_LABEL = "<mark>"


class TypstTypesetter:
    """Compiles with the `typst` package; positions come from metadata labelled `<mark>`."""

    def typeset(
        self, name: str, source: str, files: Mapping[str, bytes], fonts: Mapping[str, bytes]
    ) -> TypesetDocument:
        """Compile one document; see `Typesetter.typeset`.

        Each `<mark>` holds `kind, name, page` (from 1) and `x, y, w, h` in points.
        Raises `TypesetError` for a bad file name, an error in the source or a font not given.
        """
        with tempfile.TemporaryDirectory(prefix="typeset-") as folder:
            root = Path(folder)
            main = root / "main.typ"
            _write_inputs(root, name, files, fonts)
            main.write_text(source, encoding="utf-8")
            options: dict[str, Any] = {
                "root": str(root),
                "font_paths": [str(root / "fonts")],
                "ignore_system_fonts": True,
                "package_path": str(root / "packages"),
                "package_cache_path": str(root / "packages"),
            }
            try:
                pdf, warnings = typst.compile_with_warnings(
                    str(main), timestamp=FIXED_TIMESTAMP_S, pdf_tags=False, **options
                )
                found = typst.query(str(main), MARK_LABEL, field="value", **options)
            except typst.TypstError as error:
                raise TypesetError(
                    TypesetFailure.SOURCE_ERROR, name, f"{error.message} {error.diagnostic}"
                ) from error
        _refuse_unknown_fonts(name, warnings)
        return TypesetDocument(pdf, tuple(_mark(value) for value in json.loads(found)))


def _write_inputs(
    root: Path, name: str, files: Mapping[str, bytes], fonts: Mapping[str, bytes]
) -> None:
    (root / "fonts").mkdir()
    for folder, given in ((root, files), (root / "fonts", fonts)):
        for file_name, content in given.items():
            if Path(file_name).name != file_name or file_name == "main.typ":
                raise TypesetError(
                    TypesetFailure.BAD_FILE_NAME, name, f"{file_name!r}: give a plain file name"
                )
            (folder / file_name).write_bytes(content)


def _refuse_unknown_fonts(name: str, warnings: list[typst.TypstWarning]) -> None:
    """A missing font would silently change the layout, so it is an error here."""
    for warning in warnings:
        if "unknown font family" in str(warning):
            raise TypesetError(TypesetFailure.UNKNOWN_FONT, name, str(warning))


def _mark(value: dict[str, Any]) -> Mark:
    return Mark(
        kind=value["kind"],
        name=value["name"],
        page_index=value["page"] - 1,
        x=value["x"],
        y=value["y"],
        width=value["w"],
        height=value["h"],
    )
