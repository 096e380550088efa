"""Papers parsed in separate processes: a crash, a hang or a bomb loses that paper only.

Each worker caps its own memory before it opens anything, watches its resident size, and is killed
on timeout. Refuses to retry, but for pages that took too long: a lost paper is returned with its
reason from the closed list.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import resource
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

import psutil
from pebble import ProcessExpired, ProcessFuture, ProcessPool

from scidoc_assets.domain.contexts.references import link_references
from scidoc_assets.gateways.pdf.opening import PdfError, Probe, probe
from scidoc_assets.gateways.pdf.outcomes import OcrReader, PaperFailure, PaperParse, ParseOptions
from scidoc_assets.gateways.pdf.page_clock import PAGE_EXIT, PageClock, noted_page
from scidoc_assets.gateways.pdf.parse import parse_paper

MEMORY_EXIT = 77
WATCH_S = 0.1
MEBIBYTE = 1024 * 1024
PAPERS_PER_WORKER = 200
MAX_LOST_PAGES = 10

OcrFactory = Callable[[], OcrReader]


@dataclass(frozen=True, slots=True)
class ParseJob:
    """One paper to parse."""

    path: Path
    paper_id: str


def open_pool(options: ParseOptions, workers: int) -> ProcessPool:
    """A pool of guarded workers; keep it for many calls, a fresh worker costs a second of imports.

    `options.limits.memory_mb` caps each worker. Close it as a context manager.
    """
    return ProcessPool(
        max_workers=workers,
        max_tasks=PAPERS_PER_WORKER,
        initializer=_prepare,
        initargs=(options.limits.memory_mb,),
        context=multiprocessing.get_context("spawn"),
    )


@cache
def kept_pool(options: ParseOptions) -> ProcessPool:
    """One worker kept for this process, stopped when it ends (a process waits for its children)."""
    pool = open_pool(options, workers=1)

    def stop() -> None:
        pool.stop()
        pool.join()

    Finalize(None, stop, exitpriority=100)
    return pool


def parse_many(
    jobs: Iterable[ParseJob | tuple[str | Path, str]],
    options: ParseOptions,
    workers: int = 2,
    ocr_factory: OcrFactory | None = None,
    pool: ProcessPool | None = None,
) -> Iterator[PaperParse | PaperFailure]:
    """Parse papers in `workers` processes; results come in the order of the jobs.

    `options.limits` caps seconds and memory per paper, and processor seconds per page: a page over
    them is lost, and its paper is parsed again without it. Large files go first, so that none
    keeps one worker busy at the end; results wait in files, not in memory. `ocr_factory` is called
    once in each worker and must be importable (it crosses a process border). A given `pool` is used
    and left open.
    """
    with (
        tempfile.TemporaryDirectory(prefix="scidoc-parse-") as folder,
        nullcontext(pool) if pool is not None else open_pool(options, workers) as running,
    ):
        tasks = [
            _Task(_job(job), Path(folder) / str(number), options, ocr_factory)
            for number, job in enumerate(jobs)
        ]
        for task in sorted(tasks, key=_Task.size_bytes, reverse=True):
            task.schedule(running)
        try:
            for task in tasks:
                yield task.result(running)
        finally:
            for task in tasks:
                task.cancel()


class _Task:
    """One paper on its way through the pool, tried again without the pages that took too long."""

    def __init__(
        self, job: ParseJob, place: Path, options: ParseOptions, ocr_factory: OcrFactory | None
    ) -> None:
        """Keep the job; `place` is where its worker leaves the result and notes the page."""
        self._job = job
        self._place = place
        self._options = options
        self._ocr_factory = ocr_factory
        self._lost: frozenset[int] = frozenset()
        self._future: ProcessFuture | None = None

    def size_bytes(self) -> int:
        """Return the size of the file, 0 when it cannot be seen."""
        try:
            return self._job.path.stat().st_size
        except OSError:
            return 0

    def schedule(self, pool: ProcessPool) -> None:
        """Hand the paper to the pool."""
        work = (self._job, self._options, self._ocr_factory, self._place, self._lost)
        self._future = pool.schedule(_run, args=work, timeout=self._options.limits.seconds)

    def result(self, pool: ProcessPool) -> PaperParse | PaperFailure:
        """Wait for the result; a page over its seconds costs one more try, ten at most."""
        while True:
            assert self._future is not None
            page = self._page_over_limit(self._future.exception())
            if page is None or page in self._lost or len(self._lost) == MAX_LOST_PAGES:
                break
            self._lost |= {page}
            self.schedule(pool)
        found = _outcome(self._job, self._future, self._options)
        if isinstance(found, PaperFailure):
            return found
        with found.open("rb") as handle:
            parsed = pickle.load(handle)
        found.unlink()
        return parsed

    def cancel(self) -> None:
        """Give up what is not done yet."""
        if self._future is not None:
            self._future.cancel()

    def _page_over_limit(self, error: BaseException | None) -> int | None:
        """Return the page whose timer ended the worker, None when the worker ended otherwise."""
        if isinstance(error, ProcessExpired) and error.exitcode == PAGE_EXIT:
            return noted_page(_note(self._place))
        return None


def _note(place: Path) -> Path:
    """Return where the worker of a task notes the page it reads."""
    return place.with_suffix(".page")


def probe_many(
    paths: Iterable[str | Path],
    options: ParseOptions,
    workers: int = 2,
    pool: ProcessPool | None = None,
) -> Iterator[Probe]:
    """Probe files in worker processes, in order; a crash or hang is a failed probe."""
    with nullcontext(pool) if pool is not None else open_pool(options, workers) as running:
        waiting = []
        for path in map(Path, paths):
            arguments = (str(path), options.limits)
            timeout = options.limits.seconds
            waiting.append((path, running.schedule(probe, args=arguments, timeout=timeout)))
        for path, future in waiting:
            found = _outcome(ParseJob(path, path.name), future, options)
            if isinstance(found, PaperFailure):
                yield Probe("failed", found.reason, None, found.detail)
            else:
                yield found


def _job(job: ParseJob | tuple[str | Path, str]) -> ParseJob:
    """Return a job for a job or a (path, paper id) pair."""
    return job if isinstance(job, ParseJob) else ParseJob(Path(job[0]), job[1])


def _prepare(memory_mb: int) -> None:
    """Cap this worker's memory: the kernel refuses more, and a watch ends what slips through."""
    limit = memory_mb * MEBIBYTE
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or limit <= hard:
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    threading.Thread(target=_watch, args=(limit,), daemon=True).start()


