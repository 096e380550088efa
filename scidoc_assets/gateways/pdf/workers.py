"""Papers parsed in separate processes: a crash, a hang or a bomb loses that paper only.

Each worker caps its own memory before it opens anything, watches its resident size, and is killed
on timeout. Refuses to retry: a lost paper is returned with its reason from the closed list.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

import psutil
from pebble import ProcessExpired, ProcessFuture, ProcessPool

from scidoc_assets.gateways.pdf.opening import PdfError, Probe, probe
from scidoc_assets.gateways.pdf.outcomes import OcrReader, PaperFailure, PaperParse, ParseOptions
from scidoc_assets.gateways.pdf.parse import parse_paper

MEMORY_EXIT = 77
WATCH_S = 0.1
MEBIBYTE = 1024 * 1024
PAPERS_PER_WORKER = 200

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

    `options.limits` caps seconds and memory per paper. `ocr_factory` is called once in each worker
    and must be importable (it crosses a process border). At most two jobs per worker are in flight,
    so results do not pile up. A given `pool` is used and left open.
    """
    queue = deque(_job(job) for job in jobs)
    waiting: deque[tuple[ParseJob, ProcessFuture]] = deque()
    with nullcontext(pool) if pool is not None else open_pool(options, workers) as running:
        while queue or waiting:
            while queue and len(waiting) < 2 * workers:
                job = queue.popleft()
                arguments = (str(job.path), job.paper_id, options, ocr_factory)
                future = running.schedule(_run, args=arguments, timeout=options.limits.seconds)
                waiting.append((job, future))
            job, future = waiting.popleft()
            yield _outcome(job, future, options)


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
    path: str, paper_id: str, options: ParseOptions, ocr_factory: OcrFactory | None
) -> PaperParse | PaperFailure:
    """Parse one paper inside a worker; a refusal is a value, so only faults break the worker."""
    reader = None
    if ocr_factory is not None:
        if ocr_factory not in _readers:
            _readers[ocr_factory] = ocr_factory()
        reader = _readers[ocr_factory]
    try:
        return parse_paper(path, paper_id, options, ocr=reader)
    except PdfError as error:
        return PaperFailure(paper_id, error.reason, error.detail)


def _outcome(job: ParseJob, future: ProcessFuture, options: ParseOptions) -> Any:
    """Wait for a job; turn the loss of its worker, or any fault in it, into a failure."""
    limits, name = options.limits, job.path.name
    error = future.exception()
    if error is None:
        return future.result()
    if isinstance(error, FutureTimeout):
        detail = f"{name}: over {limits.seconds:g} s; raise limits.seconds"
        return PaperFailure(job.paper_id, "time_limit", detail)
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
