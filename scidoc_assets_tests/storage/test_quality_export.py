"""A written figure-quality data set reads back through the import as the same ratings and gold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from upath import UPath

from scidoc_assets.domain.quality.gold import build_gold
from scidoc_assets.domain.quality.splits import build_split
from scidoc_assets.domain.releases.locators import figure_locators
from scidoc_assets.schemas.releases import ReleaseSettings
from scidoc_assets.storage.paths import ProjectPaths
from scidoc_assets.storage.quality_export import QualityContent, QualityReport, write_quality
from scidoc_assets.storage.quality_imports import add_dataset, read_datasets
from scidoc_assets.storage.release_pictures import ReleasePictures
from scidoc_assets_tests.domain.arguments.hand_paper import FIGURES
from scidoc_assets_tests.domain.quality.rows_by_hand import item, rating
from scidoc_assets_tests.domain.responses.factory import png
from scidoc_assets_tests.storage.released import complaints, names, parquet_rows, records_of

IDS = ("open__fig0001", "open__fig0002", "closed__fig0001")
ITEMS = [item(i) for i in IDS]
RATINGS = [
    rating((6, 5, 5, 6, 4), rater, figure, visual_clarity_reason="as seen")
    for figure in (IDS[0], IDS[2])
    for rater in ("a", "b", "c")
]
GOLD = build_gold(RATINGS, ITEMS)
PICTURE = png(12, 8)


def write(folder: Path, has_all: bool = False) -> QualityReport:
    figures = [
        FIGURES[0].model_copy(update={"figure_id": i, "paper_id": i.split("__")[0]}) for i in IDS
    ]
    places = figure_locators(figures, {"closed": "digest-c"})
    pictures = ReleasePictures(lambda sha256: PICTURE, {"open"}, places, has_all)
    split = build_split("eval", GOLD, 1)
    content = QualityContent(ITEMS, RATINGS, GOLD, [split], {IDS[1]: {"note": "kept"}})
    return write_quality(folder, folder.name, content, pictures, ReleaseSettings(), "r")


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("quality") / "mine"
    write(folder)
    return folder


def without_digest(rows: list[Any], *more: str) -> list[dict[str, Any]]:
    return [row.model_dump(exclude={"benchmark", "source_digest", *more}) for row in rows]


def test_the_imported_data_set_has_the_ratings_gold_splits_and_pictures(
    out: Path, tmp_path: Path
) -> None:
    root = tmp_path / "project"
    paths = ProjectPaths(root, UPath(root / "store"), UPath(root / "blobs"))
    found = add_dataset(paths, out)
    assert (found.figures, found.ratings, found.images, found.notes) == (3, 6, 2, [])
    (back,) = read_datasets(paths.datasets)
    assert without_digest(back.ratings, "stated_overall") == without_digest(
        RATINGS, "stated_overall"
    )
    assert without_digest(back.gold) == without_digest(GOLD)
    assert [s.name for s in back.splits] == ["eval"]
    assert back.extra[IDS[1]]["note"] == "kept"
    assert [bool(i.image_sha256) for i in back.items] == [True, True, False]


def test_a_figure_of_a_closed_paper_has_its_place_instead_of_its_image(out: Path) -> None:
    lines = [json.loads(x) for x in (out / "figures.jsonl").read_text("utf-8").splitlines()]
    assert [bool(line["image"]) for line in lines] == [True, True, False]
    assert lines[2]["locator"]["sha256"] == "digest-c"
    assert sorted(p.name for p in (out / "images").iterdir()) == [f"{i}.png" for i in IDS[:2]]
    rows = {row["figure_id"]: row for row in parquet_rows(out)}
    assert rows[IDS[0]]["image"]["bytes"] == PICTURE
    assert rows[IDS[2]]["image"] is None
    assert rows[IDS[2]]["locator"]["page_index"] == 1


def test_the_words_of_a_closed_paper_leave_as_marks_and_its_gates_hold(out: Path) -> None:
    lines = [json.loads(x) for x in (out / "figures.jsonl").read_text("utf-8").splitlines()]
    words = [ITEMS[2].caption_raw, *ITEMS[2].context_raw]
    assert all(words)
    for record in (lines[2], {r["figure_id"]: r for r in parquet_rows(out)}[IDS[2]]):
        said = [record["caption"], *record["context_texts"]]
        assert len(said) == len(words)
        assert all("its licence keeps them" in text for text in said)
        assert not set(said) & set(words)
    assert [lines[0]["caption"], *lines[0]["context_texts"]] == [
        ITEMS[0].caption_raw,
        *ITEMS[0].context_raw,
    ]


def test_the_words_of_a_closed_paper_leave_for_ones_own_use(tmp_path: Path) -> None:
    write(tmp_path, has_all=True)
    assert "its licence keeps them" not in (tmp_path / "figures.jsonl").read_text("utf-8")


def test_figures_of_frozen_splits_are_on_their_own_side(out: Path) -> None:
    sides = {p.name.split("-")[0] for p in (out / "data").rglob("*.parquet")}
    assert sides == {"evaluation", "pool"}
    [frozen] = [json.loads(x) for x in (out / "splits/eval.jsonl").read_text("utf-8").splitlines()]
    rows = parquet_rows(out)
    assert [r["figure_id"] for r in rows if r["splits"]] == [frozen["figure_id"]]


def test_the_validator_accepts_the_description_and_reads_a_picture(out: Path) -> None:
    assert complaints(out) == []
    read = records_of(out)
    assert len(read) == len(IDS)
    images = [v for record in read for k, v in record.items() if k.endswith("/image")]
    assert [image.size for image in images if image is not None] == [(12, 8)] * 2


def test_every_file_is_noted_and_equal_rows_give_equal_bytes(out: Path, tmp_path: Path) -> None:
    report = write(tmp_path / "mine")
    assert [f.path for f in report.files] == names(out)
    assert all((out / n).read_bytes() == (tmp_path / "mine" / n).read_bytes() for n in names(out))
    noted = {f.path: f for f in report.files}
    assert (noted["figures.jsonl"].rows, noted["human_means.csv"].rows) == (3, len(GOLD))
    assert (report.rated, report.pictures, report.located) == (2, 2, 1)


def test_the_card_warns_of_pixels_that_may_not_be_passed_on(tmp_path: Path) -> None:
    assert write(tmp_path / "all", has_all=True).located == 0
    assert "own use only" in (tmp_path / "all" / "README.md").read_text(encoding="utf-8")


def test_the_card_names_the_languages_that_are_there(tmp_path: Path) -> None:
    chinese = "如图所示，掺杂以后催化剂的活性在十个循环之内保持稳定，没有掺杂的催化剂则失去了活性。"
    items = [ITEMS[0], item("zh__fig0001", context_raw=[chinese], caption=chinese)]
    content = QualityContent(items, [], [], [])
    pictures = ReleasePictures(lambda sha256: PICTURE, set())
    write_quality(tmp_path / "x", "x", content, pictures, ReleaseSettings(), "r")
    card = (tmp_path / "x" / "README.md").read_text(encoding="utf-8")
    assert yaml.safe_load(card.split("---")[1])["language"] == ["en", "zh"]
