"""`scidoc fetch` against the loopback services: only what is missing, every refusal with a reason."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from scidoc_assets.cli import main
from scidoc_assets_tests.conftest import REPOSITORY
from scidoc_assets_tests.gateways.acquisition.services import (
    LOGIN_PAGE,
    Fault,
    Services,
    note,
    running,
    tar_gz,
    write_anthology,
)


@pytest.fixture
def services() -> Iterator[Services]:
    with running() as started:
        started.notes = [note("aA1", "First"), note("bB1", "Second")]
        yield started


@pytest.fixture
def corpus(services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose acquisition.yaml points at loopback; gives its corpus folder."""
    for name in ("OPENREVIEW_USERNAME", "OPENREVIEW_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    root = tmp_path / "project"
    shutil.copytree(REPOSITORY / "data" / "config", root / "data" / "config")
    here = services.address
    written = {
        "addresses": {
            "acl": here,
            "arxiv_api": f"{here}/api/query",
            "arxiv": here,
            "arxiv_licences": f"{here}/oai",
            "openreview": here,
            "openreview_api": here,
            "openreview_api_v1": f"{here}/v1",
            "pmlr": here,
        },
        "interval_s": {"acl": 0, "arxiv": 0, "openreview": 0, "pmlr": 0},
        "first_wait_s": 0,
        "tries": 2,
        "acl_metadata": str(write_anthology(tmp_path / "anthology")),
    }
    (root / "data/config/acquisition.yaml").write_text(yaml.safe_dump(written), "utf-8")
    monkeypatch.setenv("SCIDOC_PROJECT", str(root))
    return root / "data" / "corpus"


def scidoc(*words: str) -> Result:
    return CliRunner().invoke(main, ["fetch", *words])


def outcomes(result: Result) -> list[dict[str, str]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def rows(folder: Path) -> list[dict[str, object]]:
    lines = (folder / "manifest.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (["acl", "--venue", "acl", "--year", "2024", "--limit", "2"], 2),
        (["arxiv", "2406.01234", "2406.05678"], 2),
        (["openreview", "--venue", "ICLR.cc/2024/Conference"], 2),
        (["pmlr", "--volume", "235"], 2),
        (["pmlr", "--venue", "icml", "--year", "2024"], 2),
    ],
)
def test_papers_come_into_the_corpus_with_their_manifest_lines(
    corpus: Path, words: list[str], count: int
) -> None:
    result = scidoc(*words)
    assert result.exit_code == 0, result.output
    folder = corpus / words[0]
    lines = rows(folder)
    assert len(lines) == count
    for line in lines:
        assert (folder / str(line["file"])).stat().st_size == line["size_bytes"]
        assert line["address"]
        assert str(line["fetched_at"]).endswith("+00:00")
        assert line["year"] == 2024


def test_a_second_fetch_downloads_nothing(corpus: Path, services: Services) -> None:
    words = ["acl", "--venue", "acl", "--year", "2024"]
    scidoc(*words)
    before = len(services.asked)
    result = scidoc(*words, "--json")
    assert result.exit_code == 0
    assert {o["status"] for o in outcomes(result)} == {"present"}
    assert len(services.asked) == before


def test_ids_that_are_there_are_not_asked_about_again(corpus: Path, services: Services) -> None:
    scidoc("openreview", "aA1")
    before = list(services.asked)
    assert scidoc("openreview", "aA1").exit_code == 0
    assert services.asked == before


def test_a_login_page_is_refused_and_the_others_go_on(corpus: Path, services: Services) -> None:
    html = (("Content-Type", "application/pdf"),)
    services.faults["/2024.acl-long.2.pdf"] = [Fault(200, LOGIN_PAGE, html)]
    result = scidoc("acl", "--venue", "acl", "--year", "2024", "--json")
    assert result.exit_code == 3
    assert [(o["status"], o.get("reason")) for o in outcomes(result)] == [
        ("fetched", None),
        ("refused", "login_page"),
        ("fetched", None),
    ]
    assert sorted(p.name for p in (corpus / "acl").glob("*.pdf")) == [
        "acl-2024-acl-long-1.pdf",
        "acl-2024-acl-long-3.pdf",
    ]


def test_a_stopped_fetch_resumes_where_it_was(corpus: Path, services: Services) -> None:
    down = [Fault(503)] * 50
    services.faults.update({f"/v235/{n}/{n}.pdf": list(down) for n in ("one24a", "two24a")})
    config = corpus.parent / "config" / "acquisition.yaml"
    written = yaml.safe_load(config.read_text("utf-8"))
    config.write_text(yaml.safe_dump({**written, "stop_after_failures": 1}), "utf-8")
    stopped = scidoc("pmlr", "--volume", "235")
    assert stopped.exit_code == 1
    assert "resumes" in stopped.stderr
    assert services.paths().count("/v235/two24a/two24a.pdf") == 0
    services.faults.clear()
    assert scidoc("pmlr", "--volume", "235").exit_code == 0
    assert len(rows(corpus / "pmlr")) == 2


def test_a_file_that_went_away_is_fetched_again_and_the_users_words_stay(corpus: Path) -> None:
    scidoc("openreview", "aA1")
    folder = corpus / "openreview"
    (line,) = rows(folder)
    edited = json.dumps({**line, "discipline": "computer science"})
    (folder / "manifest.jsonl").write_text(edited + "\n", "utf-8")
    (folder / str(line["file"])).unlink()
    assert scidoc("openreview", "aA1").exit_code == 0
    (again,) = rows(folder)
    assert again["discipline"] == "computer science"
    assert (folder / str(line["file"])).exists()


def test_an_id_that_the_service_does_not_know_is_counted(corpus: Path) -> None:
    result = scidoc("arxiv", "2406.01234", "9999.99999", "--json")
    assert result.exit_code == 3
    assert {o.get("reason") for o in outcomes(result)} == {"not_found", None}


def test_latex_sources_are_unpacked_beside_the_paper(corpus: Path, services: Services) -> None:
    result = scidoc("arxiv", "2406.01234", "--latex", "--json")
    assert result.exit_code == 0, result.output
    (line,) = rows(corpus / "arxiv")
    assert line["licence"] == "CC-BY-4.0"
    assert line["latex_source"] == "latex/arxiv-2406-01234v2/paper.tex"
    assert (corpus / "arxiv" / "latex/arxiv-2406-01234v2/intro.tex").exists()
    before = services.paths()
    scidoc("arxiv", "2406.01234v2", "--latex")
    assert services.paths() == before


def test_latex_is_added_to_a_paper_that_is_there(corpus: Path, services: Services) -> None:
    scidoc("arxiv", "2406.01234v2")
    scidoc("arxiv", "2406.01234v2", "--latex")
    assert services.paths().count("/pdf/2406.01234v2") == 1
    assert rows(corpus / "arxiv")[0]["latex_source"]


def test_an_unsafe_source_leaves_the_paper_and_nothing_outside(
    corpus: Path, services: Services
) -> None:
    services.latex = tar_gz({"../../outside.tex": b"x"})
    result = scidoc("arxiv", "2406.01234", "--latex", "--json")
    assert result.exit_code == 3
    (outcome,) = outcomes(result)
    assert (outcome["status"], outcome["latex_reason"]) == ("fetched", "unsafe_archive")
    assert list(corpus.parent.parent.rglob("outside.tex")) == []


def test_a_licence_that_cannot_be_asked_does_not_cost_the_paper(
    corpus: Path, services: Services
) -> None:
    services.faults["/oai"] = [Fault(404)]
    result = scidoc("arxiv", "2406.01234", "--json")
    assert result.exit_code == 0
    assert "licence not known" in outcomes(result)[0]["detail"]
    assert rows(corpus / "arxiv")[0]["licence"] is None


@pytest.mark.parametrize(
    "words",
    [
        ["acl"],
        ["pmlr", "--venue", "icml"],
        ["pmlr", "--search", "x"],
        ["openreview", "a", "--latex"],
    ],
)
def test_a_question_without_sense_is_wrong_use(corpus: Path, words: list[str]) -> None:
    result = scidoc(*words)
    assert result.exit_code == 2
    assert "scidoc:" in result.stderr


def test_a_broken_acquisition_file_names_the_key(corpus: Path) -> None:
    (corpus.parent / "config" / "acquisition.yaml").write_text("tires: 3\n", "utf-8")
    result = scidoc("pmlr", "--volume", "235")
    assert result.exit_code == 2
    assert "tires" in result.stderr
