"""Figures and tables found on the papers with truth, peers beside ours, and what parsing costs.

`make bench-documents` needs ../shared/corpus/papers (or the name of another folder of papers with
their truth). All finders run on the same papers, each in a
worker of its own with a time limit per paper; a paper that crashes one is counted, and scored as
empty. Peers come from the environment or from the folders that PEERS names; what is missing is
said, with what to type. Prints Markdown; `save` also keeps the rows in measured_peers.json, which
`last` prints again.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pebble import ProcessExpired, ProcessPool

from scidoc_assets_tests.bench.document_peers import (
    NOT_RUN,
    PEERS,
    help_lines,
    is_there,
    load,
    version,
)
from scidoc_assets_tests.bench.peer_regions import with_captions
from scidoc_assets_tests.conftest import SHARED

PAPERS = SHARED / "corpus" / "papers"
SCORER = SHARED / "tools" / "score_figures.py"
LIMIT_S = 300.0
KEPT = Path(__file__).with_name("measured_peers.json")
OURS = "scidoc_assets, rules"


@dataclass
class Run:
    """One finder over all papers: processor seconds, and the papers it lost with the reason."""

    name: str
    kinds: str
    version: str = ""
    note: str = ""
    pages: int = 0
    seconds: float = 0.0
    lost: dict[str, str] = field(default_factory=dict)
    scores: dict[str, Any] = field(default_factory=dict)


def cpu_s() -> float:
    """Processor seconds of this process and its children so far."""
    own, children = (
        resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def run_ours(path: Path, name: str) -> tuple[list[dict[str, Any]], float]:
    """Our objects of one paper and the seconds they took; `name` says whether models are asked."""
    from scidoc_assets.domain.contexts.binding import bind_contexts
    from scidoc_assets.gateways.pdf.parse import parse_paper
    from scidoc_assets_tests.bench.document_speed import RULES_ONLY

    options = RULES_ONLY.model_copy(update={"use_layout_model": name != OURS})
    started = cpu_s()
    parsed = parse_paper(path, path.stem, options)
    spent = cpu_s() - started
    rows = [cut.row for cut in parsed.figures]
    counts = {b.figure_id: b.mention_count for b in bind_contexts(parsed.layout, rows)}
    keys = ("label", "kind", "page_index", "bbox_pt", "caption")
    objects = [
        {key: getattr(r, key) for key in keys} | {"mention_count": counts.get(r.figure_id)}
        for r in rows
    ]
    return objects, spent


def run_peer(path: Path, name: str) -> tuple[list[dict[str, Any]], float]:
    """A peer's objects of one paper, captions matched naively, and the seconds they took."""
    [peer] = [p for p in PEERS if p.name == name]
    with contextlib.redirect_stdout(sys.stderr):
        load(peer)
        started = cpu_s()
        regions = peer.find(path.resolve())
        spent = cpu_s() - started
    return with_captions(path, regions), spent


def measure(run: Run, papers: Sequence[Path]) -> Run:
    """Run one finder over the papers in a guarded worker and score it."""
    work = run_ours if run.name.startswith("scidoc_assets") else run_peer
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder, ProcessPool(1, context=context) as pool:
        for path in papers:
            job = pool.schedule(work, args=(path, run.name), timeout=LIMIT_S)
            error = job.exception()
            objects, spent = job.result() if error is None else ([], 0.0)
            if error is not None:
                run.lost[path.stem] = reason_of(error)
            else:
                run.seconds += spent
                run.pages += page_count(path)
            target = Path(folder) / f"{path.stem}.json"
            target.write_text(json.dumps({"objects": objects}), encoding="utf-8")
        for iou in ("0.5", "0.8"):
            run.scores[iou] = score(papers[0].parent, Path(folder), iou)
    return run


def reason_of(error: BaseException) -> str:
    """Why a paper was lost, on one line."""
    if isinstance(error, FutureTimeout):
        return f"over {LIMIT_S:g} s"
    if isinstance(error, ProcessExpired):
        return f"crash, code {error.exitcode}"
    return " ".join(f"{type(error).__name__}: {error}".split())[:80]


def score(papers: Path, found: Path, iou: str) -> dict[str, Any]:
    """The scorer's totals over all papers with truth."""
    command = [sys.executable, str(SCORER), str(papers), str(found), "--iou", iou]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def row(run: Run) -> str:
    """One line of the table of peers."""
    cells = [f"{run.name} {run.version}".strip()]
    for kind in ("figure", "table"):
        if f"{kind}s" not in run.kinds:
            cells += ["-", "-"]
            continue
        for iou in ("0.5", "0.8"):
            found = run.scores[iou][kind]
            cells.append(f"{found['precision']:.2f} / {found['recall']:.2f}")
    cells += [f"{run.seconds / run.pages:.3f}" if run.pages else "-", str(len(run.lost) or "")]
    return f"| {' | '.join([*cells, run.note])} |"


def page_count(path: Path) -> int:
    """Pages of a paper."""
    import pymupdf

    with pymupdf.open(path) as document:
        return document.page_count


