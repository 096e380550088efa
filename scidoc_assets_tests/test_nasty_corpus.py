"""Hostile and damaged files among real papers: each ends as its manifest says, and the run goes on.

`scidoc add` and `scidoc run` in processes of their own, to the catalogue, on the shared corpus.
"""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest

from scidoc_assets.schemas.papers import PaperReason
from scidoc_assets_tests.conftest import SHARED
from scidoc_assets_tests.small_project import EXTRACTIVE, ask, make_folder, scidoc, write_config

NASTY, PAPERS = SHARED / "corpus" / "nasty", SHARED / "corpus" / "papers"
N_PAPERS = 10
UNREADABLE = "clear error"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not NASTY.is_dir(), reason="needs the shared corpus beside the checkout"),
]


@dataclass(frozen=True)
class Ran:
    """A project after its first run."""

    root: Path
    run: subprocess.CompletedProcess[str]
    papers: dict[str, dict[str, Any]]  # by file name


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    root = make_folder(tmp_path_factory.mktemp("nasty") / "project", [EXTRACTIVE], ["direct"])
    write_config(root, "corpus", {"shards": 4})
    write_config(root, "runs", {"runs": []})
    write_config(root, "training", {"per_paper": 1, "pairs": 2, "synthetic": 8})
    mixed = root / "mixed"
    shutil.copytree(NASTY, mixed, ignore=shutil.ignore_patterns("manifest.csv"))
    by_size = sorted(PAPERS.glob("*.pdf"), key=lambda p: p.stat().st_size)
    for paper in by_size[:N_PAPERS]:
        shutil.copy(paper, mixed)
    added = scidoc(root, "add", str(mixed))
    assert added.returncode == 0, added.stderr
    run = scidoc(root, "run", timeout_s=1500)
    names: tuple[str, ...] = ("paper_id", "status", "reason", "pages", "sources")
    rows = ask(root, f"SELECT {', '.join(names)} FROM raw_pdfs")
    papers: list[dict[str, Any]] = [dict(zip(names, row, strict=True)) for row in rows]
    return Ran(root, run, {Path(s).name: paper for paper in papers for s in paper["sources"]})


def manifest() -> list[dict[str, str]]:
    with (NASTY / "manifest.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def named_pages(expected: str) -> int | None:
    """The number of pages that a good tool sees, as the manifest's words say it."""
    found = re.search(r"parses with (\d+) pages?", expected)
    return int(found[1]) if found else None


@pytest.mark.parametrize(
    "line", manifest() if NASTY.is_dir() else [], ids=lambda line: line["file"]
)
def test_a_file_ends_as_its_manifest_says(ran: Ran, line: dict[str, str]) -> None:
    paper, expected = ran.papers[line["file"]], line["good_tool"]
    pages = named_pages(expected)
    if expected.startswith(UNREADABLE) and "partial parse" not in expected:
        assert paper["status"] == "failed"
        assert paper["reason"] in get_args(PaperReason)
    elif pages is not None:
        assert (paper["status"], paper["reason"], paper["pages"]) == ("ok", None, pages)
        parsed = ask(
            ran.root,
            f"SELECT status, num_pages FROM parsed_layouts WHERE paper_id = '{paper['paper_id']}'",
        )
        assert parsed == [("ok", pages)]
    else:  # an error, or a partial parse with a warning: never a silent empty result
        assert paper["status"] == "failed" or paper["pages"]


def test_text_that_cannot_be_trusted_or_is_absent_is_flagged_on_its_page(ran: Ran) -> None:
    pages = "SELECT paper_id, unnest(pages) AS page FROM parsed_layouts"
    flags = ask(ran.root, f"SELECT DISTINCT paper_id, page.reason FROM ({pages})")
    ids = {name: paper["paper_id"] for name, paper in ran.papers.items()}
    reasons = {name: {r for owner, r in flags if owner == ids[name]} for name in ids}
    assert "text_layer_unreliable" in reasons["garbled_text_layer.pdf"]
    assert "no_text_layer" in reasons["scanned_only_cjk.pdf"]


def test_the_run_goes_on_and_says_what_it_could_not_use(ran: Ran) -> None:
    assert ran.run.returncode == 3, ran.run.stderr
    assert "Traceback" not in ran.run.stderr + ran.run.stdout
    failed = {p["paper_id"]: p["reason"] for p in ran.papers.values() if p["status"] == "failed"}
    assert "could not be used" in ran.run.stdout
    for paper_id, reason in failed.items():
        assert f"{paper_id}: {reason}" in ran.run.stdout


def test_the_real_papers_beside_them_are_all_used(ran: Ran) -> None:
    nasty = {line["file"] for line in manifest()}
    real = {name: paper for name, paper in ran.papers.items() if name not in nasty}
    assert len(real) == N_PAPERS
    assert {paper["status"] for paper in real.values()} == {"ok"}
    assert len(ran.papers) == N_PAPERS + len(nasty)
    ids = ", ".join(f"'{paper['paper_id']}'" for paper in real.values())
    counted = f"SELECT count(DISTINCT paper_id) FROM curated_figures WHERE paper_id IN ({ids})"
    assert ask(ran.root, counted)[0][0] >= N_PAPERS - 2
    assert ask(ran.root, "SELECT count(*) FROM reasoning_metrics")[0][0] > 0


def test_nothing_that_a_file_carries_is_written_out(ran: Ran) -> None:
    assert [p for p in (ran.root / "data").rglob("image.png") if p.is_file()] == []


def test_a_second_run_finds_nothing_to_do(ran: Ran) -> None:
    again = scidoc(ran.root, "run")
    assert "everything is up to date" in again.stdout
    assert again.returncode == 3, "unreadable papers are still counted"
