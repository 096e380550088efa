"""The whole generated sample corpus, parsed and held against its own truth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scidoc_assets.domain.figures.labels import parse_label
from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.gateways.pdf.parse import parse_paper
from scidoc_assets.sample.writing import DAMAGED_STEM, write_sample
from scidoc_assets.schemas.figures import FigureCandidate
from scidoc_assets.schemas.geometry import iou

MIN_IOU = 0.8
TRUE_OBJECTS = 48
MIN_FOUND = 46

Truth = dict[str, list[dict[str, Any]]]
Found = dict[str, list[FigureCandidate]]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> tuple[Truth, Found]:
    """True objects and parsed rows by paper; crops are cut, so boxes are trimmed to ink."""
    folder: Path = tmp_path_factory.mktemp("sample")
    write_sample(folder)
    options = ParseOptions(crop_dpi=100, use_layout_model=False)
    truth: Truth = {}
    found: Found = {}
    for pdf in sorted(folder.glob("*.pdf")):
        if pdf.stem == DAMAGED_STEM:
            continue
        text = pdf.with_suffix(".truth.json").read_text("utf-8")
        truth[pdf.stem] = json.loads(text)["objects"]
        found[pdf.stem] = [cut.row for cut in parse_paper(pdf, pdf.stem, options).figures]
    return truth, found


def _is_found(true: dict[str, Any], rows: list[FigureCandidate]) -> bool:
    label = parse_label(true["label"])
    assert label is not None
    return any(
        row.label == label.text
        and row.kind == true["kind"]
        and row.page_index == true["page"]
        and row.bbox_pt is not None
        and iou(row.bbox_pt, tuple(true["bbox"])) >= MIN_IOU
        for row in rows
    )


def test_nearly_all_objects_of_the_sample_are_found(corpus: tuple[Truth, Found]) -> None:
    truth, found = corpus
    objects = [(stem, o) for stem, own in truth.items() for o in own]
    missed = [(stem, o["label"]) for stem, o in objects if not _is_found(o, found[stem])]
    assert len(objects) == TRUE_OBJECTS
    assert len(objects) - len(missed) >= MIN_FOUND, missed


def test_no_label_of_the_sample_is_invented(corpus: tuple[Truth, Found]) -> None:
    truth, found = corpus
    for stem, rows in found.items():
        labels = [parse_label(o["label"]) for o in truth[stem]]
        true = {label.text for label in labels if label is not None}
        assert {row.label for row in rows if row.label is not None} <= true, stem


def test_pictures_that_curation_should_delete_are_found_first(
    corpus: tuple[Truth, Found],
) -> None:
    """A blank, a very thin and a tiny picture: S1 deletes them, with its reasons."""
    truth, found = corpus
    poor = [
        (stem, o)
        for stem, own in truth.items()
        for o in own
        if o["kind"] == "figure" and _is_tiny_or_thin(o["bbox"])
    ]
    assert len(poor) >= 2
    assert all(_is_found(o, found[stem]) for stem, o in poor)


def _is_tiny_or_thin(box: list[float]) -> bool:
    short, long = sorted((box[2] - box[0], box[3] - box[1]))
    return short < 10 or long > 20 * short
