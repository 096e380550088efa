"""A page of formulas as data, and its source for the embedded typesetter and for XeLaTeX.

Holds headings, sentences with inline symbols and numbered or labelled formulas, in three layouts.
Refuses nothing; whether a page overflows is seen when it is typeset.
"""

from __future__ import annotations

from typing import Literal

from scidoc_assets.domain.training.formula_bank import Formula, Symbol
from scidoc_assets.schemas.geometry import Row
from scidoc_assets.schemas.training import TrainingLanguage

PageLayout = Literal["one_column", "two_column", "spanning"]
LAYOUTS: tuple[PageLayout, ...] = ("one_column", "two_column", "spanning")
PAGE_WIDTH_PT, PAGE_HEIGHT_PT = 480.0, 440.0
LATIN_FONT = "Libertinus Serif"


class Piece(Row):
    """A run of text or one inline symbol in both notations."""

    text: str = ""
    latex: str | None = None
    typst: str | None = None


class FormulaItem(Row):
    """A section: heading, a sentence before, the formula with its tag, sentences after."""

    heading: str
    before: str
    latex: str
    typst: str
    tag: str
    after: list[Piece]


class FormulaPage(Row):
    """One page; `language` decides the fonts."""

    language: TrainingLanguage
    layout: PageLayout
    title: str
    items: list[FormulaItem]


def definition_pieces(symbols: list[Symbol], language: TrainingLanguage) -> list[Piece]:
    """The sentence that defines the symbols, one clause each."""
    if not symbols:
        return []
    is_en = language == "en"
    pieces = [Piece(text="Here, " if is_en else "其中，")]
    for index, symbol in enumerate(symbols):
        if index:
            is_last = index == len(symbols) - 1
            joint = (", and " if is_last else ", ") if is_en else "，"
            pieces.append(Piece(text=joint))
        pieces.append(Piece(latex=symbol.latex, typst=symbol.typst))
        pieces.append(Piece(text=f" denotes {symbol.en}" if is_en else f" 表示{symbol.zh}"))
    return [*pieces, Piece(text="." if is_en else "。")]


def formula_item(
    formula: Formula, tag: str, before: str, defined: list[Symbol], language: TrainingLanguage
) -> FormulaItem:
    """A section about one formula in which some of its symbols are defined."""
    return FormulaItem(
        heading=formula.title_en if language == "en" else formula.title_zh,
        before=before,
        latex=formula.latex,
        typst=formula.typst,
        tag=tag,
        after=definition_pieces(defined, language),
    )


def typst_source(page: FormulaPage) -> str:
    """The page in typst, with embedded fonts only."""
    fonts = f'"{LATIN_FONT}"' + (', "Droid Sans Fallback"' if page.language == "zh" else "")
    columns = 1 if page.layout == "one_column" else 2
    head = [
        f"#set page(width: {PAGE_WIDTH_PT:g}pt, height: {PAGE_HEIGHT_PT:g}pt, margin: 42pt)",
        f"#set text(font: ({fonts},), size: 9.5pt)",
        "#set par(justify: true)",
    ]
    title = f'#align(center)[#text(size: 13pt, weight: "bold")[{_typst_text(page.title)}]]'
    items = [_typst_item(item) for item in page.items]
    if columns == 2:  # both columns are used
        items.insert((len(items) + 1) // 2, "#colbreak()")
    body = "\n\n".join(items)
    if page.layout == "two_column":  # the title stands inside the first column
        body, title = f"{title}\n\n{body}", ""
    if columns == 2:
        body = f"#columns(2, gutter: 16pt)[\n{body}\n]"
    return "\n".join([*head, title, body])


def latex_source(page: FormulaPage) -> str:
    """The page for XeLaTeX; Chinese needs a font that `xeCJK` finds on the user's machine."""
    options = "twocolumn" if page.layout != "one_column" else "onecolumn"
    head = [
        f"\\documentclass[{options}]{{article}}",
        f"\\usepackage[paperwidth={PAGE_WIDTH_PT:g}bp,paperheight={PAGE_HEIGHT_PT:g}bp,margin=42bp]{{geometry}}",
        "\\usepackage{amsmath}",
        *(["\\usepackage{xeCJK}"] if page.language == "zh" else []),
        "\\pagestyle{empty}",
        "\\begin{document}",
    ]
    title = f"\\begin{{center}}\\textbf{{\\large {_latex_text(page.title)}}}\\end{{center}}"
    if page.layout == "spanning":
        title = f"\\twocolumn[{title}]"
    body = "\n\n".join(_latex_item(item) for item in page.items)
    return "\n".join([*head, title, body, "\\end{document}"])


def _typst_item(item: FormulaItem) -> str:
    after = "".join(
        f"${piece.typst}$" if piece.typst else _typst_text(piece.text) for piece in item.after
    )
    number = (
        f"#grid(columns: (1fr, auto), align: horizon, $ {item.typst} $, [{_typst_text(item.tag)}])"
    )
    heading = f"*{_typst_text(item.heading)}*"
    return "\n\n".join(part for part in (heading, _typst_text(item.before), number, after) if part)


def _latex_item(item: FormulaItem) -> str:
    after = "".join(
        f"${piece.latex}$" if piece.latex else _latex_text(piece.text) for piece in item.after
    )
    tag = item.tag.strip("()")
    display = f"\\begin{{equation*}}{item.latex}\\tag{{{tag}}}\\end{{equation*}}"
    return "\n".join(
        (f"\\paragraph{{{_latex_text(item.heading)}}}", _latex_text(item.before), display, after)
    )


def _typst_text(text: str) -> str:
    for char in "\\#$*_`<>@[]":
        text = text.replace(char, f"\\{char}")
    return text


def _latex_text(text: str) -> str:
    for char in "&%$#_{}":
        text = text.replace(char, f"\\{char}")
    return text
