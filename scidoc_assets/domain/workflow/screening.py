"""Screening records out of model responses: verbatim texts, and labels proposed for the author.

A rule evaluator proposes; the author decides and the reviewer audits. Refuses to label what no rule
can score (judge and execution items, unreadable answers): the label is null and says why.
"""

from __future__ import annotations

from collections.abc import Mapping

from scidoc_assets.domain.workflow.authoring import screened_digest
from scidoc_assets.domain.workflow.evaluation import score_response
from scidoc_assets.domain.workflow.matched_settings import item_in
from scidoc_assets.domain.workflow.scoring import needs_outcome
from scidoc_assets.schemas.workflow import (
    AuthoringRecord,
    ScreeningResponse,
    WorkflowItem,
    WorkflowSetting,
)

SCREENED_IN: WorkflowSetting = "en_images_first"
BY_RULE = "labels proposed by rule: the author checks each"
BY_HAND = "no rule can label these responses: the author sets every author_label"


def needs_screening(item: WorkflowItem) -> bool:
    """Whether an item has no screening, or one of other questions, answers or papers."""
    record = item.authoring
    return record is None or not record.screening or record.screened_digest != screened_digest(item)


def screened(
    item: WorkflowItem, author: str, created_at: str, responses: Mapping[str, str]
) -> WorkflowItem:
    """The item with a new authoring record; `responses` are texts by model, kept verbatim.

    An earlier record is replaced as a whole: its labels and review were of other responses.
    """
    is_by_hand = needs_outcome(item)
    asked = item_in(item, SCREENED_IN)
    screening = [_proposed(asked, is_by_hand, model, text) for model, text in responses.items()]
    record = AuthoringRecord(
        author=author,
        created_at=created_at,
        screened_digest=screened_digest(item),
        screening=screening,
        notes=BY_HAND if is_by_hand else BY_RULE,
    )
    return item.model_copy(update={"authoring": record, "decision": "pending"})


def _proposed(asked: WorkflowItem, is_by_hand: bool, model: str, text: str) -> ScreeningResponse:
    """One answer with the label that the rule proposes, or why it proposes none."""
    if is_by_hand:
        return ScreeningResponse(model=model, response=text, unlabelled=f"{asked.evaluator}_item")
    scored = score_response(asked, text)
    if scored.score is None:
        return ScreeningResponse(model=model, response=text, unlabelled=scored.cause or "unscored")
    label = "correct" if scored.score == 1.0 else "incorrect"
    return ScreeningResponse(model=model, response=text, author_label=label)
