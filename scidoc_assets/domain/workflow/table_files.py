"""Which files of a folder are workflow tables or authored items, told by their names and heads.

Holds the reading of settings out of file names and the form of headers. Refuses a table whose
setting its name does not say.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from typing import Literal

from scidoc_assets.domain.workflow.published_rows import WorkflowImportError
from scidoc_assets.schemas.workflow import WorkflowSetting

FileKind = Literal["table", "items"]
_COLUMNS = frozenset({"index", "question", "answer", "category", "eval_method"})
_KEYS = frozenset({"item_id", "subtask", "evaluator"})
_LANGUAGES: dict[str, str] = {"en": "en", "eng": "en", "english": "en"} | {
    "zh": "zh", "cn": "zh", "chinese": "zh",
}  # fmt: skip
_FORMS: dict[str, str] = {"af": "images_first", "first": "images_first"} | {
    "il": "markdown_interleaved", "interleaved": "markdown_interleaved",
}  # fmt: skip
_SEPARATORS = {".tsv": "\t", ".csv": ","}
# Pictures stand in the cells as base64.
MAX_FIELD = 2**31 - 1


def file_kind(name: str, head: str) -> FileKind | None:
    """What a file is by its name and the first part of its text; None for anything else."""
    suffix = "." + name.rsplit(".", 1)[-1].lower()
    first = head.lstrip("\ufeff").lstrip().partition("\n")[0]
    if suffix in _SEPARATORS:
        columns = {c.strip().strip('"') for c in first.strip().split(_SEPARATORS[suffix])}
        return "table" if columns >= _COLUMNS else None
    if suffix != ".jsonl":
        return None
    is_item = all(f'"{key}"' in first for key in _KEYS)
    return "items" if is_item and first.startswith("{") else None


def setting_of(name: str) -> WorkflowSetting:
    """The setting that a table's name says: `bench_EN_AF.tsv`, `zh_markdown_interleaved.csv`.

    Raises `WorkflowImportError` when it says none, or two.
    """
    words = re.split(r"[^a-z]+", name.rsplit(".", 1)[0].lower())
    languages = {_LANGUAGES[word] for word in words if word in _LANGUAGES}
    forms = {_FORMS[word] for word in words if word in _FORMS}
    if len(languages) != 1 or len(forms) != 1:
        raise WorkflowImportError(
            name, 1, "(file name)", "must say the setting: EN or ZH, and AF (images first) or IL"
        )
    return f"{languages.pop()}_{forms.pop()}"  # type: ignore[return-value]


def table_rows(name: str, text: str) -> Iterator[Mapping[str, str]]:
    """Rows of a TSV or CSV as text by column; cells that are missing are left out."""
    csv.field_size_limit(MAX_FIELD)
    suffix = "." + name.rsplit(".", 1)[-1].lower()
    lines = io.StringIO(text.lstrip("\ufeff"), newline="")
    for row in csv.DictReader(lines, delimiter=_SEPARATORS[suffix]):
        yield {key: value for key, value in row.items() if key is not None and value is not None}
