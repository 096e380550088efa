"""The Croissant description (JSON-LD) of a release's Parquet shards.

One file object with its digest and one record set per shard. Refuses nothing; a version that is
not semantic is given as a pre-release of 0.0.0, since the format takes no other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scidoc_assets.schemas.releases import ReleasedFile, ReleaseSettings

ColumnType = Literal["sc:Text", "sc:Integer", "sc:Float", "sc:Boolean", "sc:ImageObject"]
_SEMANTIC = re.compile(r"v?(\d+)(?:\.(\d+))?(?:\.(\d+))?")


@dataclass(frozen=True)
class CroissantColumn:
    """A column that readers of the description get; an image column holds `{bytes, path}`."""

    name: str
    type: ColumnType = "sc:Text"
    is_repeated: bool = False


def texts(*names: str) -> tuple[CroissantColumn, ...]:
    """Text columns of these names."""
    return tuple(CroissantColumn(name) for name in names)


def croissant(
    name: str,
    about: str,
    settings: ReleaseSettings,
    files: Sequence[ReleasedFile],
    columns: Mapping[str, Sequence[CroissantColumn]],
) -> dict[str, Any]:
    """The description of the Parquet files among `files`; `columns` are those of each table."""
    shards = [f for f in files if f.kind == "parquet"]
    described: dict[str, Any] = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": name,
        "description": about,
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "citeAs": name,
        "license": settings.licence,
        "url": "README.md",
        "version": semantic_version(settings.version),
        "distribution": [_file_object(f) for f in shards],
        "recordSet": [_record_set(f.path, columns[str(f.table)]) for f in shards],
    }
    if settings.published_on is not None:
        described["datePublished"] = settings.published_on.isoformat()
    return described


def semantic_version(version: str) -> str:
    """`1.2` -> `1.2.0`; another name becomes a pre-release: `draft` -> `0.0.0-draft`."""
    found = _SEMANTIC.fullmatch(version)
    if found:
        return ".".join(str(int(part or 0)) for part in found.groups())
    return f"0.0.0-{re.sub(r'[^A-Za-z0-9-]+', '-', version).strip('-') or 'x'}"


def _file_object(file: ReleasedFile) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": file.path,
        "name": file.path,
        "contentUrl": file.path,
        "contentSize": f"{file.size_bytes} B",
        "encodingFormat": "application/x-parquet",
        "sha256": file.sha256,
    }


def _record_set(path: str, columns: Sequence[CroissantColumn]) -> dict[str, Any]:
    name = f"records/{path}"
    fields = [_field(name, path, column) for column in columns]
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "field": fields}


def _field(record_set: str, path: str, column: CroissantColumn) -> dict[str, Any]:
    source: dict[str, Any] = {"fileObject": {"@id": path}, "extract": {"column": column.name}}
    if column.type == "sc:ImageObject":
        source["transform"] = {"jsonPath": "bytes"}
    field: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": f"{record_set}/{column.name}",
        "name": f"{record_set}/{column.name}",
        "dataType": column.type,
        "source": source,
    }
    return {**field, "repeated": True} if column.is_repeated else field


def dumped(value: Any) -> str:
    """Readable JSON, equal for equal values."""
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataBiases": "cr:dataBiases",
    "dataCollection": "cr:dataCollection",
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "personalSensitiveInformation": "cr:personalSensitiveInformation",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
