"""Every hard check fires on its pattern and leaves the natural wording beside it alone."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.tasks.checks import (
    EXAM_PATTERNS,
    PROCEDURE_PATTERNS,
    SHELL_PATTERNS,
    StemContext,
    check_stem,
    named_anchors,
)

CONTEXT = StemContext(
    claims=[
        "Chelators control biofilms by removing calcium from the matrix.",
        "Citrate disperses the biofilm without killing its cells.",
    ],
    aliases=["Figure 1", "Figure 2", "Table 1"],
)
GOOD = "What links the fate of the cells to the state of the matrix across Figure 1 and Table 1?"

EXAM = {
    "discuss": ("Discuss the fate of the cells in the matrix.", "Why do reviewers discuss cells?"),
    "explain_task": ("Explain in detail the fate of the cells.", "What can explain the cell fate?"),
    "compare_and_contrast": (
        "Compare and contrast lanes and cells.",
        "How do lanes compare to it?",
    ),
    "proof": ("Can you prove that cells leave the lane?", "Is there proof of cells in the lane?"),
    "essay": ("Write a note on cells in the lane.", "Who wrote of cells in the lane?"),
    "chinese_exam": ("试论述图1中细胞的去向。", "图1中细胞的去向与基质有何关系？"),
}
PROCEDURE = {
    "numbered_steps": (
        "First read the lanes and then relate them to the cells?",
        "What happens first to the cells of the lanes?",
    ),
    "instruction_chain": (
        "By comparing the lanes, what becomes of the cells?",
        "How do lanes and cells compare in the matrix?",
    ),
    "combine_then": (
        "Combine the lanes of Figure 1 and Table 1 to infer the fate of cells.",
        "How do lanes and matrix combine in the fate of cells?",
    ),
    "identify_then": (
        "Identify the lanes in Figure 1, then relate them to cells?",
        "What identifies the lanes in Figure 1 as special to cells?",
    ),
}
SHELLS = {
    "overall_conclusion": "What overall conclusion follows for the cells in the matrix?",
    "best_supported": "Which explanation is best supported for the cells in the matrix?",
    "most_consistent": "Which interpretation is most consistent with the lanes and cells?",
    "what_if_anything": "What, if anything, does the matrix do to the cells?",
    "how_fully": "How fully is the claim that cells leave the matrix borne out?",
    "to_what_extent": "To what extent is the claim that cells leave the matrix borne out?",
    "using_to_form": "Using the lanes to form a view, what becomes of the cells?",
    "taking_as_evidence": "Taking the lanes as evidence, what becomes of the cells?",
    "figures_show": "What do these figures show about the cells in the matrix?",
}


def rules(stem: str) -> set[str]:
    return {hit.rule for hit in check_stem(stem, CONTEXT)}


def test_a_natural_stem_passes() -> None:
    assert check_stem(GOOD, CONTEXT) == []


@pytest.mark.parametrize("rule", EXAM_PATTERNS)
def test_exam_phrasing_is_caught_and_plain_wording_is_not(rule: str) -> None:
    caught, plain = EXAM[rule]
    assert rule in rules(caught)
    assert rule not in rules(plain)


@pytest.mark.parametrize("rule", PROCEDURE_PATTERNS)
def test_an_exposed_procedure_is_caught_and_plain_wording_is_not(rule: str) -> None:
    caught, plain = PROCEDURE[rule]
    assert rule in rules(caught)
    assert rule not in rules(plain)


@pytest.mark.parametrize("rule", SHELL_PATTERNS)
def test_every_answer_shaping_shell_is_caught(rule: str) -> None:
    hits = check_stem(SHELLS[rule], CONTEXT)
    assert ("answer_shaping", rule) in {(h.reason, h.rule) for h in hits}


@pytest.mark.parametrize(
    "stem",
    [
        "Which explanation do the lanes leave open for the cells?",
        "What holds the cells in the matrix of Figure 1 together?",
        "To what extent do the lanes of Figure 1 share their cells?",
        "What does the matrix of Figure 1 do to the cells?",
    ],
)
def test_wording_near_a_shell_is_left_alone(stem: str) -> None:
    assert "answer_shaping" not in {h.reason for h in check_stem(stem, CONTEXT)}


@pytest.mark.parametrize("stem", ["What is the pattern in Figure 1?", "这些图中的规律是什么？"])
def test_a_stem_without_a_subject_is_over_generic(stem: str) -> None:
    assert "over_generic" in {h.reason for h in check_stem(stem, CONTEXT)}


@pytest.mark.parametrize(
    ("stem", "rule"),
    [
        ("Do chelators control biofilms by taking calcium out of the matrix?", "lexical_overlap"),
        ("Is it that citrate disperses the biofilm without killing cells?", "lexical_overlap"),
        ("Why do chelators control biofilms by removing calcium here?", "shared_run"),
        ("Does removing matrix calcium by chelators control biofilms?", "paraphrase"),
        ("Why is the calcium of the lanes lower after the wash?", "direction_word"),
    ],
)
def test_a_leaking_stem_is_caught(stem: str, rule: str) -> None:
    hits = check_stem(stem, CONTEXT)
    assert ("leaks_claim", rule) in {(h.reason, h.rule) for h in hits}


def test_naming_two_objects_of_a_claim_is_no_leak() -> None:
    stem = "What relationship links citrate and calcium in the cases recorded in Figure 1?"
    assert check_stem(stem, CONTEXT) == []


def test_an_anchor_outside_the_selection_is_named() -> None:
    hits = check_stem(GOOD.replace("Figure 1", "Figures 1 and 3"), CONTEXT)
    assert [(h.reason, h.found) for h in hits] == [("anchor_outside_selection", "Figure 3")]


def test_anchors_are_read_from_lists_ranges_and_chinese() -> None:
    assert named_anchors("Figures 1, 2 and Table 1; see figure 2") == [
        "Figure 1",
        "Figure 2",
        "Table 1",
    ]
    assert named_anchors("图1和表2中的产率") == ["Figure 1", "Table 2"]
