"""Binding: which paragraphs cite a figure, and what is said when none does."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.contexts.binding import bind_contexts
from scidoc_assets.domain.contexts.hosts import locate_mentions
from scidoc_assets.schemas.contexts import gated_dimensions
from scidoc_assets_tests.domain.contexts.layouts_by_hand import block, figure, layout


def _bind(paper, *labels):
    return {b.label: b for b in bind_contexts(paper, [figure(label) for label in labels])}


def test_a_paragraph_binds_once_to_each_figure_that_it_names():
    paper = layout(
        block(
            "We see Fig. 1 and Fig. S1 (Extended Data Fig. 1). Fig. 1 also shows growth of yield."
        )
    )
    bound = _bind(paper, "Figure 1", "Figure S1")
    assert bound["Figure 1"].mention_count == 1
    assert bound["Figure 1"].paragraphs[0].mention_count == 2
    assert bound["Figure S1"].mention_count == 1
    assert bound["Figure 1"].unresolved_labels == ["Extended Data Figure 1"]


def test_a_mention_inside_another_caption_is_a_cross_reference_and_not_a_citing_paragraph():
    paper = layout(
        block("Some body text that names no object at all."),
        block("Figure 3: Loss of the small model.", "caption"),
        block("Figure 4: Same as Figure 3 but for the large model.", "caption"),
    )
    row = _bind(paper, "Figure 3", "Figure 4")["Figure 3"]
    assert (row.mention_count, row.caption_cross_references) == (0, 1)
    assert row.context_reason == "only_in_captions"
    assert "CTX" not in row.gated_dimensions


@pytest.mark.parametrize(
    "furniture",
    [
        block("Running head of Figure 3 and others", "header"),
        block("Page footer with Figure 3 in it, odd", "footer"),
        block("Figure 3: Loss of the model . . . . . . . . . 12", section="List of Figures"),
        block("Figure 3 Loss of the model 12", section="List of Figures"),
        block("[3] A. Smith. Figure 3 considered harmful. 2010.", "reference_entry"),
        block("A. Smith. Figure 3 considered harmful. 2010.", section="References"),
        block("S4 34.1 2.42 Figure 3", "table"),
        block("1 The data of Figure 3 are public.", "footnote"),
        block("plot(x)  # makes Figure 3 of the paper", "algorithm"),
    ],
)
def test_furniture_references_tables_footnotes_and_code_never_cite(furniture):
    row = _bind(layout(block("A body paragraph without a mention."), furniture), "Figure 3")[
        "Figure 3"
    ]
    assert (row.mention_count, row.paragraphs, row.context_reason) == (0, [], "only_in_furniture")


def test_a_caption_that_the_parser_took_for_a_paragraph_does_not_cite():
    paper = layout(
        block("Figure 3. Loss of the model over time."),
        block("Body text without any mention here."),
    )
    assert _bind(paper, "Figure 3")["Figure 3"].mention_count == 0


@pytest.mark.parametrize(
    ("paper", "reason"),
    [
        (layout(block("A body paragraph without a mention.")), "no_mention"),
        (layout(block("Figure 3: Loss.", "caption")), "no_text"),
        (layout(), "no_text"),
        (layout(block("See Figure 3.")), "no_text"),  # under 20 characters
    ],
)
def test_an_empty_context_says_why(paper, reason):
    row = _bind(paper, "Figure 3")["Figure 3"]
    assert (row.has_context, row.context_reason) == (False, reason)


def test_a_figure_without_label_has_no_context_and_says_so():
    (row,) = bind_contexts(
        layout(block("As Figure 3 shows, the loss falls.")), [figure(None, None)]
    )
    assert row.context_reason == "no_label"
    assert row.is_excluded


def test_a_paragraph_over_two_columns_is_one_by_its_continuation_relation():
    paper = layout(
        block("The loss of Figure 3 falls. The second", column=0),
        block("Table 1: Numbers.", "caption", column=1),
        block("Model in Figure 3 is better.", column=1),
        continuations=((0, 2),),
    )
    assert _bind(paper, "Figure 3")["Figure 3"].mention_count == 1


def test_a_mention_cut_by_a_column_break_is_found():
    paper = layout(
        block("The loss of the large model falls fast, as shown in Fig-"),
        block("ure 3, whereas the small model stays flat.", column=1),
    )
    row = _bind(paper, "Figure 3")["Figure 3"]
    assert row.mention_count == 1
    assert "in Figure 3, whereas" in row.paragraphs[0].text


def test_a_paragraph_cut_by_a_displayed_equation_counts_once():
    paper = layout(
        block("The loss of Figure 3 is defined as:"),
        block("L = x + y", "equation"),
        block("where x is drawn in Figure 3 as a line."),
    )
    assert _bind(paper, "Figure 3")["Figure 3"].mention_count == 1


def test_two_paragraphs_of_one_column_count_twice():
    paper = layout(
        block("Figure 3 shows that the loss falls."),
        block("The loss of Figure 3 rises again later."),
    )
    assert _bind(paper, "Figure 3")["Figure 3"].mention_count == 2


def test_neighbouring_sentences_of_the_same_section_join_and_those_of_another_do_not():
    paper = layout(
        block("Earlier work. It used one model.", section="1 Methods"),
        block("The loss is in Figure 3."),
        block("It falls by half in ten epochs. Nothing else changes."),
    )
    text = _bind(paper, "Figure 3")["Figure 3"].paragraphs[0].text
    assert text == "The loss is in Figure 3. It falls by half in ten epochs."


def test_a_bare_pointer_weighs_less_and_comes_last():
    paper = layout(
        block("Details are given in Figure 3 (see also Table 1)."),
        block("Figure 3 shows that model A outperforms model B by 12 points on every split."),
        block("Figure 3 contains the attention weights of every token of the encoder."),
    )
    row = _bind(paper, "Figure 3", "Table 1")["Figure 3"]
    classes = [p.citation_class for p in row.paragraphs]
    assert classes == ["comparison_or_trend", "specific_claim", "bare_pointer"]
    weights = [p.weight for p in row.paragraphs]
    assert weights == sorted(weights, reverse=True)
    assert row.paragraphs_left_out == 1


def test_a_pointer_whose_claim_follows_in_the_next_sentence_is_not_bare():
    paper = layout(
        block("Results are shown in Figure 3. Model A is 12 points better than model B.")
    )
    row = _bind(paper, "Figure 3")["Figure 3"]
    assert row.paragraphs[0].citation_class == "comparison_or_trend"


def test_at_most_two_snippets_of_500_characters_and_the_cuts_are_counted():
    filler = "This sentence fills the paragraph with words that say nothing at all. " * 12
    body = [block(f"{filler}Figure 3 shows case {i} in detail. {filler}") for i in range(3)]
    row = _bind(layout(*body), "Figure 3")["Figure 3"]
    assert len(row.snippets) == 2
    assert all(len(s) <= 500 and "Figure 3 shows case" in s for s in row.snippets)
    assert (row.snippets_cut, row.paragraphs_left_out) == (2, 1)


def test_gating_follows_the_evidence_that_is_there():
    assert gated_dimensions(True, True) == ["VC", "SL", "C", "CTX", "MR"]
    assert gated_dimensions(True, False) == ["VC", "SL", "C", "MR"]
    assert gated_dimensions(False, True) == ["VC", "SL", "CTX", "MR"]
    assert gated_dimensions(False, False) == []


def test_mention_rows_point_into_the_raw_text_of_their_block():
    paper = layout(
        block("The \ufb01rst plot (\ufb01gure 3b) rises.", page=2),
        block("Figure 4: As Figure 9.", "caption"),
    )
    rows = locate_mentions(paper, [figure("Figure 3"), figure("Figure 4")])
    body, caption = rows
    assert paper.blocks[0].plain_text[body.start : body.end] == "\ufb01gure 3b"
    assert (body.label_key, body.panels, body.page_index, body.place) == ("F:3", ["b"], 2, "body")
    assert (caption.label, caption.place, caption.is_resolved) == ("Figure 9", "caption", False)
