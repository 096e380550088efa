from __future__ import annotations

import pytest

from scidoc_assets.domain.latex import source as source_module
from scidoc_assets.domain.latex.source import LatexError, find_main, flatten, without_comments
from scidoc_assets_tests.domain.latex.made import document


def test_inputs_and_includes_are_put_in_where_they_stand() -> None:
    files = {
        "main.tex": document("A \\input{parts/b} C \\include{d.tex}"),
        "parts/b.tex": "B",
        "d.tex": "D",
    }
    assert flatten(files).body.split() == ["A", "B", "C", "D"]


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "parts/../../secret"])
def test_an_input_outside_the_folder_is_left_out_and_listed(name: str) -> None:
    files = {"main.tex": document(f"A \\input{{{name}}} B"), "secret.tex": "S"}
    found = flatten(files)
    assert found.body.split() == ["A", "B"]
    assert found.skipped == [(name, "outside_folder")]


def test_inputs_that_include_each_other_end_with_the_cycle_named() -> None:
    files = {"main.tex": document("\\input{a}"), "a.tex": "A \\input{b}", "b.tex": "B \\input{a}"}
    found = flatten(files)
    assert found.body.split() == ["A", "B"]
    assert found.skipped == [("a", "cycle")]


def test_a_missing_input_is_listed_and_the_rest_kept() -> None:
    assert flatten({"main.tex": document("A \\input{gone}")}).skipped == [("gone", "missing")]


def test_inputs_that_double_on_every_level_stop_at_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(source_module, "MAX_CHARS", 20_000)
    files = {f"f{k}.tex": f"\\input{{f{k + 1}}}\\input{{f{k + 1}}}" for k in range(12)}
    files |= {"f12.tex": "x" * 50, "main.tex": document("\\input{f0}")}
    with pytest.raises(LatexError) as caught:
        flatten(files)
    assert caught.value.reason == "too_large"


def test_comments_go_but_an_escaped_percent_sign_stays() -> None:
    assert without_comments("40\\% of it % a note\nnext") == "40\\% of it next"


def test_a_blank_line_behind_a_comment_still_ends_the_paragraph() -> None:
    assert "\n\n" in without_comments("one % note\n\ntwo")


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_blank_lines_end_paragraphs_whatever_the_line_ends_of_the_file(end: str) -> None:
    text = without_comments(f"One.{end}{end}Two. % a note{end}{end}Three.")
    assert text.split("\n\n") == ["One.", "Two. ", "Three."]


def test_the_main_file_is_the_one_that_begins_the_document() -> None:
    files = {"a.tex": "no start", "sub/b.tex": document("x"), "c.tex": document("y")}
    assert find_main(files) == "c.tex"


def test_a_folder_without_main_file_is_refused_with_its_reason() -> None:
    with pytest.raises(LatexError) as caught:
        flatten({"a.tex": "% \\begin{document}"})
    assert caught.value.reason == "no_main_file"


def test_nothing_behind_the_end_of_the_document_is_read() -> None:
    assert "after" not in flatten({"m.tex": document("x") + "after"}).body


def test_the_bibliography_file_takes_the_place_of_its_command() -> None:
    files = {"m.tex": document("\\bibliography{refs}"), "m.bbl": "\\begin{thebibliography}"}
    assert "thebibliography" in flatten(files).body


def test_inputs_within_inputs_end_at_a_depth_that_no_paper_needs() -> None:
    files = {f"f{n}.tex": f"L{n} \\input{{f{n + 1}}}" for n in range(30)}
    found = flatten({"main.tex": document("\\input{f0}"), **files})
    (name, reason) = found.skipped[0]
    assert reason == "too_deep"
    assert f"L{int(name[1:]) - 1}" in found.body
