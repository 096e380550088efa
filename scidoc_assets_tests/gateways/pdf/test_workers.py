"""Tests of papers parsed in guarded processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets.gateways.pdf.outcomes import PaperFailure, PaperParse, ParseOptions
from scidoc_assets.gateways.pdf.workers import parse_many, probe_many
from scidoc_assets.schemas.figures import OcrRegion
from scidoc_assets.schemas.settings import ParseLimits
from scidoc_assets_tests.painted import save_pdf, write_prose

NASTY = Path(__file__).parents[3] / "../shared/corpus/nasty"


def _good(tmp_path: Path, name: str) -> Path:
    return save_pdf(tmp_path / name, lambda page: write_prose(page, 80, 30))


def _blank_scan(tmp_path: Path) -> Path:
    from scidoc_assets_tests.painted import picture

    def paint(page) -> None:
        page.insert_image(page.rect, stream=picture(), keep_proportion=False)

    return save_pdf(tmp_path / "scan.pdf", paint)


def crashing_ocr():
    """Return a reader that takes the whole process down."""
    import os

    def read(png: bytes) -> list[OcrRegion]:
        os._exit(3)

    return read


def hanging_ocr():
    """Return a reader that never comes back."""
    import time

    def read(png: bytes) -> list[OcrRegion]:
        time.sleep(600)
        return []

    return read


def greedy_ocr():
    """Return a reader that asks for more memory than it may have."""

    def read(png: bytes) -> list[OcrRegion]:
        hoard = [bytearray(64 * 1024 * 1024) for _ in range(200)]
        return [OcrRegion(text=str(len(hoard)), confidence=1.0, bbox_px=(0, 0, 1, 1))]

    return read


def hoarding_ocr():
    """Return a reader that fills shared memory, which the cap on private memory does not count."""
    import mmap
    import time

    def read(png: bytes) -> list[OcrRegion]:
        hoard = mmap.mmap(-1, 900 * 1024 * 1024)
        for start in range(0, len(hoard), mmap.PAGESIZE):
            hoard[start] = 1
        time.sleep(600)
        return []

    return read


def test_results_come_in_order_and_a_bad_file_loses_only_itself(tmp_path: Path) -> None:
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"")
    jobs = [(_good(tmp_path, "a.pdf"), "a"), (bad, "bad"), (_good(tmp_path, "c.pdf"), "c")]
    found = list(parse_many(jobs, ParseOptions(has_crops=False)))
    assert [f.paper_id for f in found] == ["a", "bad", "c"]
    assert isinstance(found[0], PaperParse)
    assert isinstance(found[1], PaperFailure)
    assert found[1].reason == "empty_file"
    assert isinstance(found[2], PaperParse)


@pytest.mark.parametrize(
    ("factory", "reason"),
    [
        (crashing_ocr, "parser_crash"),
        (hanging_ocr, "time_limit"),
        (greedy_ocr, "memory_limit"),
        (hoarding_ocr, "memory_limit"),
    ],
)
def test_a_lost_worker_gives_its_reason_and_the_next_paper_goes_on(
    tmp_path: Path, factory, reason: str
) -> None:
    limits = ParseLimits(seconds=6.0, memory_mb=700)
    jobs = [(_blank_scan(tmp_path), "lost"), (_good(tmp_path, "b.pdf"), "b")]
    options = ParseOptions(has_crops=False, limits=limits)
    found = list(parse_many(jobs, options, workers=1, ocr_factory=factory))
    assert isinstance(found[0], PaperFailure)
    assert found[0].reason == reason
    assert isinstance(found[1], PaperParse)


def test_probes_come_in_order(tmp_path: Path) -> None:
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"text")
    found = list(probe_many([bad, _good(tmp_path, "a.pdf")], ParseOptions(), workers=1))
    assert [(p.reason, p.pages) for p in found] == [("not_a_pdf", None), (None, 1)]


@pytest.mark.slow
@pytest.mark.skipif(not NASTY.exists(), reason="the shared corpus is not here")
def test_no_nasty_file_takes_the_run_down() -> None:
    paths = sorted(NASTY.glob("*.pdf"))
    found = {f.paper_id: f for f in parse_many([(p, p.stem) for p in paths], ParseOptions())}
    assert len(found) == len(paths)
    failed = {k: f.reason for k, f in found.items() if isinstance(f, PaperFailure)}
    assert failed == {
        "cyclic_page_tree": "damaged",
        "empty_zero_bytes": "empty_file",
        "encrypted_user_password": "encrypted",
        "fuzzed_no_trailer": "damaged",
        "no_root_82_bytes": "no_pages",
        "not_a_pdf": "not_a_pdf",
        "truncated_paper": "damaged",
    }
    scan = found["scanned_only_cjk"]
    assert isinstance(scan, PaperParse)
    assert {p.reason for p in scan.layout.pages} == {"no_text_layer"}
    garbled = found["garbled_text_layer"]
    assert isinstance(garbled, PaperParse)
    assert garbled.layout.pages[0].reason == "text_layer_unreliable"


def busy_ocr():
    """Return a reader that keeps the processor busy for long."""
    import time

    def read(png: bytes) -> list[OcrRegion]:
        end = time.process_time() + 60
        while time.process_time() < end:
            pass
        return []

    return read


def test_a_page_over_its_seconds_is_lost_alone_and_the_paper_goes_on(tmp_path: Path) -> None:
    from scidoc_assets_tests.painted import picture

    def scan(page) -> None:
        page.insert_image(page.rect, stream=picture(), keep_proportion=False)

    def prose(page) -> None:
        write_prose(page, 80, 30)

    path = save_pdf(tmp_path / "a.pdf", prose, scan, prose)
    options = ParseOptions(has_crops=False, limits=ParseLimits(page_seconds=1.5))
    jobs = [(path, "a"), (_good(tmp_path, "b.pdf"), "b")]
    found = list(parse_many(jobs, options, workers=1, ocr_factory=busy_ocr))
    assert isinstance(found[0], PaperParse)
    pages = [(p.status, p.reason) for p in found[0].layout.pages]
    assert pages == [("ok", None), ("failed", "page_time_limit"), ("ok", None)]
    assert "page 1: page_time_limit" in found[0].layout.warnings
    assert {b.page_index for b in found[0].layout.blocks} == {0, 2}
    assert isinstance(found[1], PaperParse)


def test_a_paper_whose_only_page_takes_too_long_is_a_time_limit(tmp_path: Path) -> None:
    options = ParseOptions(has_crops=False, limits=ParseLimits(page_seconds=1.0))
    jobs = [(_blank_scan(tmp_path), "a")]
    [found] = parse_many(jobs, options, workers=1, ocr_factory=busy_ocr)
    assert isinstance(found, PaperFailure)
    assert found.reason == "time_limit"
    assert "page_seconds" in found.detail


def test_large_papers_go_first_and_results_still_come_in_order(tmp_path: Path) -> None:
    small, large = _good(tmp_path, "s.pdf"), _good(tmp_path, "l.pdf")
    large.write_bytes(large.read_bytes() + b"\n%" + b"x" * 50_000 + b"\n")
    started: list[str] = []

    class Pool:
        def schedule(self, function, args, timeout):
            started.append(args[0].paper_id)
            from concurrent.futures import Future

            future: Future = Future()
            future.set_result(function(*args))
            return future

    found = list(
        parse_many([(small, "s"), (large, "l")], ParseOptions(has_crops=False), pool=Pool())  # type: ignore[arg-type]
    )
    assert started == ["l", "s"]
    assert [f.paper_id for f in found] == ["s", "l"]
