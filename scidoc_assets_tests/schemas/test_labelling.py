"""Labels: every spelling of a label has one key, and no two series share one."""

from __future__ import annotations

import pytest

from scidoc_assets.schemas.labelling import match_label, parse_label


@pytest.mark.parametrize(
    ("printed", "key", "standard"),
    [
        ("Figure 3", "F:3", "Figure 3"),
        ("FIG. 2a", "F:2", "Figure 2"),
        ("Fig.~3", "F:3", "Figure 3"),
        ("Fig. S2: spectra", "F:S2", "Figure S2"),
        ("FigS1", "F:S1", "Figure S1"),
        ("Fig. SI 1", "F:S1", "Figure S1"),
        ("Supplementary Figure S1", "F:S1", "Figure S1"),
        ("Supp. Fig. 2", "F:S2", "Figure S2"),
        ("Extended Data Fig. 1", "F:ED1", "Extended Data Figure 1"),
        ("ED Fig. 4", "F:ED4", "Extended Data Figure 4"),
        ("Appendix Table 2", "T:A2", "Table A2"),
        ("Table1", "T:1", "Table 1"),
        ("Table A.1", "T:A1", "Table A1"),
        ("TABLE IV", "T:4", "Table 4"),
        ("Scheme S1", "SCH:S1", "Scheme S1"),
        ("Algorithm 2", "ALG:2", "Algorithm 2"),
        ("图 1:流程", "F:1", "Figure 1"),
        ("表2", "T:2", "Table 2"),
        ("图3-1 结构", "F:3.1", "Figure 3.1"),
        ("Figure 3.2 Layout", "F:3.2", "Figure 3.2"),
        ("Figure 3.0.2: Plan", "F:3.0.2", "Figure 3.0.2"),
        ("Figure C.1.2", "F:C1.2", "Figure C1.2"),
        ("Table S1.2", "T:S1.2", "Table S1.2"),
        ("Web Table 1", "T:S1", "Table S1"),
        ("Abbildung 4 Aufbau", "F:4", "Figure 4"),
        ("Tableau 2 : Puissance", "T:2", "Table 2"),
        ("Tabela 3 – Listas", "T:3", "Table 3"),
        ("Tabella 1. Dati", "T:1", "Table 1"),
        ("Cuadro 5. Valores", "T:5", "Table 5"),
        ("Gráfico 2. Evolución", "CH:2", "Chart 2"),
        ("Figuur 6: Opzet", "F:6", "Figure 6"),
        ("Рис. 7. Схема", "F:7", "Figure 7"),
        ("Таблица 8", "T:8", "Table 8"),
        ("図1 構成", "F:1", "Figure 1"),
    ],
)
def test_every_spelling_of_a_label_has_one_key_and_one_standard_form(printed, key, standard):
    label = parse_label(printed)
    assert label is not None
    assert (label.key, label.printed) == (key, standard)


def test_the_standard_form_reads_back_as_the_same_label():
    for printed in [
        "Figure 3",
        "Figure S2",
        "Extended Data Figure 1",
        "Appendix Table 2",
        "Scheme S1",
    ]:
        label = parse_label(printed)
        assert label is not None
        assert parse_label(label.printed) == label


def test_supplementary_and_main_figures_with_one_number_are_distinct_labels():
    keys = {
        label.key
        for printed in ["Fig. 1", "Fig. S1", "Extended Data Fig. 1", "Fig. A1"]
        if (label := parse_label(printed))
    }
    assert keys == {"F:1", "F:S1", "F:ED1", "F:A1"}


@pytest.mark.parametrize(
    "text",
    [
        "Figure legends",
        "configure 3",
        "Tabular 3",
        "Fig 2020",
        "table I made",
        "",
        "3 figures",
        "Table 0",
    ],
)
def test_a_text_without_a_label_is_none(text):
    assert parse_label(text) is None


def test_the_match_ends_after_the_number_so_that_the_caption_text_follows():
    found = match_label("Fig. 3. 2 samples")
    assert found is not None
    assert "Fig. 3. 2 samples"[found.end :] == ". 2 samples"


@pytest.mark.parametrize("text", ["Figurative 3", "Tabelog 3", "рисунков 3", "Cuadros rojos 3"])
def test_words_that_only_begin_like_label_words_are_no_label(text):
    assert match_label(text) is None