def finders(only: Sequence[str]) -> list[Run]:
    """What is to run: ours, then the peers that are there; those with a word of `only`, if any."""
    both = "figures and tables"
    runs = [Run(OURS, both), Run("scidoc_assets, rules and layout model", both)]
    runs += [Run(p.name, p.kinds, version(p), p.note) for p in PEERS if is_there(p)]
    return [r for r in runs if not only or any(word in r.name for word in only)]


def print_peers(papers: Sequence[Path], only: Sequence[str], is_kept: bool) -> None:
    """Finders side by side: precision / recall of what has the right label and kind."""
    print_head()
    runs = []
    for run in finders(only):
        runs.append(measure(run, papers))
        print(row(run), flush=True)
        if is_kept:
            keep(runs)
    print_notes(runs, NOT_RUN)
    absent = [p for p in PEERS if not is_there(p)]
    if absent:
        print("\nnot installed: " + ", ".join(p.name for p in absent))
        print("\n".join(["to get them:", *help_lines(absent)]))


def keep(runs: Sequence[Run]) -> None:
    """Write the rows so far beside this module; rows of a finder that was not run now stay."""
    before = json.loads(KEPT.read_text(encoding="utf-8"))["rows"] if KEPT.exists() else []
    rows = {r["name"]: r for r in before} | {r.name: asdict(r) for r in runs}
    text = json.dumps({"rows": list(rows.values()), "not_run": NOT_RUN}, indent=1)
    KEPT.write_text(f"{text}\n", encoding="utf-8")


def print_head() -> None:
    """The head of the table of peers."""
    print("| finder | figures IoU 0.5 | 0.8 | tables IoU 0.5 | 0.8 | s a page | lost | note |")
    print("|---|---|---|---|---|---|---|---|", flush=True)


def print_notes(runs: Sequence[Run], not_run: dict[str, str]) -> None:
    """The papers that finders lost, and who was not run, each with its reason."""
    for run in runs:
        for stem, reason in run.lost.items():
            print(f"\n{run.name} lost {stem}: {reason}")
    for names, reason in not_run.items():
        print(f"\nnot run: {names}: {reason}")


def print_last() -> None:
    """The table as it was last kept."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    runs = [Run(**r) for r in kept["rows"]]
    print_head()
    for run in runs:
        print(row(run))
    print_notes(runs, kept["not_run"])


def print_costs(papers: Sequence[Path]) -> None:
    """Seconds beside raw MuPDF, two workers against one, memory."""
    from scidoc_assets_tests.bench.document_speed import (
        cost_of,
        peaks_mib,
        run_twice,
        two_against_one,
    )

    costs = [cost_of(path) for path in papers]
    peaks = peaks_mib(papers)
    print("\n| paper | rules s | raw MuPDF s | ratio | layout model s | peak MiB |")
    print("|---|---|---|---|---|---|")
    for c in costs:
        model = f"{c.model_s:.2f}" if c.model_s else ""
        cells = f"{c.rules_s:.3f} | {c.floor_s:.3f} | {c.ratio:.2f} | {model}"
        print(f"| {c.paper} | {cells} | {peaks[c.paper]:.0f} |")
    ours, floor = sum(c.rules_s for c in costs), sum(c.floor_s for c in costs)
    highest = max(costs, key=lambda c: c.ratio)
    print(f"| all {len(costs)} | {ours:.2f} | {floor:.2f} | {ours / floor:.2f} | | |")
    print(f"\nhighest ratio {highest.ratio:.2f} ({highest.paper})")
    pair = two_against_one(papers)
    print(
        f"one worker {pair.one_s:.1f} s, two {pair.two_s:.1f} s: {pair.one_s / pair.two_s:.2f} times"
        f" by the clock at load {pair.load:.1f}; {pair.planned:.2f} by the papers' own seconds"
    )
    runs = run_twice(papers)
    print(
        f"`scidoc run` up to the layouts {runs.first_s:.1f} s, again {runs.second_s:.1f} s: "
        f"{'nothing was' if runs.is_idle else 'SOMETHING WAS'} made again"
    )


def main() -> None:
    """Run and print: `costs`, `peers`, single finders by name, a folder of papers; `save`, `last`."""
    words = sys.argv[1:]
    if words == ["last"]:
        print_last()
        return
    if not SCORER.exists():
        sys.exit(f"{SCORER} is not there: this benchmark needs the shared papers")
    others = [w for w in words if Path(w).is_dir()]
    folder = Path(others[0]) if others else PAPERS
    if others and "save" in words:
        sys.exit("`save` keeps the rows of the shared papers alone: leave it out, or the folder")
    parts = [w for w in words if w not in ("save", *others)] or ["peers", "costs"]
    only = [p for p in parts if p not in ("peers", "costs")]
    started = time.perf_counter()
    if only or "peers" in parts:
        truths = sorted(folder.glob("*.truth.json"))
        papers = [p.with_name(p.name.replace(".truth.json", ".pdf")) for p in truths]
        print_peers(papers, only, "save" in words)
    if "costs" in parts:
        print_costs(sorted(folder.glob("*.pdf")))
    print(f"\n{time.perf_counter() - started:.0f} s in all")


if __name__ == "__main__":
    main()
