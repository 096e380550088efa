from __future__ import annotations

import pytest
from pylatexenc import latex2text, latexwalker

from scidoc_assets.domain.latex.vocabulary import parsing_context, text_context


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"\textcolor{red}{word}", "word"),
        (r"\href{http://a.b}{shown}", "shown"),
        (r"as in \citep[see][]{doe} here", "as in here"),
        (r"Fig.~\ref{fig:a}", "Fig. 7"),
        (r"\operatorname{argmax}", "argmax"),
        (r"gone\label{x}\footnote{aside}", "gone"),
    ],
)
def test_commands_read_as_what_they_print(latex: str, wanted: str) -> None:
    nodes = latexwalker.LatexWalker(latex, parsing_context()).get_latex_nodes()[0]
    writer = latex2text.LatexNodes2Text(text_context({"fig:a": "7"}), math_mode="text")
    assert " ".join(writer.nodelist_to_text(nodes).split()) == wanted
