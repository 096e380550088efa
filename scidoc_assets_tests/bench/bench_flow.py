"""Paragraphs and reading order against LaTeX sources, a line for each paper and the totals.

    .venv/bin/python -m scidoc_assets_tests.bench.bench_flow [FOLDER ...] [--faults]

FOLDER (default ../shared/corpus/latex) holds manifest.csv (folder, pdf, main) with the sources;
`pdf` is relative to FOLDER's parent. What is counted: flow_measure.py. `--faults` lists each fault.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from scidoc_assets.gateways.pdf.outcomes import PaperParse, ParseOptions
from scidoc_assets.gateways.pdf.workers import parse_many
from scidoc_assets.storage.latex_files import read_latex
from scidoc_assets_tests.bench.bench_latex import pairs
from scidoc_assets_tests.bench.flow_measure import FlowCount, measure
from scidoc_assets_tests.conftest import SHARED

COLUMNS = {
    "paragraphs": ("par_whole", "par"),
    "split": ("par_split", "par"),
    "merged": ("par_merged", "par"),
    "mistyped": ("par_typed", "par"),
    "items": ("item_whole", "item"),
    "order": ("ordered", "placed"),
    "headings": ("heading_found", "heading"),
    "levels": ("heading_level", "heading_found"),
    "false": ("heading_false", ""),
    "displays": ("display_found", "display"),
    "notes": ("note_found", "note"),
    "entries": ("entry_found", "entry"),
    "other": ("other", ""),
}


def counts(folder: Path) -> list[tuple[str, FlowCount]]:
    """(paper, numbers) of the pairs of a folder."""
    found = list(pairs(folder))
    layouts = {}
    for done in parse_many([(p, p.stem) for _, p, _ in found], ParseOptions(has_crops=False), 2):
        if isinstance(done, PaperParse):
            layouts[done.paper_id] = done.layout
        else:
            print(f"{done.paper_id}: not parsed: {done}")
    result = []
    for source, pdf, _ in found:
        if pdf.stem in layouts:
            files = read_latex(folder, source)
            result.append((pdf.stem, measure(files.texts, files.main, layouts[pdf.stem])))
    return result


def line(name: str, totals: Counter[str]) -> str:
    """A row of the table."""
    cells = [
        f"{totals[part]}/{totals[whole]}" if whole else str(totals[part])
        for part, whole in COLUMNS.values()
    ]
    return f"{name[:24]:<24}" + "".join(f"{cell:>11}" for cell in cells)


def main() -> int:
    given = [Path(a) for a in sys.argv[1:] if not a.startswith("--")]
    folders = given or [SHARED / "corpus" / "latex"]
    whole: Counter[str] = Counter()
    print(f"{'paper':<24}" + "".join(f"{name:>11}" for name in COLUMNS))
    for folder in folders:
        if not (folder / "manifest.csv").is_file():
            print(f"skipped: no manifest.csv in {folder}")
            continue
        for name, count in counts(folder):
            print(line(name, count.totals))
            whole += count.totals
            if "--faults" in sys.argv:
                print("\n".join(f"    {fault}" for fault in count.faults))
    print(line("all", whole))
    for name, (part, of) in COLUMNS.items():
        if of and whole[of]:
            print(f"{name:<12}{whole[part] / whole[of]:.3f}")
    print(f"not located in print: {whole['not_located']}; entries wrong: {whole['entry_wrong']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
