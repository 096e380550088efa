from __future__ import annotations

from pylatexenc import latexwalker

from scidoc_assets.domain.latex.drafts import label_in, last_argument, source_of
from scidoc_assets.domain.latex.vocabulary import parsing_context


def test_nodes_give_back_their_own_source() -> None:
    text = r"a \emph{b} $c$"
    nodes = latexwalker.LatexWalker(text, parsing_context()).get_latex_nodes()[0]
    assert source_of([*nodes, None]) == text


def test_the_last_argument_is_the_mandatory_one() -> None:
    walker = latexwalker.LatexWalker(r"\caption[short]{long}", parsing_context())
    node = walker.get_latex_nodes()[0][0]
    assert last_argument(node).latex_verbatim() == "{long}"


def test_the_first_label_is_found_and_none_is_none() -> None:
    assert label_in(r"x \label{ eq:a } \label{b}") == "eq:a"
    assert label_in("no label") is None
