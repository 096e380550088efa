"""The mention grammar: spellings, lists, ranges, panels, series, offsets, and what is no mention."""

from __future__ import annotations

import pytest

from scidoc_assets.schemas.label_mentions import find_mentions


def _named(text: str, known: frozenset[str] = frozenset()) -> dict[str, str]:
    return {m.label.key: "".join(m.panels) for m in find_mentions(text, known)}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("see Figure 3.", {"F:3": ""}),
        ("(Fig 8)", {"F:8": ""}),
        ("fig.3 and fig. 2a", {"F:3": "", "F:2": "a"}),
        ("Fig.~3 shows", {"F:3": ""}),
        ("Figure\u00a03 shows", {"F:3": ""}),
        ("in Table1 we", {"T:1": ""}),
        ("Table II gives", {"T:2": ""}),
        ("Table A1 and Table A.2", {"T:A1": "", "T:A2": ""}),
        ("Scheme 1 starts", {"SCH:1": ""}),
        ("Supplementary Figure 1", {"F:S1": ""}),
        ("Supp. Fig. 2", {"F:S2": ""}),
        ("图3", {"F:3": ""}),
        ("表2", {"T:2": ""}),
        ("如图 1 所示", {"F:1": ""}),
        ("图1和图2", {"F:1": "", "F:2": ""}),
        ("图1、2和表3", {"F:1": "", "F:2": "", "T:3": ""}),
        ("図1と2に示す", {"F:1": "", "F:2": ""}),
        ("en las figuras 2 y 3a", {"F:2": "", "F:3": "a"}),
        ("nas tabelas 1 e 4", {"T:1": "", "T:4": ""}),
        ("les figures 2 à 4 et le tableau 1", {"F:2": "", "F:3": "", "F:4": "", "T:1": ""}),
        ("in den Abbildungen 2 oder 3", {"F:2": "", "F:3": ""}),
        ("на рис. 2 и в таблице", {"F:2": ""}),
    ],
)
def test_each_spelling_of_a_label_is_found(text, named):
    assert _named(text) == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Figs. 2-4", {"F:2": "", "F:3": "", "F:4": ""}),
        ("Figures 2\u20134", {"F:2": "", "F:3": "", "F:4": ""}),
        ("Figures 2\u22124", {"F:2": "", "F:3": "", "F:4": ""}),
        ("Figs. 3 to 5", {"F:3": "", "F:4": "", "F:5": ""}),
        ("Tables I\u2013III", {"T:1": "", "T:2": "", "T:3": ""}),
        ("Figs. S1-S3", {"F:S1": "", "F:S2": "", "F:S3": ""}),
        ("图 1-3", {"F:1": "", "F:2": "", "F:3": ""}),
        ("图1至图3", {"F:1": "", "F:2": "", "F:3": ""}),
        ("Figures 4, 5, & 6", {"F:4": "", "F:5": "", "F:6": ""}),
        ("Figure 1 and 2 show", {"F:1": "", "F:2": ""}),
        ("Figure 3, 4, and 5 show", {"F:3": "", "F:4": "", "F:5": ""}),
    ],
)
def test_a_range_or_list_expands_to_every_member(text, named):
    assert _named(text) == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Figs. 2, 4 and 6a,c", {"F:2": "", "F:4": "", "F:6": "ac"}),
        ("Figs. 2\u20134, 6a,c and 7B", {"F:2": "", "F:3": "", "F:4": "", "F:6": "ac", "F:7": "B"}),
        ("Fig. 3(a-c)", {"F:3": "abc"}),
        ("Fig. 3(a) and (b)", {"F:3": "ab"}),
        ("Fig 6A and 6E", {"F:6": "AE"}),
        ("Figs. 2A and D show", {"F:2": "AD"}),
        ("Figure 1A-C", {"F:1": "ABC"}),
        ("Fig. 2a\u20132d", {"F:2": "abcd"}),
        ("Fig. 2ab", {"F:2": "ab"}),
        ("Figs 3(a,b) and 4(c)", {"F:3": "ab", "F:4": "c"}),
    ],
)
def test_panel_letters_are_kept_and_the_figure_is_the_number(text, named):
    assert _named(text) == named


def test_supplementary_and_main_figures_with_one_number_stay_apart():
    text = "see Fig. 1 and Fig. S1 (Extended Data Fig. 1)"
    assert list(_named(text)) == ["F:1", "F:S1", "F:ED1"]
    text = "Fig. 1a,b and Extended Data Fig. 1a"
    assert _named(text) == {"F:1": "ab", "F:ED1": "a"}


def test_a_broken_and_ligatured_mention_is_found_with_offsets_into_the_raw_text():
    raw = "As the \ufb01gure shows (Fig-\nure\u00a02), the classi\u00ad\ufb01er wins; see \ufb01gure 4b."
    found = find_mentions(raw)
    assert [m.label.key for m in found] == ["F:2", "F:4"]
    assert [raw[m.start : m.end] for m in found] == ["Fig-\nure\u00a02", "\ufb01gure 4b"]


@pytest.mark.parametrize(
    "text",
    [
        "Figure 3 of [12] shows",
        "Fig. 2 in Smith et al. (2010)",
        "Figure 4 in Smith and Jones (2010)",
        "Figure 2 of the original paper",
        "(Fig. 3 in Smith and Jones, 2010)",
        "see Fig. 3 in Smith, 2010b",
        "as in Smith and Jones [2010, Table 2]",
        "their Figure 3",
        "[12, Fig. 3]",
        "(Smith et al., 2010, Fig. 3)",
        "captions such as \u201cIn Figure 3, we show\u201d",
    ],
)
def test_a_figure_of_another_paper_is_no_mention(text):
    assert find_mentions(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "configure 3 nodes",
        "in the figure I drew",
        "three tables",
        "Figure 2\u2014figure supplement 1",
    ],
)
def test_words_that_only_look_like_a_label_are_no_mention(text):
    assert find_mentions(text) == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("In Table 2, 5 of the models", {"T:2": ""}),
        ("Figures 3 and 4, 12 patients", {"F:3": "", "F:4": ""}),
        ("Table 3 and 95% of", {"T:3": ""}),
        ("Fig. 2a, a new method", {"F:2": "a"}),
        ("(Smith et al., 2010; Fig. 3)", {"F:3": ""}),
        ("Fig 1 in [0,1]", {"F:1": ""}),
    ],
)
def test_numbers_of_the_sentence_do_not_join_the_list(text, named):
    assert _named(text) == named


def test_known_labels_settle_numbers_by_chapter():
    assert list(_named("Figure 3.2 shows")) == ["F:3.2"]
    assert list(_named("Figure 3.2 shows", frozenset({"F:2", "F:3"}))) == ["F:3"]
    assert list(_named("图3-1", frozenset({"F:3.1"}))) == ["F:3.1"]


def test_known_labels_settle_whether_appendix_is_a_place_or_a_series():
    assert list(_named("Appendix Table 2", frozenset({"T:A2"}))) == ["T:A2"]
    assert list(_named("Appendix Table 2", frozenset({"T:2"}))) == ["T:2"]


@pytest.mark.parametrize("text", ["tab1 <- table(age, sex)", "plot(fig2)", "colSums(tab1)/2"])
def test_a_variable_named_like_a_label_is_no_mention(text):
    assert _named(text) == {}
