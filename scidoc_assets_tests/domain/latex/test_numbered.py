from __future__ import annotations

from scidoc_assets_tests.domain.latex.made import elements


def equations(body: str) -> list[tuple[str | None, str | None]]:
    return [(e.number, e.label) for e in elements(body) if e.kind == "equation"]


def test_each_row_of_an_align_is_an_equation_with_its_own_number_and_label() -> None:
    body = r"\begin{align} a&=b \label{x}\\ c&=d \nonumber \\ e&=f \label{z} \end{align}"
    assert equations(body) == [("1", "x"), (None, None), ("2", "z")]


def test_starred_and_bracketed_equations_have_no_number() -> None:
    body = r"\begin{equation*} a \end{equation*} \[ b \] $$ c $$ \begin{equation} d \end{equation}"
    assert [n for n, _ in equations(body)] == [None, None, None, "1"]


def test_tags_and_sub_equations_are_numbered_as_printed() -> None:
    body = r"""\begin{equation} a \tag{5'} \end{equation}
\begin{subequations}\begin{align} b \\ c \end{align}\end{subequations}
\begin{equation} d \end{equation}"""
    assert [n for n, _ in equations(body)] == ["5'", "1a", "1b", "2"]


def test_rows_inside_cases_belong_to_one_equation() -> None:
    body = r"\begin{align} y = \begin{cases} 1 \\ 2 \end{cases} \end{align}"
    assert equations(body) == [("1", None)]


def test_a_float_and_its_caption_share_number_and_label() -> None:
    body = r"""\begin{figure}\includegraphics{a}\caption[s]{Long words}\label{fig:a}\end{figure}
\begin{table*}\label{tab:t}\caption{Cells}\begin{tabular}{c}1\end{tabular}\end{table*}"""
    found = elements(body)
    assert [(e.kind, e.number, e.label, e.text) for e in found] == [
        ("float", "1", "fig:a", ""),
        ("caption", "1", "fig:a", "Long words"),
        ("float", "1", "tab:t", ""),
        ("caption", "1", "tab:t", "Cells"),
    ]
    assert [e.float_kind for e in found] == ["figure", "figure", "table", "table"]
    assert found[1].parent == found[0].order


def test_two_captions_in_one_environment_are_two_floats_with_their_own_labels() -> None:
    body = r"""\begin{figure}
\begin{minipage}{5cm}\caption{Left}\label{l}\end{minipage}
\begin{minipage}{5cm}\caption{Right}\label{r}\end{minipage}\end{figure}"""
    found = [(e.number, e.label) for e in elements(body) if e.kind == "float"]
    assert found == [("1", "l"), ("2", "r")]


def test_captions_of_sub_figures_are_no_captions_of_the_figure() -> None:
    body = r"""\begin{figure}\begin{subfigure}{4cm}\caption{part}\end{subfigure}
\caption{Whole}\end{figure}"""
    assert [e.text for e in elements(body) if e.kind == "caption"] == ["Whole"]


def test_a_float_without_caption_stays_without_number() -> None:
    found = elements(r"\begin{figure}\includegraphics{a}\end{figure}")
    assert [(e.kind, e.number, e.label) for e in found] == [("float", None, None)]


def test_numbers_within_sections_start_again_in_each() -> None:
    body = r"""\section{A}\begin{equation}a\end{equation}\begin{equation}b\end{equation}
\section{B}\begin{equation}c\end{equation}"""
    found = elements(body, r"\numberwithin{equation}{section}")
    assert [e.number for e in found if e.kind == "equation"] == ["1.1", "1.2", "2.1"]


def test_a_starred_caption_has_no_number_and_takes_none() -> None:
    body = r"""\begin{figure}\caption*{bare}\end{figure}\begin{figure}\caption{one}\end{figure}"""
    assert [e.number for e in elements(body) if e.kind == "caption"] == [None, "1"]


def test_a_caption_outside_of_a_float_makes_one() -> None:
    found = elements(r"Text. \captionof{table}{Cells of a kind}\label{t}")
    assert [(e.kind, e.float_kind, e.text) for e in found if e.kind != "paragraph"] == [
        ("float", "table", ""),
        ("caption", "table", "Cells of a kind"),
    ]