def _watch(limit_bytes: int) -> None:
    """End this process when its resident size goes over the limit, or its parent is gone."""
    process, parent = psutil.Process(), os.getppid()
    while os.getppid() == parent:
        if process.memory_info().rss > limit_bytes:
            os._exit(MEMORY_EXIT)
        time.sleep(WATCH_S)
    os._exit(0)


_readers: dict[OcrFactory, OcrReader] = {}


def _run(
    job: ParseJob,
    options: ParseOptions,
    ocr_factory: OcrFactory | None,
    place: Path,
    lost_pages: frozenset[int],
) -> Path | PaperFailure:
    """Parse one paper inside a worker and leave it in a file.

    A refusal is a value, so only faults break the worker.
    """
    reader = None
    if ocr_factory is not None:
        if ocr_factory not in _readers:
            _readers[ocr_factory] = ocr_factory()
        reader = _readers[ocr_factory]
    clock = PageClock(_note(place), options.limits.page_seconds)
    try:
        parsed = parse_paper(
            job.path, job.paper_id, options, reader, clock=clock, lost_pages=lost_pages
        )
    except PdfError as error:
        return PaperFailure(job.paper_id, error.reason, error.detail)
    layout = link_references(parsed.layout, [cut.row for cut in parsed.figures])
    parsed = replace(parsed, layout=layout)
    with place.open("wb") as handle:
        pickle.dump(parsed, handle, protocol=pickle.HIGHEST_PROTOCOL)
    return place


def _outcome(job: ParseJob, future: ProcessFuture, options: ParseOptions) -> Any:
    """Wait for a job; turn the loss of its worker, or any fault in it, into a failure."""
    limits, name = options.limits, job.path.name
    error = future.exception()
    if error is None:
        return future.result()
    if isinstance(error, FutureTimeout):
        detail = f"{name}: over {limits.seconds:g} s; raise limits.seconds"
        return PaperFailure(job.paper_id, "time_limit", detail)
    if isinstance(error, ProcessExpired) and error.exitcode == PAGE_EXIT:
        detail = f"{name}: over {MAX_LOST_PAGES} pages take more than {limits.page_seconds:g} s"
        return PaperFailure(job.paper_id, "time_limit", f"{detail}; raise limits.page_seconds")
    is_over = isinstance(error, ProcessExpired) and error.exitcode == MEMORY_EXIT
    if is_over or isinstance(error, MemoryError) or "bad_alloc" in str(error):
        detail = f"{name}: over {limits.memory_mb} MB; raise limits.memory_mb"
        return PaperFailure(job.paper_id, "memory_limit", detail)
    what = (
        f"ended with code {error.exitcode}"
        if isinstance(error, ProcessExpired)
        else f"failed: {type(error).__name__}: {error}"
    )
    return PaperFailure(job.paper_id, "parser_crash", f"{name}: the parser {what}; report the file")
