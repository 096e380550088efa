"""Tests of the label grammar at caption starts."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.figures.labels import parse_label


@pytest.mark.parametrize(
    ("text", "standard", "kind"),
    [
        ("Figure 3: A plot", "Figure 3", "figure"),
        ("Fig. 3. A plot", "Figure 3", "figure"),
        ("FIG. 12. (a) A plot", "Figure 12", "figure"),
        ("TABLE II. Results", "Table 2", "table"),
        ("Table1 Results", "Table 1", "table"),
        ("Table A1: More", "Table A1", "table"),
        ("Fig. S2 Spectrum", "Figure S2", "figure"),
        ("Supplementary Figure 1", "Figure S1", "figure"),
        ("Extended Data Fig. 1 | Title", "Extended Data Figure 1", "figure"),
        ("Scheme S1 Synthesis", "Scheme S1", "figure"),
        ("Algorithm 2 Search", "Algorithm 2", "algorithm"),
        ("\u56fe 1\uff1a\u95ee\u9898", "Figure 1", "figure"),
        ("\u88682 \u7ed3\u679c", "Table 2", "table"),
        ("Fig.~3", "Figure 3", "figure"),
        ("Table A\u20101: More", "Table A1", "table"),
        ("Listing 2. Code", "Listing 2", "algorithm"),
        ("Figure 3.0.2: Plan", "Figure 3.0.2", "figure"),
        ("Fig. 3a. One panel", "Figure 3", "figure"),
        ("Tabela 3 \u2013 Listas", "Table 3", "table"),
        ("Gráfico 2. Evolución", "Chart 2", "figure"),
        ("Рис. 7. Схема", "Figure 7", "figure"),
        ("図1 構成", "Figure 1", "figure"),
    ],
)
def test_a_label_is_read_in_its_series_and_kind(text: str, standard: str, kind: str) -> None:
    label = parse_label(text)
    assert label is not None
    assert (label.text, label.kind) == (standard, kind)


@pytest.mark.parametrize(
    "text",
    ["figure 3 shows", "Figures 2, 3 and 4", "Figurative 3", "Table of contents", "Tables 3 and 4"],
)
def test_running_words_are_no_label(text: str) -> None:
    assert parse_label(text) is None


def test_series_with_one_number_are_distinct_labels() -> None:
    """B09."""
    keys = {
        label.key
        for text in ("Figure 1", "Figure S1", "Extended Data Fig. 1", "Figure A1")
        if (label := parse_label(text)) is not None
    }
    assert len(keys) == 4


def test_the_end_of_a_label_is_an_index_into_the_raw_text() -> None:
    text = "Table 4 \u2013 Results"
    label = parse_label(text)
    assert label is not None
    assert text[label.end :] == " \u2013 Results"
    assert label.delimiter == "\u2013"


def test_a_continued_label_says_so() -> None:
    label = parse_label("Table 2 (continued)")
    assert label is not None
    assert label.is_continued


@pytest.mark.parametrize(
    "text",
    [
        "Table 1 continued on next page",
        "Table 2 \u2013 continued on the following page",
        "TABLE III (continues on next page)",
    ],
)
def test_a_pointer_to_the_next_page_opens_nothing(text: str) -> None:
    assert parse_label(text) is None


def test_a_continued_part_still_has_its_label() -> None:
    label = parse_label("Table 2 continued from previous page")
    assert label is not None
    assert label.is_continued


@pytest.mark.parametrize(
    ("text", "is_continued"),
    [
        ("Table 2 (continued). Results", True),
        ("Tabelle 2 (Fortsetzung)", True),
        ("Tableau 2 (suite) : valeurs", True),
        ("Tabla 2 (continuación)", True),
        ("Table 2 suite of benchmarks", False),
    ],
)
def test_a_continued_caption_says_so_in_its_language(text: str, is_continued: bool) -> None:
    label = parse_label(text)
    assert label is not None
    assert label.is_continued is is_continued
