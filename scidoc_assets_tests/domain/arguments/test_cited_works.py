"""Knowledge nodes and the entries of the reference list that their citations name."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.arguments.cited_works import look_up_knowledge
from scidoc_assets.domain.arguments.stages import GraphOrigin, empty_graph
from scidoc_assets.schemas.arguments import GraphNode
from scidoc_assets_tests.domain.arguments.hand_paper import Line, layout_of

NUMBERED: list[Line] = [
    ("section_header", "References"),
    (
        "reference_entry",
        "[3] A. Author and B. Bee. “Calcium binds acidic proteins.” In: J. Film 8 (2001). DOI: "
        "10.1000/film.2001.8.",
    ),
    ("reference_entry", "[4] C. Cee. Adhesins. Nature 2002."),
    ("reference_entry", "https://doi.org/10.1016/0009-2614(83)80005-0"),
    ("reference_entry", "[5] D. Dee. Films on water. Biofouling, 1999."),
    ("reference_entry", "[5] E. Twin. Printed with the number of another. 2000."),
]
NAMED: list[Line] = [
    ("section_header", "References"),
    ("reference_entry", "Ann Author and Bo Bee. 2001a. Calcium binds acidic proteins. In J. Film."),
    ("reference_entry", "Cee, C., & Dee, D. (2002). Adhesins of wet surfaces. Nature, 1(2), 3."),
    ("reference_entry", "Li Wang. 2003. First of two. Nature."),
    ("reference_entry", "Mei Wang. 2003. Second of two. Nature."),
]


def looked_up(lines: list[Line], citation: str | None) -> GraphNode:
    node = GraphNode(
        node_id="basis_1", type="established_basis", label="Calcium binds.", citation=citation
    )
    graph = empty_graph(GraphOrigin("p", "b"), "no_claims", "")
    graph = graph.model_copy(update={"nodes": [node]})
    return look_up_knowledge(graph, layout_of(lines)).nodes[0]


def test_a_number_names_its_entry_word_by_word_with_title_doi_and_place() -> None:
    node = looked_up(NUMBERED, "[3]")
    (work,) = node.cited_works
    assert node.cited_works_status == "found"
    assert work.entry == NUMBERED[1][1]
    assert (work.title, work.doi) == ("Calcium binds acidic proteins", "10.1000/film.2001.8")
    layout = {b.block_id: b for b in layout_of(NUMBERED).blocks}
    assert layout[work.block_id].bbox_pt == work.bbox_pt
    assert layout[work.block_id].page_index == work.page_index


def test_an_entry_goes_on_in_the_blocks_without_a_number_that_follow_it() -> None:
    (work,) = looked_up(NUMBERED, "[4]").cited_works
    assert work.entry == f"{NUMBERED[2][1]}\n{NUMBERED[3][1]}"
    assert work.doi == "10.1016/0009-2614(83)80005-0"


@pytest.mark.parametrize("citation", ["[3, 4]", "[3–4]", "3,4", "3-4"])
def test_lists_and_ranges_name_every_entry_with_or_without_brackets(citation: str) -> None:
    works = looked_up(NUMBERED, citation).cited_works
    assert [w.entry[:3] for w in works] == ["[3]", "[4]"]


@pytest.mark.parametrize(
    ("citation", "title"),
    [
        ("(Author and Bee, 2001a)", "Calcium binds acidic proteins"),
        ("Author et al. (2001a)", "Calcium binds acidic proteins"),
        ("(Cee and Dee, 2002)", "Adhesins of wet surfaces"),
    ],
)
def test_a_name_with_its_year_names_an_entry_and_its_title(citation: str, title: str) -> None:
    (work,) = looked_up(NAMED, citation).cited_works
    assert work.title == title
    assert work.doi is None


@pytest.mark.parametrize(
    ("lines", "citation"),
    [
        (NUMBERED, "[9]"),
        (NUMBERED, "[3, 9]"),
        (NUMBERED, "[5]"),
        (NUMBERED, "(Author, 2001)"),
        (NAMED, "(Wang, 2003)"),
        (NAMED, "(Author, 1999)"),
        ([("paragraph", "A paper without a list.")], "[3]"),
    ],
)
def test_what_no_entry_or_more_than_one_answers_to_is_said_to_be_not_in_the_list(
    lines: list[Line], citation: str
) -> None:
    node = looked_up(lines, citation)
    assert (node.cited_works, node.cited_works_status) == ([], "not_in_list")


def test_knowledge_without_a_citation_is_said_to_have_none() -> None:
    for nothing in (None, " "):
        assert looked_up(NUMBERED, nothing).cited_works_status == "no_citation"


def test_a_title_that_nothing_sets_apart_is_null() -> None:
    (work,) = looked_up(NUMBERED, "[4]").cited_works
    assert work.title is None


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        (
            "[1] A. Gal, C. W. Probst, and M. Franz. HotpathVM: An effective compiler. In VEE, 2006.",
            "HotpathVM: An effective compiler",
        ),
        (
            "[1] Deepali Jain, Malaya de Borah, and Anupam Biswas. Summaries of law? Review, 2021.",
            "Summaries of law?",
        ),
        ("1. Tosa T, Sano R. Growth and decay of films. Journal of Films. 1972;36.", None),
        ("1. Growth and Decay. Journal of Film Science, 2001.", None),
    ],
)
def test_the_title_follows_authors_only_where_nothing_else_can_stand_before_it(
    entry: str, title: str | None
) -> None:
    (work,) = looked_up([("reference_entry", entry)], "[1]").cited_works
    assert work.title == title


def test_numbers_that_run_on_make_a_numbered_list_though_authors_are_blocks_of_their_own() -> None:
    lines: list[Line] = []
    for number in range(1, 7):
        lines.append(("reference_entry", f"{number}. Title of work {number}"))
        lines.append(("reference_entry", "Ann Author, Bo Bee"))
        lines.append(("reference_entry", "J. Film (2001) https://doi.org/10.1000/x"))
    (work,) = looked_up(lines, "[4]").cited_works
    assert (
        work.entry
        == "4. Title of work 4\nAnn Author, Bo Bee\nJ. Film (2001) https://doi.org/10.1000/x"
    )


def test_a_doi_cut_by_the_end_of_a_line_is_whole() -> None:
    entry = "1. A. B. Growth. https://doi.org/10.1002/j.1537-2197.\n1992.tb12626.x"
    (work,) = looked_up([("reference_entry", entry)], "[1]").cited_works
    assert work.doi == "10.1002/j.1537-2197.1992.tb12626.x"


def test_nodes_of_other_types_are_not_looked_up() -> None:
    claim = GraphNode(node_id="c", type="claim", label="It grows [3].", citation="[3]")
    graph = empty_graph(GraphOrigin("p", "b"), "no_claims", "")
    graph = graph.model_copy(update={"nodes": [claim]})
    assert look_up_knowledge(graph, layout_of(NUMBERED)).nodes == [claim]
