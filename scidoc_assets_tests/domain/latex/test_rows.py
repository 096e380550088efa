"""A pair that the test typesets itself: the same paper as LaTeX source and as a PDF."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidoc_assets.domain.latex import rows as rows_module
from scidoc_assets.domain.latex.rows import align_latex, alignment_shares
from scidoc_assets.domain.latex.source import LatexError
from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.gateways.pdf.parse import parse_paper
from scidoc_assets.gateways.typeset.typst_engine import TypstTypesetter
from scidoc_assets.schemas.latex import LatexAlignment
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets_tests.domain.latex.made import document

METHOD = (
    "We heated each sample slowly in a sealed chamber and recorded its mass with a balance that "
    "was checked against a standard before every run, so that drift between the runs stays small."
)
FINDING = (
    "The recorded mass falls with rising temperature in every sample, and the fall is steeper for "
    "the thin samples than for the thick ones over the whole range that the chamber can reach."
)
CAPTION = "Mass of the thin samples against temperature, three runs each."
TABLE_CAPTION = "Thickness and loss of mass of all the samples."

TYPST = f"""
#set page(width: 400pt, height: 560pt, margin: 40pt)
#set text(font: "Libertinus Serif", size: 10pt)
#set heading(numbering: "1.1")
#set math.equation(numbering: "(1)")
#align(center, text(size: 17pt, weight: "bold")[Loss of mass in heated samples])
= Materials and methods
{METHOD}
$ m(t) = m_0 - k t $
where the rate belongs to one sample only and is fitted once for each of the three runs.
#figure(rect(width: 200pt, height: 80pt, fill: gray), caption: [{CAPTION}])
= Results
== Thin samples
{FINDING}
#figure(table(columns: 2, [Sample], [Loss], [A], [12], [B], [17]), caption: [{TABLE_CAPTION}], kind: table)
{METHOD.replace("We heated", "Later we cooled")}
"""
LATEX = document(
    rf"""\maketitle
\section{{Materials and methods}}\label{{sec:methods}}
{METHOD}
\begin{{equation}}\label{{eq:mass}} \mass = m_0 - k t \end{{equation}}
where the rate belongs to one sample only and is fitted once for each of the three runs.
\begin{{figure}}\includegraphics{{f}}\caption{{{CAPTION}}}\label{{fig:mass}}\end{{figure}}
\section{{Results}}
\subsection{{Thin samples}}
\input{{finding}}

\begin{{table}}\caption{{{TABLE_CAPTION}}}\label{{tab:loss}}\begin{{tabular}}{{cc}}A&12\end{{tabular}}\end{{table}}
{METHOD.replace("We heated", "Later we cooled")}

A paragraph that never went to print because the editors asked us to take it out again.
""",
    "\\title{Loss of mass in heated samples}\\newcommand{\\mass}{m(t)}",
)


@pytest.fixture(scope="module")
def layout(tmp_path_factory: pytest.TempPathFactory) -> ParsedLayout:
    path: Path = tmp_path_factory.mktemp("pair") / "pair.pdf"
    path.write_bytes(TypstTypesetter().typeset("pair", TYPST, {}, {}).pdf)
    return parse_paper(path, "pair", ParseOptions(has_crops=False)).layout


@pytest.fixture(scope="module")
def aligned(layout: ParsedLayout) -> list[LatexAlignment]:
    return align_latex(layout, {"main.tex": LATEX, "finding.tex": FINDING})


def printed(layout: ParsedLayout, row: LatexAlignment) -> str:
    block = next(b for b in layout.blocks if b.block_id == row.block_id)
    return " ".join(block.plain_text.split())


def test_every_heading_lies_on_the_block_that_prints_it(
    layout: ParsedLayout, aligned: list[LatexAlignment]
) -> None:
    headings = [r for r in aligned if r.kind == "heading"]
    assert [printed(layout, r) for r in headings] == [
        "1 Materials and methods",
        "2 Results",
        "2.1 Thin samples",
    ]


def test_captions_and_labelled_floats_lie_on_theirs(
    layout: ParsedLayout, aligned: list[LatexAlignment]
) -> None:
    captions = {r.latex_label: printed(layout, r) for r in aligned if r.kind == "caption"}
    assert captions["fig:mass"] == f"Figure 1: {CAPTION}"
    assert captions["tab:loss"] == f"Table 1: {TABLE_CAPTION}"
    floats = {r.latex_label: r.block_id for r in aligned if r.kind == "float"}
    categories = {b.block_id: b.category for b in layout.blocks}
    assert {label: categories[str(b)] for label, b in floats.items()} == {
        "fig:mass": "figure",
        "tab:loss": "table",
    }


def test_the_equation_lies_on_the_block_with_its_number(
    layout: ParsedLayout, aligned: list[LatexAlignment]
) -> None:
    equation = next(r for r in aligned if r.kind == "equation")
    assert (equation.number, equation.latex_label) == ("1", "eq:mass")
    assert "(1)" in printed(layout, equation)


def test_text_out_of_an_input_is_aligned_too(
    layout: ParsedLayout, aligned: list[LatexAlignment]
) -> None:
    row = next(r for r in aligned if r.text == FINDING)
    assert printed(layout, row).startswith("The recorded mass falls")


def test_what_was_not_printed_stays_unaligned_with_its_reason(
    aligned: list[LatexAlignment],
) -> None:
    lost = [r for r in aligned if r.block_id is None]
    assert [(r.text[:30], r.reason, r.confidence) for r in lost] == [
        ("A paragraph that never went to", "no_similar_block", None)
    ]


def test_shares_count_floats_with_a_label_only(aligned: list[LatexAlignment]) -> None:
    rows = [
        *aligned,
        aligned[0].model_copy(update={"kind": "float", "latex_label": None, "block_id": None}),
    ]
    shares = {s.kind: (s.aligned, s.total) for s in alignment_shares(rows)}
    assert shares["float"] == (2, 2)
    assert shares["paragraph"] == (4, 5)


def test_a_source_with_too_many_elements_is_refused(
    layout: ParsedLayout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows_module, "MAX_ELEMENTS", 3)
    with pytest.raises(LatexError) as caught:
        align_latex(layout, {"main.tex": LATEX, "finding.tex": FINDING})
    assert caught.value.reason == "too_large"


def test_braces_without_end_are_refused_not_a_crash(layout: ParsedLayout) -> None:
    deep = document("{" * 50_000 + "x" + "}" * 50_000)
    with pytest.raises(LatexError) as caught:
        align_latex(layout, {"main.tex": deep})
    assert caught.value.reason == "too_deep"


def test_a_float_that_is_not_printed_and_a_heading_without_words_have_their_own_reasons(
    layout: ParsedLayout,
) -> None:
    float_ = "\\begin{figure}\\caption{Nobody ever printed this.}\\label{fig:none}\\end{figure}"
    rows = align_latex(layout, {"main.tex": document("\\section{}\n" + float_)})
    reasons = {r.kind: r.reason for r in rows}
    assert reasons["float"] == "caption_not_aligned"
    assert reasons["heading"] == "no_text"
