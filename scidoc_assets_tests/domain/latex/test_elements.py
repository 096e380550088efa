from __future__ import annotations

from scidoc_assets_tests.domain.latex.made import elements


def test_sections_are_numbered_as_latex_numbers_them() -> None:
    body = r"""
\section{One}\label{sec:one}
\subsection{Deep} \subsubsection{Deeper}
\section*{Bare}
\section{Two} \subsection{Again}
\appendix
\section{Extra}
"""
    found = [(e.level, e.number, e.text, e.label) for e in elements(body) if e.kind == "heading"]
    assert found == [
        (1, "1", "One", "sec:one"),
        (2, "1.1", "Deep", None),
        (3, "1.1.1", "Deeper", None),
        (1, None, "Bare", None),
        (1, "2", "Two", None),
        (2, "2.1", "Again", None),
        (1, "A", "Extra", None),
    ]


def test_blank_lines_and_displayed_equations_part_paragraphs() -> None:
    body = "First one.\n\nSecond starts\n\\begin{equation} a=b \\end{equation}\nand ends."
    found = [(e.kind, e.text) for e in elements(body)]
    assert found == [
        ("paragraph", "First one."),
        ("paragraph", "Second starts"),
        ("equation", "a=b"),
        ("paragraph", "and ends."),
    ]


def test_references_read_as_the_numbers_they_print() -> None:
    body = r"""See Fig.~\ref{fig:a} and (\ref{eq:x}) \cite{doe}.
\begin{figure}\caption{Words}\label{fig:a}\end{figure}
\begin{equation}\label{eq:x} a \end{equation}"""
    paragraph = next(e for e in elements(body) if e.kind == "paragraph")
    assert paragraph.text.startswith("See Fig. 1 and (1)")
    assert paragraph.references == ("fig:a", "eq:x", "doe")


def test_the_title_of_the_preamble_is_an_element() -> None:
    found = elements("\\maketitle Text.", "\\title[short]{A \\emph{long} title}")
    assert (found[0].kind, found[0].text) == ("title", "A long title")


def test_front_matter_footnotes_code_and_bibliographies_are_no_text() -> None:
    body = r"""\author{A. Name}\affiliation{Some place}\date{today}
Words\footnote{aside} here.
\begin{verbatim} code \end{verbatim}
\begin{thebibliography}{1}\bibitem{a} An entry.\end{thebibliography}"""
    assert [(e.kind, e.text) for e in elements(body)] == [("paragraph", "Words here.")]


def test_list_items_and_the_abstract_have_their_own_kinds() -> None:
    body = r"""\begin{abstract} In short. \end{abstract}
\begin{itemize}\item first \item second\end{itemize}"""
    found = [(e.kind, e.text) for e in elements(body)]
    assert found == [("abstract", "In short."), ("list_item", "first"), ("list_item", "second")]


def test_elements_know_their_section() -> None:
    found = elements("\\section{A}\nText.\n")
    assert (found[0].kind, found[1].parent) == ("heading", found[0].order)


def test_shell_commands_in_a_source_are_only_text() -> None:
    found = elements("Before \\immediate\\write18{touch /tmp/never} after.")
    assert [e.kind for e in found] == ["paragraph"]


def test_unbalanced_latex_still_gives_what_can_be_read() -> None:
    found = elements("\\section{Good}\nText with {an open brace.\n\\begin{figure}")
    assert ("heading", "Good") in [(e.kind, e.text) for e in found]


def test_figures_and_equations_count_on_in_the_appendix() -> None:
    body = r"\begin{equation}a\end{equation}\appendix\section{X}\begin{equation}b\end{equation}"
    assert [e.number for e in elements(body)] == ["1", "A", "2"]


def test_sections_and_floats_inside_braces_are_found() -> None:
    body = r"{\small \section*{Thanks} We thank you all. \begin{figure}\caption{C}\end{figure}}"
    assert [e.kind for e in elements(body)] == ["heading", "float", "caption", "paragraph"]


def test_a_label_belongs_to_the_heading_only_right_behind_it() -> None:
    body = "\\section{A \\label{in}}\n\\section{B}\n\\label{behind}\nText.\n\n\\label{late}\nMore."
    labels = [(e.text, e.label) for e in elements(body) if e.kind == "heading"]
    assert labels == [("A", "in"), ("B", "behind")]
