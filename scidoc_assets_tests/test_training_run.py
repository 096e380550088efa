"""Training data through the real `scidoc`: run, show a sample with its box, export, licences kept."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import get_args

import numpy as np
import pymupdf
import pytest
from PIL import Image

from scidoc_assets.domain.training.rerendering import MARK_COLOURS
from scidoc_assets.gateways.pdf.render import page_pixels
from scidoc_assets.schemas.training import TrainingSubtask
from scidoc_assets_tests.small_project import (
    EXTRACTIVE,
    ask,
    make_folder,
    scidoc,
    store_rows,
    write_config,
)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

TABLES = "raw_pdfs,parsed_layouts,evaluation_tasks,workflow_items,training_samples"


def write_paper(root: Path, name: str) -> None:
    """A page of headings and paragraphs."""
    document = pymupdf.open()
    page = document.new_page(width=420, height=595)
    page.insert_text((40, 60), f"A study named {name}", fontsize=18)
    for section, top in enumerate((100, 240, 380), start=1):
        page.insert_text((40, top), f"{section} Section {section} of {name}", fontsize=13)
        text = f"Paragraph {section} of {name} says something about its section. " * 6
        page.insert_textbox(pymupdf.Rect(40, top + 12, 380, top + 110), text, fontsize=9)
    folder = root / "data" / "corpus"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.pdf").write_bytes(document.tobytes(no_new_id=True))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_folder(tmp_path_factory.mktemp("training") / "project", [EXTRACTIVE])
    write_config(folder, "training", {"synthetic": 8, "per_paper": 4, "pairs": 1})
    for name in ("open", "closed"):
        write_paper(folder, name)
    lines = "file,paper_id,licence\nopen.pdf,open,CC BY 4.0\nclosed.pdf,closed,\n"
    (folder / "data" / "corpus" / "manifest.csv").write_text(lines, encoding="utf-8")
    store_rows(folder, "reasoning_tasks", [])
    ran = scidoc(folder, "run", "--select", TABLES)
    assert ran.returncode == 0, ran.stderr + ran.stdout
    assert "Training samples:" in ran.stdout
    return folder


def test_the_catalogue_has_the_columns_that_scripts_rely_on(root: Path) -> None:
    rows = ask(
        root,
        "SELECT sample_id, subtask, language, split, paper_ids, verifier, self_score, "
        "perturbed_score, accepted, reject_reason FROM training_samples WHERE accepted",
    )
    # Plain pages have no figures to caption: such subtasks live on made-up sources alone.
    without = {"parent_child_link", "next_hop"}
    assert {row[1] for row in rows} >= set(get_args(TrainingSubtask)) - without
    assert {row[6] for row in rows} == {1.0}
    assert max(row[7] for row in rows) < 1.0
    assert {row[9] for row in rows} == {None}


def test_a_sample_is_shown_as_its_page_with_a_box_and_nothing_else_changed(root: Path) -> None:
    [(sample_id,)] = ask(
        root,
        "SELECT sample_id FROM training_samples WHERE subtask = 'block_role' AND accepted "
        "AND list_contains(paper_ids, 'open') ORDER BY sample_id LIMIT 1",
    )
    shown = scidoc(root, "show", sample_id)
    assert shown.returncode == 0, shown.stderr
    found = json.loads(shown.stdout)
    assert found["training_samples"][0]["sample_id"] == sample_id
    [path] = found["pictures"]
    drawn = np.asarray(Image.open(path))
    plain = page_pixels(root / "data" / "corpus" / "open.pdf", 0, 110)
    changed = (drawn != plain).any(axis=2)
    assert changed.any()
    assert tuple(drawn[changed][0]) == MARK_COLOURS[0]
    assert changed.mean() < 0.05


def export(root: Path, out: Path, *more: str) -> list[dict]:
    """Export; the records of every split."""
    done = scidoc(root, "export", "training", "--out", str(out), *more)
    assert done.returncode == 0, done.stderr
    paths = sorted((out / "sft").glob("*.jsonl"))
    return [json.loads(line) for p in paths for line in p.read_text("utf-8").splitlines()]


def test_pages_of_a_paper_without_licence_leave_as_locators(root: Path, tmp_path: Path) -> None:
    records = export(root, tmp_path / "out", "--subtask", "block_role")
    assert {p for r in records for p in r["metadata"]["paper_ids"]} == {"open"}
    located = [
        json.loads(line)
        for p in (tmp_path / "out" / "locators").glob("*.jsonl")
        for line in p.read_text("utf-8").splitlines()
    ]
    assert {r["locators"][0]["paper_id"] for r in located} == {"closed"}
    assert all(len(r["locators"][0]["sha256"]) == 64 for r in located)


def test_all_pages_may_leave_for_ones_own_use(root: Path, tmp_path: Path) -> None:
    records = export(root, tmp_path / "out", "--subtask", "block_role", "--all-pages")
    assert {p for r in records for p in r["metadata"]["paper_ids"]} == {"open", "closed"}
    assert not (tmp_path / "out" / "locators").exists()
    for record in records:
        for image in record["images"]:
            data = (tmp_path / "out" / image).read_bytes()
            assert Image.open(io.BytesIO(data)).size[0] > 400


def test_an_export_into_a_foreign_folder_is_refused(root: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep", encoding="utf-8")
    done = scidoc(root, "export", "training", "--out", str(tmp_path))
    assert done.returncode == 2
    assert "no export" in done.stderr
    assert (tmp_path / "mine.txt").exists()
