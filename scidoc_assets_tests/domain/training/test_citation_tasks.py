"""Citation roles: real sentences by rule, made-up ones by construction, doubtful ones rejected."""

from __future__ import annotations

from scidoc_assets.domain.training.citation_rules import ROLES
from scidoc_assets.domain.training.citation_tasks import citation_drafts, synthetic_citation
from scidoc_assets.domain.training.layout_sources import LayoutView
from scidoc_assets_tests.domain.training.conftest import make_layout


def test_real_sentences_get_the_rules_role(view: LayoutView) -> None:
    drafts = list(citation_drafts(view, 5, 0))
    roles = {str(d.construction["citation"]): d.answer for d in drafts if d.rejection is None}
    assert roles == {"[7]": {"role": "Baseline"}, "[12]": {"role": "ResultSupport"}}
    assert all(d.inputs[0].marks[0].label == "TEXT" for d in drafts)


def test_every_role_is_worded_so_that_the_rule_agrees() -> None:
    drafts = [synthetic_citation(i, 0) for i in range(140)]
    english = [d for d in drafts if d.language == "en"]
    assert {d.answer["role"] for d in english if not d.rejection} == set(ROLES)  # pyright: ignore
    assert [d.rejection for d in drafts if d.rejection] == []


def test_a_sentence_with_several_citations_is_rejected() -> None:
    layout = make_layout()
    blocks = [*layout.blocks]
    text = "We adopt the scheme of the earlier and the later authors [3, 4] here."
    blocks[3] = blocks[3].model_copy(update={"plain_text": text, "section_title": "Methods"})
    view = LayoutView(layout.model_copy(update={"blocks": blocks}))
    reasons = [d.rejection.reason for d in citation_drafts(view, 9, 0) if d.rejection]
    assert reasons == ["several_citations"]


def test_a_sentence_that_points_at_no_role_is_rejected() -> None:
    layout = make_layout()
    text = "The weather over the northern plains was mild that year as noted [3] by many."
    block = layout.blocks[3].model_copy(update={"plain_text": text, "section_title": None})
    view = LayoutView(layout.model_copy(update={"blocks": [block]}))
    reasons = [d.rejection.reason for d in citation_drafts(view, 9, 0) if d.rejection]
    assert reasons == ["role_ambiguous"]
