"""Composition: one template, fonts by language, figures and captions handed over whole."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from scidoc_assets.gateways.typeset.interface import TypesetDocument
from scidoc_assets.sample.composing import compose_paper, fonts_for, paragraph_text, template
from scidoc_assets.sample.content import load_paper


class _Recorder:
    """Keeps the files that a paper hands to the typesetter."""

    files: Mapping[str, bytes]

    def typeset(
        self, name: str, source: str, files: Mapping[str, bytes], fonts: Mapping[str, bytes]
    ) -> TypesetDocument:
        self.files = files
        return TypesetDocument(b"")


def _handed_over(stem: str) -> tuple[Mapping[str, bytes], dict[str, list[dict[str, object]]]]:
    recorder = _Recorder()
    library = {name: load_paper(name) for name in ("soil_excerpt", "phys_rings", "mat_cathode_zh")}
    compose_paper(library[stem], library, recorder, 0)
    return recorder.files, json.loads(recorder.files["paper.json"])


def test_every_figure_is_a_file_that_the_template_data_names() -> None:
    files, data = _handed_over("phys_rings")
    named = [item["object"]["file"] for item in data["body"] if item["kind"] == "display"]  # type: ignore[index]
    figures = {name for name in named if name}
    assert figures == set(files) - {"paper.json"}
    assert "Figure_4.jpg" in figures


def test_caption_units_join_to_the_caption() -> None:
    _, data = _handed_over("soil_excerpt")
    first = next(item["object"] for item in data["body"] if item["kind"] == "display")
    units = first["caption_units"]  # type: ignore[index]
    assert " ".join(units) == load_paper("soil_excerpt").object("Figure 1").caption
    assert first["bold_units"] == 2  # type: ignore[index]


def test_chinese_captions_lose_no_character() -> None:
    _, data = _handed_over("mat_cathode_zh")
    for item in data["body"]:
        if item["kind"] == "display":
            shown = item["object"]
            caption = load_paper("mat_cathode_zh").object(shown["label"]).caption  # type: ignore[index]
            assert "".join(shown["caption_units"]) == caption  # type: ignore[index]


def test_only_chinese_papers_get_the_chinese_font() -> None:
    assert "cjk.ttf" in fonts_for("zh")
    assert "cjk.ttf" not in fonts_for("en")


def test_chinese_sentences_are_joined_without_spaces() -> None:
    paper = load_paper("mat_cathode_zh")
    assert "。 " not in paragraph_text(paper, paper.abstract)


@pytest.mark.filterwarnings("error:Glyph")
def test_chinese_figures_have_their_glyphs_every_time_they_are_drawn() -> None:
    first, _ = _handed_over("mat_cathode_zh")
    second, _ = _handed_over("mat_cathode_zh")
    assert first == second


def test_the_template_marks_positions() -> None:
    assert "<mark>" in template()
