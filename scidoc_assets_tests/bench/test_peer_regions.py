"""Captions are put to other people's regions by one rule, and their frames are turned to ours."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from scidoc_assets_tests.bench.bench_documents import Run, row
from scidoc_assets_tests.bench.document_peers import PEERS, help_lines, is_there
from scidoc_assets_tests.bench.peer_regions import Region, from_bottom, page_heights, with_captions


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """One page, 600 by 800: a figure's caption at 400, a table's at 100."""
    path = tmp_path / "paper.pdf"
    with pymupdf.open() as document:
        page = document.new_page(width=600, height=800)
        page.insert_text((60, 100), "Table 2: Yields by year.")
        page.insert_text((60, 400), "Figure 1: A curve.")
        document.save(path)
    return path


def labels(path: Path, regions: list[Region]) -> list[str | None]:
    return [o["label"] for o in with_captions(path, regions)]


def test_a_caption_goes_to_the_nearest_region_of_its_kind_and_to_no_other(paper: Path) -> None:
    near, far = (60, 250, 300, 380), (60, 150, 300, 240)
    regions = [Region("figure", 0, far), Region("figure", 0, near), Region("table", 0, near)]

    assert labels(paper, regions) == [None, "Figure 1", "Table 2"]


@pytest.mark.parametrize(
    "region",
    [
        Region("figure", 0, (350, 250, 580, 380)),
        Region("figure", 0, (60, 10, 300, 200)),
        Region("figure", 1, (60, 250, 300, 380)),
    ],
    ids=["beside", "too far", "another page"],
)
def test_a_region_that_no_caption_belongs_to_has_no_label(paper: Path, region: Region) -> None:
    assert labels(paper, [region]) == [None]


def test_a_label_that_a_finder_gives_itself_stays(paper: Path) -> None:
    assert labels(paper, [Region("figure", 0, (60, 250, 300, 380), "Figure 9")]) == ["Figure 9"]


def test_a_box_from_the_bottom_left_is_turned_to_the_top_left(paper: Path) -> None:
    assert from_bottom("table", 0, (60, 100, 300, 250), page_heights(paper)).box == (
        60,
        550,
        300,
        700,
    )


def test_a_finder_of_tables_has_no_score_for_figures() -> None:
    found = {"precision": 1.0, "recall": 0.5}
    scores = {iou: {"figure": found, "table": found} for iou in ("0.5", "0.8")}
    run = Run("tables only", "tables", pages=4, seconds=2.0, scores=scores)

    assert row(run) == "| tables only | - | - | 1.00 / 0.50 | 1.00 / 0.50 | 0.500 |  |  |"


def test_a_folder_of_peers_is_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [peer] = [p for p in PEERS if p.name == "tablers"]
    monkeypatch.setenv("PEERS", str(tmp_path))
    before = is_there(peer)
    (tmp_path / "tablers").mkdir()
    (tmp_path / "tablers" / "__init__.py").touch()

    assert (before, is_there(peer)) == (False, True)


def test_every_peer_is_in_what_to_type() -> None:
    typed = " ".join(help_lines()).split()

    assert {name for p in PEERS for name in p.pip.split()} <= set(typed)
