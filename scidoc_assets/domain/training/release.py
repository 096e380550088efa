"""What stands beside exported samples: dataset card, Croissant description, locators of pages.

Pure texts and dicts over samples and file facts. Refuses nothing; a page that may not leave as
pixels leaves as a locator (paper, page, boxes), from which its owner can draw it again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import yaml

from scidoc_assets.domain.training.splits import SPLIT_VERSION
from scidoc_assets.schemas.training import Split, TrainingSample

ExportFormat = Literal["sft", "rl"]
SPLITS: tuple[Split, ...] = ("train", "validation", "test")
TEXT = "sc:Text"
FLAT_COLUMNS: dict[ExportFormat, tuple[str, ...]] = {
    "sft": ("id", "subtask", "language", "split", "verifier", "verifier_params", "ground_truth"),
    "rl": ("id", "data_source"),
}


@dataclass(frozen=True)
class ExportedFile:
    """A file of an export, by its path below the folder."""

    path: str
    sha256: str
    size_bytes: int


def closed_pages(sample: TrainingSample, open_papers: Collection[str]) -> bool:
    """Whether a sample shows a page of a paper that may not be redistributed."""
    return any(i.kind == "page" and i.paper_id not in open_papers for i in sample.inputs)


def locators(sample: TrainingSample, sha256_of: Mapping[str, str], dpi: int) -> list[Any]:
    """For every page of a sample: paper, digest, page, size, boxes and insertion."""
    return [
        {
            "paper_id": item.paper_id,
            "sha256": sha256_of.get(str(item.paper_id)),
            "dpi": dpi,
            **item.model_dump(
                mode="json", include={"page_index", "width_pt", "height_pt", "marks", "insertion"}
            ),
        }
        for item in sample.inputs
        if item.kind == "page"
    ]


def dataset_card(
    name: str, form: ExportFormat, samples: Sequence[TrainingSample], located: int, seed: int
) -> str:
    """README.md in the Hugging Face form: YAML head with configs, then what is inside."""
    splits = [s for s in SPLITS if any(x.split == s for x in samples)]
    head = {
        "pretty_name": name,
        "language": sorted({s.language for s in samples}),
        "license": "other",
        "task_categories": ["image-text-to-text"],
        "size_categories": [_size(len(samples))],
        "configs": [
            {
                "config_name": "default",
                "data_files": [{"split": s, "path": f"data/{s}-*.parquet"} for s in splits],
            }
        ],
    }
    counts = Counter((s.subtask, s.split) for s in samples)
    lines = [
        f"| {subtask} | " + " | ".join(str(counts[subtask, s]) for s in SPLITS) + " |"
        for subtask in sorted({s.subtask for s in samples})
    ]
    table = "\n".join(["| subtask | train | validation | test |", "|---|---|---|---|", *lines])
    synthetic = sum(s.is_synthetic for s in samples)
    columns = (
        "`messages` (user turn with `<image>` marks, assistant turn), `images`, `ground_truth`"
        if form == "sft"
        else "`prompt`, `images`, `reward_model` (verifier, ground truth, parameters)"
    )
    return (
        f"---\n{yaml.safe_dump(head, sort_keys=False, allow_unicode=True)}---\n\n# {name}\n\n"
        f"{len(samples)} verified samples ({form}), {synthetic} of them from made-up sources, "
        f"seed {seed}. The answer of each was locked before it was worded; its verifier scores it "
        "1.0, and a perturbed answer below 1.0.\n\n"
        f"{table}\n\nColumns: {columns}. The same samples lie in `{form}/*.jsonl` with pictures "
        "in `images/`.\n\n"
        f"Splits are by paper ({SPLIT_VERSION}): no paper is on two sides. Papers and texts of "
        "the benchmarks that the project held were kept out.\n\n"
        f"{located} samples show pages whose licence does not allow redistribution; they are in "
        "`locators/*.jsonl` with paper digest, page and boxes instead of pixels.\n"
    )


def croissant(
    name: str, form: ExportFormat, files: Sequence[ExportedFile], n_samples: int
) -> dict[str, Any]:
    """The Croissant description (JSON-LD) of an export's Parquet files and pictures."""
    parquet = [f for f in files if f.path.endswith(".parquet")]
    objects = [
        {
            "@type": "cr:FileObject",
            "@id": f.path,
            "name": f.path,
            "contentUrl": f.path,
            "contentSize": f"{f.size_bytes} B",
            "encodingFormat": "application/x-parquet",
            "sha256": f.sha256,
        }
        for f in parquet
    ]
    records = [_record_set(f.path, FLAT_COLUMNS[form]) for f in parquet]
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": name,
        "description": f"{n_samples} verified training samples over scientific papers ({form}).",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "citeAs": name,
        "license": "README.md",
        "url": "README.md",
        "version": "1.0.0",
        "datePublished": "2026-01-01",
        "distribution": objects,
        "recordSet": records,
    }


def _record_set(path: str, columns: Sequence[str]) -> dict[str, Any]:
    fields = [_field(path, column, {"column": column}) for column in columns]
    pictures = _field(path, "images", {"column": "images"})
    pictures["source"]["transform"] = {"jsonPath": "path"}
    pictures |= {"repeated": True, "description": "paths of the pictures, in order"}
    return {
        "@type": "cr:RecordSet",
        "@id": f"samples/{path}",
        "name": f"samples/{path}",
        "field": [*fields, pictures],
    }


def _field(path: str, column: str, extract: Mapping[str, str]) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"samples/{path}/{column}",
        "name": f"samples/{path}/{column}",
        "dataType": TEXT,
        "source": {"fileObject": {"@id": path}, "extract": dict(extract)},
    }


def dumped(value: Any) -> str:
    """Readable JSON, equal for equal values."""
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _size(n: int) -> str:
    for limit, name in ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K")):
        if n < limit:
            return name
    return "100K<n<1M"


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
