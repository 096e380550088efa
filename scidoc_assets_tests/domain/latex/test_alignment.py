from __future__ import annotations

from scidoc_assets.domain.latex.alignment import place_running
from scidoc_assets_tests.domain.latex.made import block, elements


def placed(body: str, *blocks) -> list[str | None]:
    found = elements(body)
    places = place_running(found, blocks)
    return [places[e.order].block.block_id if e.order in places else None for e in found]


def test_headings_find_their_block_with_and_without_printed_numbers() -> None:
    body = "\\section{Materials and methods}\n\\section{Results}"
    blocks = [
        block(0, "section_header", "1 Materials and methods"),
        block(1, "section_header", "II. RESULTS"),
    ]
    assert placed(body, *blocks) == ["p-b00000", "p-b00001"]


def test_equal_headings_keep_the_order_of_the_source() -> None:
    body = "\\section{A}\n\\subsection{Setup}\nFirst text here.\n\\section{B}\n\\subsection{Setup}"
    blocks = [
        block(0, "section_header", "1 A"),
        block(1, "section_header", "1.1 Setup"),
        block(2, "paragraph", "First text here."),
        block(3, "section_header", "2 B"),
        block(4, "section_header", "2.1 Setup"),
    ]
    assert placed(body, *blocks) == [f"p-b{k:05d}" for k in range(5)]


def test_a_run_in_heading_lies_in_the_block_that_it_opens() -> None:
    body = "\\paragraph{Serial position.} Curves show the share of participants."
    text = "Serial position. Curves show the share of participants."
    assert placed(body, block(0, "paragraph", text)) == ["p-b00000", "p-b00000"]


def test_a_heading_is_not_found_in_a_running_head() -> None:
    blocks = [block(0, "header", "Results"), block(1, "section_header", "Results")]
    assert placed("\\section{Results}", *blocks) == ["p-b00001"]


def test_the_printed_number_tells_like_equations_apart() -> None:
    body = "\\begin{align} x = y + z \\\\ x = y - z \\end{align}"
    blocks = [block(0, "equation", "x = y + z (1)"), block(1, "equation", "x = y − z (2)")]
    assert placed(body, *blocks) == ["p-b00000", "p-b00001"]


def test_an_equation_inside_a_paragraph_block_is_placed_there() -> None:
    body = "We sought relations between scales as follows\n\\begin{equation} D_m = a_0 R^2 P \\end{equation}"
    text = "We sought relations between scales as follows\nDm = a0 R2P (1)"
    assert placed(body, block(0, "paragraph", text)) == ["p-b00000", "p-b00000"]


def test_an_element_that_was_not_printed_stays_unaligned() -> None:
    body = "\\section{Removed before print}\nA paragraph that the authors took out again later."
    other = block(0, "paragraph", "Completely different words about another subject altogether.")
    assert placed(body, other) == [None, None]


def test_a_paragraph_goes_to_the_block_where_it_begins() -> None:
    long = "Occasionally this gradual drift of our ongoing experience is punctuated by changes"
    blocks = [block(0, "paragraph", long[:60]), block(1, "paragraph", long[60:], page=1)]
    assert placed(long, *blocks) == ["p-b00000"]


def test_no_blocks_or_no_elements_place_nothing() -> None:
    assert place_running([], [block(0, "paragraph", "x")]) == {}
    assert place_running(elements("\\section{A}"), []) == {}


def test_a_heading_that_is_read_out_of_order_is_still_found_with_less_confidence() -> None:
    body = "\\section{First part}\n\\section{Second part}\n\\section{Third part}"
    blocks = [
        block(0, "section_header", "Third part"),
        block(1, "section_header", "First part"),
        block(2, "section_header", "Second part"),
    ]
    found = elements(body)
    places = place_running(found, blocks)
    assert places[found[2].order].block.block_id == "p-b00000"
    assert places[found[2].order].confidence < places[found[0].order].confidence


def test_a_formula_with_another_printed_number_is_not_taken() -> None:
    body = "\\setcounter{equation}{4}\\begin{equation} a_1 = 2 b_1 \\end{equation}"
    assert placed(body, block(0, "equation", "a1 = 3 c1 + 4 d1 (7)")) == [None]
