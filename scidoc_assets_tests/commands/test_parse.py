"""`scidoc parse` as a user runs it: a process of its own, in a folder without any project."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scidoc_assets.commands.parse import parse_file
from scidoc_assets.domain.interchange.ir_json import import_ir
from scidoc_assets_tests.conftest import SHARED
from scidoc_assets_tests.domain.latex.made import document
from scidoc_assets_tests.painted import picture, save_pdf, write_prose


def scidoc(*arguments: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    environment = {k: v for k, v in os.environ.items() if k != "SCIDOC_PROJECT"}
    environment |= {"XDG_CACHE_HOME": str(folder / "cache"), "LC_ALL": "C"}
    return subprocess.run(
        [sys.executable, "-m", "scidoc_assets.cli", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        check=False,
    )


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def captioned(page) -> None:
        write_prose(page, 80, 8)
        page.insert_image((150, 220, 420, 400), stream=picture(90, 60))
        page.insert_text((120, 425), "Figure 1: Loss of mass \u2013 all the samples.", fontsize=9)
        page.insert_text((72, 470), "The loss is plain to see in Figure 1 for each of the samples.")
        write_prose(page, 490, 8)

    def bare(page) -> None:
        write_prose(page, 80, 8)
        page.insert_image((150, 250, 420, 430), stream=picture(90, 60, seed=1))
        write_prose(page, 500, 8)

    return save_pdf(tmp_path_factory.mktemp("paper") / "a paper.pdf", captioned, bare)


@pytest.fixture(scope="module")
def parsed(paper: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Path]:
    """What `--json --out out` prints, and the folder that it writes."""
    folder = tmp_path_factory.mktemp("anywhere")
    done = scidoc("parse", str(paper), "--json", "--out", "out", folder=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout, folder / "out"


def test_objects_are_printed_as_json_with_uncaptioned_graphics_kept(
    parsed: tuple[bytes, Path],
) -> None:
    first, second = json.loads(parsed[0])["objects"]
    assert (first["label"], first["kind"], first["page_index"]) == ("Figure 1", "figure", 0)
    assert first["caption"].startswith("Figure 1: Loss of mass")
    assert first["bbox_pt"] == pytest.approx([150, 220, 420, 400], abs=2)
    assert first["mention_count"] == 1
    assert (second["label"], second["caption"], second["reason"]) == (None, None, "no_caption")


def test_a_folder_holds_crops_ir_markdown_and_pages(parsed: tuple[bytes, Path]) -> None:
    printed, out = parsed
    names = {p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file()}
    objects = json.loads((out / "figures.json").read_text("utf-8"))["objects"]
    assert objects == json.loads(printed)["objects"]
    assert names == {
        "figures.json",
        "ir.json",
        "paper.md",
        "pages.md",
        "pages/page-0001.png",
        "pages/page-0002.png",
        *(o["crop"] for o in objects),
    }
    layout = import_ir((out / "ir.json").read_text("utf-8"))
    assert layout.paper_id == "a-paper"
    assert f"![Figure 1]({objects[0]['crop']})" in (out / "paper.md").read_text("utf-8")


def test_a_file_that_is_no_paper_fails_with_the_reason_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.pdf"
    file.write_bytes(b"no pdf at all")
    assert parse_file(file, tmp_path / "out", as_json=True) == 1
    shown = capsys.readouterr()
    assert "not_a_pdf" in shown.err
    assert shown.out == ""
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_named(
    paper: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("a file")
    assert parse_file(paper, tmp_path / "taken" / "out", as_json=False) == 2
    assert "cannot write" in capsys.readouterr().err


def test_starting_imports_neither_dagster_nor_model_packages() -> None:
    code = (
        "import sys, scidoc_assets.cli, scidoc_assets.commands.parse\n"
        "print(sorted({'dagster', 'litellm', 'paddleocr', 'rapidocr', 'duckdb'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


@pytest.mark.slow
def test_the_papers_with_truth_are_found_through_the_command(tmp_path: Path) -> None:
    papers = SHARED / "corpus" / "papers"
    if not papers.is_dir():
        pytest.skip("../shared/corpus/papers is not there")
    predictions = tmp_path / "predictions"
    predictions.mkdir()
    for truth in sorted(papers.glob("*.truth.json")):
        stem = truth.name.removesuffix(".truth.json")
        done = scidoc("parse", str(papers / f"{stem}.pdf"), "--json", folder=tmp_path)
        (predictions / f"{stem}.json").write_bytes(done.stdout)
    score = subprocess.run(
        [sys.executable, str(SHARED / "tools" / "score_figures.py"), str(papers), str(predictions)],
        capture_output=True,
        check=True,
    )
    total = json.loads(score.stdout.splitlines()[-1])
    for kind in ("figure", "table"):
        assert total[kind]["recall"] >= 0.95
        assert total[kind]["precision"] >= 0.95


def test_a_latex_source_is_aligned_beside_the_other_files(paper: Path, tmp_path: Path) -> None:
    source = tmp_path / "tex"
    source.mkdir()
    caption = "Loss of mass -- all the samples."
    (source / "main.tex").write_text(
        document(f"\\begin{{figure}}\\caption{{{caption}}}\\label{{f}}\\end{{figure}}")
    )
    assert parse_file(paper, tmp_path / "out", as_json=False, latex=source) == 0
    rows = json.loads((tmp_path / "out" / "latex.json").read_text("utf-8"))
    layout = import_ir((tmp_path / "out" / "ir.json").read_text("utf-8"))
    categories = {b.block_id: b.category for b in layout.blocks}
    assert [(r["kind"], categories[r["block_id"]]) for r in rows] == [
        ("float", "figure"),
        ("caption", "caption"),
    ]


def test_a_folder_without_latex_is_refused_with_its_reason(
    paper: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tex").mkdir()
    assert parse_file(paper, tmp_path / "out", as_json=False, latex=tmp_path / "tex") == 1
    assert "no_main_file" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
