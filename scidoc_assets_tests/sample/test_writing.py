"""The corpus on disk: complete, reproducible, with a damaged file that is damaged."""

from __future__ import annotations

import csv
import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from scidoc_assets.sample.content import paper_stems
from scidoc_assets.sample.writing import DAMAGED_STEM, MANIFEST_COLUMNS

ROOT = Path(__file__).parents[2]
WRITE = "import sys, pathlib; from scidoc_assets.sample.writing import write_sample; \
write_sample(pathlib.Path(sys.argv[1]))"


def _hashes(folder: Path) -> dict[str, str]:
    return {f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in folder.iterdir()}


def test_every_paper_has_its_truth_beside_it(sample_folder: Path) -> None:
    stems = {*paper_stems(), DAMAGED_STEM}
    expected = {f"{stem}{ending}" for stem in stems for ending in (".pdf", ".truth.json")}
    assert {f.name for f in sample_folder.iterdir()} == expected | {"manifest.csv"}


def test_the_manifest_names_every_pdf_once(sample_folder: Path) -> None:
    with (sample_folder / "manifest.csv").open(encoding="utf-8", newline="") as source:
        rows = list(csv.DictReader(source))
    assert tuple(rows[0]) == MANIFEST_COLUMNS
    assert sorted(row["file"] for row in rows) == sorted(
        f.name for f in sample_folder.glob("*.pdf")
    )
    assert len({row["paper_id"] for row in rows}) == len(rows)
    chinese = next(row for row in rows if row["paper_id"] == "mat-cathode-zh")
    assert chinese["title"].startswith("氧化铝")


def test_the_damaged_download_has_no_page_to_read(
    sample_folder: Path, truths: dict[str, dict[str, Any]]
) -> None:
    assert len(pymupdf.open(sample_folder / f"{DAMAGED_STEM}.pdf")) == 0
    assert truths[DAMAGED_STEM]["expected"]["status"] == "failed"


def test_papers_are_small(sample_folder: Path) -> None:
    for file in sample_folder.glob("*.pdf"):
        assert file.stat().st_size < 500_000, file.name
        if file.stem != DAMAGED_STEM:
            assert 1 <= len(pymupdf.open(file)) <= 4


@pytest.mark.slow
def test_another_process_hash_seed_and_temporary_folder_give_the_same_bytes(
    sample_folder: Path, tmp_path: Path
) -> None:
    scratch, again = tmp_path / "scratch", tmp_path / "again"
    scratch.mkdir()
    environment = os.environ | {"PYTHONHASHSEED": "77", "TMPDIR": str(scratch), "LC_ALL": "C"}
    subprocess.run([sys.executable, "-c", WRITE, str(again)], cwd=ROOT, env=environment, check=True)
    assert _hashes(again) == _hashes(sample_folder)
