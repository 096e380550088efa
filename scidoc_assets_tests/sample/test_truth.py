"""Truth against the PDF itself: ink, words, hashes; never against our parsers."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import Any

import imagehash
import numpy as np
import pymupdf
import pytest
from PIL import Image

from scidoc_assets.gateways.typeset.interface import Mark
from scidoc_assets.sample.content import load_paper, paper_stems
from scidoc_assets.sample.truth import caption_parts, mention_truth

Truths = dict[str, dict[str, Any]]


def _normal(text: str) -> str:
    text = unicodedata.normalize("NFKC", text)
    return re.sub(r"[\s\u00ad\u2010-]+", "", text)


def _crop(folder: Path, truth: dict[str, Any], label: str) -> Image.Image:
    item = next(item for item in truth["objects"] if item["label"] == label)
    page = pymupdf.open(folder / f"{truth['paper']}.pdf")[item["page"]]
    pixmap = page.get_pixmap(dpi=300, clip=pymupdf.Rect(item["bbox"]))
    return Image.frombytes("RGB", (pixmap.width, pixmap.height), pixmap.samples)


def _caption_boxes(item: dict[str, Any]) -> list[tuple[int, list[float]]]:
    rest = [(part["page"], part["bbox"]) for part in item["caption_continues"]]
    return [(item["caption_page"], item["caption_bbox"]), *rest]


def _words_inside(page: pymupdf.Page, box: list[float]) -> str:
    """Words whose centre lies in the box, in the order of the content stream."""
    words = page.get_text("words", sort=False)
    inside = [
        w[4]
        for w in words
        if box[0] <= (w[0] + w[2]) / 2 <= box[2] and box[1] - 1 <= (w[1] + w[3]) / 2 <= box[3] + 1
    ]
    return "".join(inside)


@pytest.mark.parametrize("stem", paper_stems())
def test_caption_boxes_hold_exactly_the_words_of_the_caption(
    stem: str, sample_folder: Path, truths: Truths
) -> None:
    document = pymupdf.open(sample_folder / f"{stem}.pdf")
    for item in truths[stem]["objects"]:
        found = "".join(_words_inside(document[p], box) for p, box in _caption_boxes(item))
        assert _normal(found) == _normal(item["caption"]), (stem, item["label"])


@pytest.mark.parametrize("stem", paper_stems())
def test_graphic_boxes_hold_no_caption_and_stay_on_their_page(stem: str, truths: Truths) -> None:
    truth = truths[stem]
    for item in truth["objects"]:
        page = truth["pages"][item["page"]]
        x0, y0, x1, y1 = item["bbox"]
        assert 0 < x0 < x1 < page["width"]
        assert 0 < y0 < y1 < page["height"]
        for other in truth["objects"]:
            for caption_page, box in _caption_boxes(other):
                if caption_page == item["page"]:
                    overlap = pymupdf.Rect(item["bbox"]) & pymupdf.Rect(box)
                    assert overlap.is_empty, (stem, item["label"], other["label"])


@pytest.mark.parametrize("stem", paper_stems())
def test_table_boxes_hold_every_cell(stem: str, sample_folder: Path, truths: Truths) -> None:
    document = pymupdf.open(sample_folder / f"{stem}.pdf")
    for item in truths[stem]["objects"]:
        if item["kind"] == "table":
            data = truths[stem]["figure_data"][item["label"]]
            text = _normal(document[item["page"]].get_textbox(pymupdf.Rect(item["bbox"])))
            cells = [*data["header"], *(cell for row in data["rows"] for cell in row)]
            assert [cell for cell in cells if _normal(cell) not in text] == []


def _running_text(document: pymupdf.Document, truth: dict[str, Any]) -> str:
    """All words outside captions, graphics and page margins, page by page."""
    kept = []
    for index, page in enumerate(document):
        boxes = [i["bbox"] for i in truth["objects"] if i["page"] == index]
        boxes += [box for i in truth["objects"] for p, box in _caption_boxes(i) if p == index]
        holes = [pymupdf.Rect(x0 - 1, y0 - 3, x1 + 1, y1 + 3) for x0, y0, x1, y1 in boxes]
        for word in page.get_text("words", sort=False):
            centre = pymupdf.Point((word[0] + word[2]) / 2, (word[1] + word[3]) / 2)
            in_margin = centre.y < 58 or centre.y > page.rect.height - 50
            if not in_margin and not any(centre in hole for hole in holes):
                kept.append(word[4])
    return _normal("".join(kept))


@pytest.mark.parametrize("stem", paper_stems())
def test_excerpts_stand_verbatim_in_the_running_text(
    stem: str, sample_folder: Path, truths: Truths
) -> None:
    argument = truths[stem]["argument"]
    if argument is None:
        assert stem == "eco_scans"
        return
    text = _running_text(pymupdf.open(sample_folder / f"{stem}.pdf"), truths[stem])
    for node in argument["nodes"]:
        assert _normal(node.get("excerpt", "")) in text, (stem, node["id"])


def test_a_paragraph_counts_once_however_often_it_names_an_object(truths: Truths) -> None:
    counts = {o["label"]: o["mention_count"] for o in truths["bio_biofilm"]["objects"]}
    assert counts == {
        "Fig. 1": 1,
        "Fig. 2": 2,
        "Fig. 3": 2,
        "Table 1": 1,
        "Extended Data Fig. 1": 1,
    }


def test_mentions_keep_panels_and_section() -> None:
    first = mention_truth(load_paper("phys_drop"))[0]
    assert first["section_title"] == "Setup"
    assert first["labels"] == [
        {"label": "FIG. 1", "panels": ["a", "b", "c"]},
        {"label": "TABLE I", "panels": []},
    ]


def test_captions_stand_above_below_beside_and_split(truths: Truths) -> None:
    seen = {o["caption_at"] for truth in truths.values() for o in truth["objects"]}
    assert seen == {"above", "below", "beside", "split"}
    (over_columns,) = truths["phys_drop"]["objects"][0]["caption_continues"]
    assert over_columns["page"] == 0
    rings = next(o for o in truths["phys_rings"]["objects"] if o["label"] == "Figure 1")
    (over_pages,) = rings["caption_continues"]
    assert (rings["caption_page"], over_pages["page"]) == (0, 1)


def test_a_caption_that_goes_up_or_turns_the_page_starts_a_new_part() -> None:
    units = [Mark("caption", "F", page, 10, y, 5, 0) for page, y in ((0, 700), (0, 80), (1, 90))]
    assert [len(part) for part in caption_parts(units)] == [1, 1, 1]


def test_near_duplicates_are_close_in_hash_and_lookalikes_too(
    sample_folder: Path, truths: Truths
) -> None:
    def distance(a: tuple[str, str], b: tuple[str, str]) -> int:
        first, second = (
            imagehash.phash(_crop(sample_folder, truths[stem], label)) for stem, label in (a, b)
        )
        return first - second

    assert distance(("bio_biofilm", "Fig. 1"), ("bio_detergent", "Figure 1")) <= 4
    assert distance(("phys_rings", "Figure 1"), ("phys_rings", "Figure 4")) <= 4
    assert distance(("cs_reranking", "Figure 2"), ("cs_reranking", "Figure 3")) <= 8


def test_figures_break_the_hard_limits_exactly_where_the_truth_says(
    sample_folder: Path, truths: Truths
) -> None:
    for truth in truths.values():
        outcome = {o["label"]: o["reason"] for o in truth["expected"]["objects"]}
        for item in truth["objects"]:
            if item["kind"] == "figure" and outcome[item["label"]] != "near_duplicate":
                crop = _crop(sample_folder, truth, item["label"])
                where = (truth["paper"], item["label"])
                assert _hard_limit(crop) == outcome[item["label"]], where


def _hard_limit(crop: Image.Image) -> str | None:
    """The S1 rules of the spec on one crop, written down a second time."""
    if min(crop.size) < 50:
        return "side_too_small"
    if max(crop.size) / min(crop.size) > 20:
        return "extreme_aspect"
    pixels = np.asarray(crop).reshape(-1, 3) @ np.array([65536, 256, 1])
    share = np.unique(pixels, return_counts=True)[1].max() / len(pixels)
    return "dominant_colour" if share > 0.97 else None


def test_only_the_paper_with_lost_plates_loses_more_than_thirty_per_cent(truths: Truths) -> None:
    for stem, truth in truths.items():
        figures = [o for o in truth["expected"]["objects"] if "able" not in o["label"]]
        figures = [o for o in figures if not o["label"].startswith("表")]
        deleted = sum(o["outcome"] == "deleted" for o in figures)
        is_over = bool(figures) and deleted / len(figures) > 0.30
        assert is_over == (truth["expected"]["reason"] == "unusable_rate"), stem


def test_vector_figures_have_no_raster_and_raster_figures_have_one(
    sample_folder: Path, truths: Truths
) -> None:
    for truth in truths.values():
        for item in truth["objects"]:
            if item["kind"] == "figure":
                page = pymupdf.open(sample_folder / f"{truth['paper']}.pdf")[item["page"]]
                box = pymupdf.Rect(item["bbox"])
                inside = [
                    i for i in page.get_image_info() if pymupdf.Rect(i["bbox"]).intersects(box)
                ]
                assert bool(inside) == (item["source"] != "vector"), (truth["paper"], item["label"])
