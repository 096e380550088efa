"""What parsing costs: beside raw MuPDF, with two workers, and in memory, for `bench_documents`.

Seconds are processor seconds, the least of some runs, so that a busy machine does not change them;
only the speed-up of two workers is also taken by the clock. Refuses to leave a paper out.
"""

from __future__ import annotations

import heapq
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pymupdf
from pebble import ProcessPool

from scidoc_assets.gateways.ocr.page_reader import PageReaderFactory
from scidoc_assets.gateways.pdf.outcomes import PaperParse, ParseOptions
from scidoc_assets.gateways.pdf.parse import parse_paper
from scidoc_assets.gateways.pdf.workers import parse_many
from scidoc_assets_tests.small_project import make_folder, scidoc, write_config

RULES_ONLY = ParseOptions(has_crops=False, use_layout_model=False, ocr_max_pages=0)
RUNS = 7


@dataclass(frozen=True)
class Cost:
    """One paper: seconds of the rule path, of raw MuPDF and of the layout model (None: not asked)."""

    paper: str
    rules_s: float
    floor_s: float
    model_s: float | None

    @property
    def ratio(self) -> float:
        """Rule path over raw MuPDF."""
        return self.rules_s / self.floor_s


def least_s(work: Callable[[], object], runs: int = RUNS) -> float:
    """Least processor seconds of some runs."""
    spent = []
    for _ in range(runs):
        started = time.process_time()
        work()
        spent.append(time.process_time() - started)
    return min(spent)


def read_raw(path: Path) -> None:
    """MuPDF's own reading of every page."""
    with pymupdf.open(path) as document:
        for page in document:
            page.get_text("dict")
            page.get_drawings()


def cost_of(path: Path) -> Cost:
    """Measure one paper, rule path and raw reading in turn."""
    floor = least_s(lambda: read_raw(path))
    rules = least_s(lambda: parse_paper(path, path.stem, RULES_ONLY))
    floor = min(floor, least_s(lambda: read_raw(path), 1))
    asked = parse_paper(path, path.stem, RULES_ONLY.model_copy(update={"use_layout_model": True}))
    return Cost(path.stem, rules, floor, asked.times_s["layout_model"] or None)


@dataclass(frozen=True)
class Workers:
    """Two workers against one: by the clock, and as the papers' own seconds would have it."""

    one_s: float
    two_s: float
    planned: float
    load: float


def two_against_one(papers: Sequence[Path]) -> Workers:
    """Parse all papers, crops and all, with one worker and with two."""
    walls = []
    for workers in (1, 2):
        started = time.perf_counter()
        found = list(parse_many([(p, p.stem) for p in papers], ParseOptions(), workers))
        walls.append(time.perf_counter() - started)
        assert all(isinstance(f, PaperParse) for f in found)
    seconds = [least_s(lambda p=p: parse_paper(p, p.stem, ParseOptions()), 1) for p in papers]
    order = sorted(range(len(papers)), key=lambda k: -papers[k].stat().st_size)
    start = _start_s()
    busy = [start, start]
    for k in order:
        heapq.heapreplace(busy, busy[0] + seconds[k])
    planned = (start + sum(seconds)) / max(busy)
    return Workers(walls[0], walls[1], planned, os.getloadavg()[0])


def _start_s() -> float:
    """Processor seconds of a worker's start, imports and all."""
    with ProcessPool(1, context=multiprocessing.get_context("spawn")) as pool:
        return pool.schedule(time.process_time).result()


@dataclass(frozen=True)
class Runs:
    """`scidoc run` up to the layouts of the same papers, twice: seconds by the clock."""

    first_s: float
    second_s: float
    is_idle: bool  # the second run says that everything is up to date


def run_twice(papers: Sequence[Path]) -> Runs:
    """Run the first stages in a project of their own, then again with nothing changed."""
    with tempfile.TemporaryDirectory() as folder:
        root = make_folder(Path(folder) / "project")
        write_config(root, "corpus", {"shards": 4})
        added = scidoc(root, "add", *map(str, papers))
        assert added.returncode == 0, added.stderr
        walls, said = [], ""
        for _ in range(2):
            started = time.perf_counter()
            said = scidoc(root, "run", "--select", "+parsed_layouts", timeout_s=1500).stdout
            walls.append(time.perf_counter() - started)
    return Runs(walls[0], walls[1], "everything is up to date" in said)


def peak_mib(path: Path, folder: Path) -> float:
    """Most memory a fresh worker takes for one paper, OCR and layout model where asked for."""
    parse_paper(path, path.stem, ParseOptions(), PageReaderFactory("rapidocr", folder)())
    # Not ru_maxrss: a spawned process starts with its parent's.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def peaks_mib(papers: Sequence[Path]) -> dict[str, float]:
    """The peak of each paper, each in a process of its own."""
    context = multiprocessing.get_context("spawn")
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPool(1, max_tasks=1, context=context) as pool,
    ):
        jobs = {p.stem: pool.schedule(peak_mib, args=(p, Path(folder))) for p in papers}
        return {stem: job.result() for stem, job in jobs.items()}
