from __future__ import annotations

import pytest

from scidoc_assets.domain.latex.attaching import with_latex
from scidoc_assets.domain.latex.rows import align_latex
from scidoc_assets.domain.views.markdown import to_markdown
from scidoc_assets_tests.domain.latex.made import block, document
from scidoc_assets_tests.domain.views.test_markdown import layout


def attached(body: str, *blocks) -> list[str | None]:
    paper = layout(*blocks)
    rows = align_latex(paper, {"main.tex": document(body)})
    return [b.latex for b in with_latex(paper, rows).blocks]


@pytest.mark.parametrize(
    ("body", "printed", "wanted"),
    [
        (r"\begin{equation}\label{x} a = b^2 \end{equation}", "a = b2 (1)", r"a = b^2 \tag{1}"),
        (r"\[ a = b^2 \]", "a = b2", "a = b^2"),
        (
            r"\begin{align} a &= b^2 \nonumber \end{align}",
            "a = b2",
            r"\begin{aligned} a &= b^2 \end{aligned}",
        ),
        (
            r"\begin{equation} a = \begin{cases} b & c \\ d & e \end{cases} \end{equation}",
            "a = b c d e (1)",
            r"a = \begin{cases} b & c \\ d & e \end{cases} \tag{1}",
        ),
    ],
)
def test_an_equation_block_carries_its_latex(body: str, printed: str, wanted: str) -> None:
    assert attached(body, block(0, "equation", printed)) == [wanted]


def test_two_equations_in_one_block_are_gathered() -> None:
    body = r"\begin{align} x = y + z \\ u = v + w \end{align}"
    (latex,) = attached(body, block(0, "equation", "x = y + z (1)\nu = v + w (2)"))
    assert latex == "\\begin{gathered}\nx = y + z \\\\\nu = v + w\n\\end{gathered} \\tag{1, 2}"


def test_a_paragraph_that_holds_a_formula_keeps_its_text() -> None:
    body = "We sought relations as follows\n\\begin{equation} D = a R \\end{equation}"
    text = "We sought relations as follows\nD = a R (1)"
    assert attached(body, block(0, "paragraph", text)) == [None]


def test_the_markdown_view_shows_the_latex() -> None:
    paper = layout(block(0, "equation", "a = b2 (1)"))
    source = document(r"\begin{equation} a = b^2 \end{equation}")
    shown = to_markdown(with_latex(paper, align_latex(paper, {"main.tex": source})))
    assert shown == "$$\na = b^2 \\tag{1}\n$$\n"
