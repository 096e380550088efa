"""The site as files: links that resolve, text that is only text, same rows same bytes."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from lxml import etree, html

from scidoc_assets.explorer.site import build_site, share
from scidoc_assets_tests.explorer.small_rows import (
    PICTURE,
    SHA,
    blob,
    context,
    figure,
    graph,
    nodes,
    paper,
    response,
    small_rows,
    task,
)

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)> {{ 7*7 }} ]]>"


def pages(folder: Path) -> dict[str, html.HtmlElement]:
    found = sorted(folder.rglob("*.html"))
    return {p.relative_to(folder).as_posix(): html.fromstring(p.read_bytes()) for p in found}


def test_every_paper_and_task_has_a_page(tmp_path: Path) -> None:
    report = build_site(small_rows(), blob, tmp_path)
    assert sorted(pages(tmp_path)) == [
        "index.html", "papers/broken.html", "papers/p1.html", "tasks/t1.html",
    ]  # fmt: skip
    assert (report.pages, report.pictures, report.missing_pictures) == (4, 1, [])


def test_every_link_leads_to_a_file_of_the_site_and_to_an_anchor_in_it(tmp_path: Path) -> None:
    odd = "a/b|c..d é"
    rows = small_rows(
        raw_pdfs=[paper(), paper(odd)],
        curated_figures=[figure(), figure(paper_id=odd)],
        reasoning_tasks=[task(), task(task_id="../t", paper_id=odd)],
    )
    build_site(rows, blob, tmp_path)
    seen = 0
    for name, page in pages(tmp_path).items():
        for address in page.xpath("//@href | //@src | //@data"):
            parts = urlsplit(str(address))
            assert not parts.scheme
            target = (tmp_path / name).parent / unquote(parts.path)
            assert target.resolve().is_relative_to(tmp_path.resolve())
            assert target.is_file(), (name, address)
            if parts.fragment and not parts.path.endswith("index.html"):
                anchors = html.fromstring(target.read_bytes()).xpath("//@id")
                assert parts.fragment in anchors, (name, address)
            seen += 1
    assert seen > 20


def test_a_task_page_tells_the_alias_and_what_the_paper_prints(tmp_path: Path) -> None:
    build_site(small_rows(reasoning_tasks=[task()]), blob, tmp_path)
    heads = [h.text_content() for h in pages(tmp_path)["tasks/t1.html"].xpath("//h3")]
    assert "Figure 1 (in the paper: FIG. 4)" in heads


def test_hostile_text_stays_text_everywhere(tmp_path: Path) -> None:
    bad = nodes(claim=HOSTILE)
    rows = small_rows(
        raw_pdfs=[paper(title=HOSTILE, venue=HOSTILE)],
        curated_figures=[figure(caption=HOSTILE, label=HOSTILE)],
        context_bindings=[context(HOSTILE)],
        argument_graphs=[graph(nodes=bad, detail=HOSTILE)],
        reasoning_tasks=[task(question=HOSTILE, gold_answer=HOSTILE, nodes=bad)],
        reasoning_responses=[response(text=HOSTILE, model=HOSTILE)],
    )
    build_site(rows, blob, tmp_path)
    for name, page in pages(tmp_path).items():
        assert page.xpath("//script | //*[@onerror] | //img[@src='x']") == [], name
    task_page = pages(tmp_path)["tasks/t1.html"]
    assert HOSTILE in task_page.xpath("//pre")[0].text_content()
    assert task_page.xpath("//h1")[0].text_content() == HOSTILE
    drawing = etree.parse(tmp_path / "graphs" / "p1-graph.svg")
    assert drawing.xpath("//*[local-name()='script']") == []


def test_control_characters_do_not_break_a_drawing(tmp_path: Path) -> None:
    rows = small_rows(argument_graphs=[graph(nodes=nodes(claim="a\x0bb\x01c"))])
    build_site(rows, blob, tmp_path)
    etree.parse(tmp_path / "graphs" / "p1-graph.svg")


def test_nothing_is_fetched_from_elsewhere_and_nothing_is_run(tmp_path: Path) -> None:
    build_site(small_rows(), blob, tmp_path)
    for path in tmp_path.rglob("*"):
        if path.suffix in (".html", ".css"):
            text = path.read_text("utf-8")
            assert "//" not in text.replace("<!doctype", "")
            assert "<script" not in text


def test_a_second_build_of_the_same_rows_changes_no_file(tmp_path: Path) -> None:
    build_site(small_rows(), blob, tmp_path)
    before = {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in tmp_path.rglob("*.html")}
    build_site(small_rows(), blob, tmp_path)
    assert {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in tmp_path.rglob("*.html")} == before


def test_pages_of_what_is_gone_are_removed_and_the_users_files_stay(tmp_path: Path) -> None:
    build_site(small_rows(), blob, tmp_path)
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    build_site(small_rows(reasoning_tasks=[], raw_pdfs=[paper("other")]), blob, tmp_path)
    assert sorted(pages(tmp_path)) == ["index.html", "papers/other.html"]
    assert (tmp_path / "notes.txt").exists()
    assert not (tmp_path / "pictures" / f"{SHA}.png").exists()


def test_a_picture_is_written_once_for_all_its_pages(tmp_path: Path) -> None:
    asked: list[str] = []

    def counting(sha256: str) -> bytes:
        asked.append(sha256)
        return blob(sha256)

    build_site(small_rows(), counting, tmp_path)
    assert asked == [SHA]
    assert (tmp_path / "pictures" / f"{SHA}.png").read_bytes() == PICTURE


def test_a_picture_that_is_not_stored_is_said_and_counted(tmp_path: Path) -> None:
    gone = "b" * 64
    report = build_site(small_rows(curated_figures=[figure(crop_sha256=gone)]), blob, tmp_path)
    assert report.missing_pictures == [gone]
    assert "not stored" in (tmp_path / "papers" / "p1.html").read_text("utf-8")


def test_gold_regions_and_crops_lie_over_the_picture_in_per_cent(tmp_path: Path) -> None:
    build_site(small_rows(), blob, tmp_path)
    page = pages(tmp_path)["tasks/t1.html"]
    gold = page.xpath("//div[contains(@class, 'gold')]/@style")
    crop = page.xpath("//div[contains(@class, 'crop')]/@style")
    assert gold[0].startswith("left:10.00%;top:20.00%;width:50.00%;height:50.00%")
    assert crop[0].startswith("left:0.00%;top:0.00%;width:50.00%;height:100.00%")


def test_a_cyclic_graph_has_its_findings_and_no_drawing(tmp_path: Path) -> None:
    cyclic = [*graph().edges, graph().edges[1].model_copy(
        update={"source": "claim_1", "target": "claim_root"}
    )]  # fmt: skip
    rows = small_rows(argument_graphs=[graph(edges=cyclic, is_valid=False)], reasoning_tasks=[])
    build_site(rows, blob, tmp_path)
    assert not (tmp_path / "graphs").exists()
    assert "not valid" in (tmp_path / "papers" / "p1.html").read_text("utf-8")


def test_a_long_list_goes_on_over_pages_and_misses_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scidoc_assets.explorer.site.LIST_ROWS", 3)
    names = [f"p{n}" for n in range(1, 9)]
    build_site(small_rows(raw_pdfs=[paper(name) for name in names]), blob, tmp_path)
    listed = [
        str(address)
        for number in (1, 2, 3)
        for address in pages(tmp_path)[f"lists/papers-{number}.html"].xpath("//td[1]/a/@href")
    ]
    assert listed == [f"../papers/{name}.html" for name in names]
    front = pages(tmp_path)["index.html"]
    assert "lists/papers-3.html" in front.xpath("//a/@href")
    assert not (tmp_path / "lists" / "tasks-1.html").exists()


def test_an_empty_project_has_a_front_page(tmp_path: Path) -> None:
    empty = {name: [] for name in vars(small_rows())}
    build_site(small_rows(**empty), blob, tmp_path)
    assert list(pages(tmp_path)) == ["index.html"]


@pytest.mark.parametrize(("value", "words"), [(None, "–"), (0.0, "0 %"), (0.256, "26 %")])
def test_shares_read_as_percentages(value: float | None, words: str) -> None:
    assert share(value) == words
