"""Which LaTeX commands and environments carry structure, and how the parser reads their arguments.

Data only. Environments that are no text (pictures, code, bibliography) are named so that they are
left out on purpose.
"""

from __future__ import annotations

from typing import Any

from pylatexenc import latex2text, latexwalker
from pylatexenc.macrospec import EnvironmentSpec, MacroSpec

# Pylatexenc takes argument strings where its annotations want parser objects.
_spec: Any = MacroSpec
_environment: Any = EnvironmentSpec

HEADINGS: dict[str, int] = {
    "part": 1,
    "chapter": 1,
    "section": 1,
    "subsection": 2,
    "subsubsection": 3,
    "paragraph": 4,
    "subparagraph": 5,
}
TITLES = ("title", "icmltitle", "papertitle")
FLOATS: dict[str, str] = {
    "figure": "figure",
    "wrapfigure": "figure",
    "SCfigure": "figure",
    "sidewaysfigure": "figure",
    "table": "table",
    "wraptable": "table",
    "longtable": "table",
    "sidewaystable": "table",
    "SCtable": "table",
    "algorithm": "algorithm",
    "scheme": "scheme",
}
SUBFLOATS = frozenset({"subfigure", "subtable", "subfloat"})
ROW_EQUATIONS = frozenset({"align", "gather", "eqnarray", "flalign", "alignat"})
EQUATIONS = ROW_EQUATIONS | {"equation", "multline", "displaymath", "dmath"}
LISTS = frozenset({"itemize", "enumerate", "description", "compactitem", "inparaenum"})
NO_TEXT = frozenset(
    [
        "thebibliography",
        "tikzpicture",
        "pgfpicture",
        "picture",
        "verbatim",
        "Verbatim",
        "lstlisting",
        "minted",
        "comment",
        "filecontents",
        "tabular",
        "tabularx",
        "array",
        "CCSXML",
        "IEEEkeywords",
        "keyword",
        "keywords",
    ]
)
FRONT_MATTER = frozenset(
    [
        "author",
        "affiliation",
        "email",
        "affil",
        "institute",
        "institution",
        "address",
        "date",
        "thanks",
        "keywords",
        "preprint",
        "orcid",
        "pacs",
        "ead",
        "cortext",
        "corref",
        "title",
        "subtitle",
        "shorttitle",
        "runningtitle",
        "authorrunning",
        "titlerunning",
        "journal",
        "altaffiliation",
        "ccsdesc",
        "bibliographystyle",
        "bibliography",
        "hypersetup",
        "newcommand",
        "renewcommand",
        "def",
        "setlength",
        "setcounter",
        "pagestyle",
        "thispagestyle",
        "usepackage",
    ]
)
REFERENCES = ("ref", "eqref", "autoref", "cref", "Cref", "pageref", "nameref", "vref")
CITATIONS = (
    "cite", "citep", "citet", "citealt", "citealp", "citeauthor", "citeyear", "parencite",
    "textcite", "autocite", "footcite", "onlinecite", "supercite", "nocite",
)  # fmt: skip
# Printed elsewhere than where they stand, or not printed.
_SILENT = ("label", "footnote", "footnotetext", "todo", "color", "vspace", "hspace", "includegraphics",
           "centering", "index", "textcolor_name", "setlength")  # fmt: skip


def parsing_context() -> Any:
    """Pylatexenc's argument table with the commands of this module added."""
    context = latexwalker.get_default_latex_context_db()
    macros = [_spec(name, "*[{") for name in (*HEADINGS, "caption")]
    macros += [_spec(name, "[{") for name in (*TITLES, "author", "affiliation", "footnote", "todo")]
    macros += [_spec(n, "{") for n in sorted(FRONT_MATTER - _OWN_ARGUMENTS)]
    macros += [_spec(name, "*[[{") for name in CITATIONS]
    macros += [_spec(name, "*{") for name in (*REFERENCES, "vspace", "hspace")]
    macros += [_spec("textcolor", "[{{"), _spec("color", "[{"), _spec("label", "{")]
    macros += [
        _spec("tag", "*{"),
        _spec("captionof", "*{[{"),
        _spec("operatorname", "*{"),
    ]
    macros += [_spec("href", "{{"), _spec("url", "{"), _spec("subfloat", "[[{")]
    floats = [_environment(n, "{{") for n in ("wrapfigure", "wraptable")]
    context.add_context_category("scidoc", macros=macros, environments=floats, prepend=True)
    return context


_OWN_ARGUMENTS = frozenset(
    {
        "title",
        "author",
        "affiliation",
        "newcommand",
        "renewcommand",
        "def",
        "setlength",
        "setcounter",
    }
)


def text_context(numbers: dict[str, str]) -> Any:
    """Pylatexenc's text table; references read as the numbers they print, citations as nothing."""
    context = latex2text.get_default_latex_context_db()

    def number(node: Any) -> str:
        argument = node.nodeargd.argnlist[-1] if node.nodeargd else None
        return numbers.get(_inner(argument), "") if argument is not None else ""

    macros = [latex2text.MacroTextSpec(n, simplify_repl=number) for n in REFERENCES]
    macros += [latex2text.MacroTextSpec(n, simplify_repl="") for n in (*CITATIONS, *_SILENT)]
    macros += [latex2text.MacroTextSpec("textcolor", simplify_repl="%(3)s")]
    macros += [latex2text.MacroTextSpec("operatorname", simplify_repl="%(2)s")]
    macros += [latex2text.MacroTextSpec("href", simplify_repl="%(2)s")]
    context.add_context_category("scidoc", macros=macros, prepend=True)
    return context


def _inner(node: Any) -> str:
    """Source of an argument without its braces."""
    text = str(node.latex_verbatim())
    return text[1:-1].strip() if text[:1] == "{" and text[-1:] == "}" else text.strip()
