"""The authoring and verification rules of benchmark items (seed 002 section 3.4, appendix C).

Refuses to accept an item with a missing field, an incomplete or outdated screening, a label that
the reviewer has not audited, or a reviewer who is the author; every objection is named.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Literal

from scidoc_assets.schemas.workflow import AuthoringRecord, ScreeningLabel, WorkflowItem

SCREENING_MODELS = 4
Objection = Literal[
    "question_missing",
    "reference_missing",
    "output_format_missing",
    "evidence_locator_missing",
    "source_paper_missing",
    "authoring_record_missing",
    "screening_incomplete",
    "screening_model_repeated",
    "screening_response_empty",
    "screening_outdated",
    "labels_missing",
    "too_easy",
    "not_reviewed",
    "reviewer_is_author",
    "labels_not_audited",
    "not_answerable",
    "ambiguous",
    "reference_wrong",
    "all_fail_needs_confirmation",
]


def screened_digest(item: WorkflowItem) -> str:
    """Digest of what a screening holds for: questions, reference, output form, locator, papers.

    When it changes, the screening is void and all responses are collected again.
    """
    held = [
        item.question_en,
        item.question_zh,
        item.output_format_en,
        item.output_format_zh,
        json.loads(item.reference_json),
        json.loads(item.reference_zh_json or "null"),
        item.evidence_locator,
        [paper.sha256 for paper in item.source_papers],
    ]
    text = json.dumps(held, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def submission_objections(item: WorkflowItem) -> list[Objection]:
    """What keeps an author's item from being submitted, in order; empty when it may be."""
    missing: dict[Objection, bool] = {
        "question_missing": not (item.question_en and item.question_zh),
        "reference_missing": item.reference_json.strip() in ("", "null", '""'),
        "output_format_missing": not (item.output_format_en and item.output_format_zh),
        "evidence_locator_missing": not item.evidence_locator,
        "source_paper_missing": not item.source_papers,
    }
    found: list[Objection] = [name for name, is_missing in missing.items() if is_missing]
    if item.authoring is None:
        return [*found, "authoring_record_missing"]
    found += _screening_objections(item, item.authoring)
    if not found and difficulty(_author_labels(item.authoring)) == "too_easy":
        found.append("too_easy")
    return found


def review_objections(item: WorkflowItem) -> list[Objection]:
    """What keeps a submitted item from being accepted, with the reviewer's audited labels."""
    found: list[Objection] = submission_objections(item)
    if "too_easy" in found:  # decided below, by the audited labels
        found.remove("too_easy")
    record = item.authoring
    if record is None:
        return found
    if record.reviewer is None or record.reviewed_at is None:
        return [*found, "not_reviewed"]
    if record.reviewer == record.author:
        found.append("reviewer_is_author")
    checks: dict[Objection, bool | None] = {
        "not_answerable": record.is_answerable,
        "ambiguous": record.is_unambiguous,
        "reference_wrong": record.is_reference_correct,
    }
    found.extend(name for name, holds in checks.items() if not holds)
    if any(s.reviewer_label is None for s in record.screening):
        return [*found, "labels_not_audited"]
    kind = difficulty(audited_labels(record))
    if kind == "too_easy":
        found.append("too_easy")
    if kind == "all_fail" and not all(checks.values()):
        found.append("all_fail_needs_confirmation")
    return found


def difficulty(labels: Sequence[ScreeningLabel]) -> Literal["too_easy", "kept", "all_fail"]:
    """What screening says: solved by all, by some, or by none (then a reviewer must confirm)."""
    correct = sum(label == "correct" for label in labels)
    if labels and correct == len(labels):
        return "too_easy"
    return "kept" if correct else "all_fail"


def audited_labels(record: AuthoringRecord) -> list[ScreeningLabel]:
    """Labels after the reviewer's audit; the author's where none was given."""
    labels: list[ScreeningLabel | None] = [
        s.reviewer_label or s.author_label for s in record.screening
    ]
    return [label for label in labels if label is not None]


def decided(item: WorkflowItem) -> WorkflowItem:
    """The item with its decision: accepted without objections; pending until submitted and reviewed.

    Correctable objections return it to the author; a wrong or unanswerable item is rejected.
    """
    if item.decision == "imported":
        return item
    if item.authoring is None:  # a draft: nobody has submitted it yet
        return item.model_copy(update={"decision": "pending"})
    objections = review_objections(item)
    if not objections:
        decision = "accepted"
    elif "not_reviewed" in objections:
        decision = "pending"
    else:
        is_fatal = {"not_answerable", "too_easy"} & set(objections)
        decision = "rejected" if is_fatal else "returned"
    record = item.authoring
    if record is not None:
        record = record.model_copy(
            update={"decision": decision, "notes": ", ".join(objections) or record.notes}
        )
    return item.model_copy(update={"decision": decision, "authoring": record})


def _author_labels(record: AuthoringRecord) -> list[ScreeningLabel]:
    return [s.author_label for s in record.screening if s.author_label is not None]


def _screening_objections(item: WorkflowItem, record: AuthoringRecord) -> list[Objection]:
    found: list[Objection] = []
    models = [s.model for s in record.screening]
    if len(models) < SCREENING_MODELS:
        found.append("screening_incomplete")
    if len(set(models)) != len(models):
        found.append("screening_model_repeated")
    if any(not s.response.strip() for s in record.screening):
        found.append("screening_response_empty")
    if record.screened_digest != screened_digest(item):
        found.append("screening_outdated")
    if any(s.author_label is None for s in record.screening):
        found.append("labels_missing")
    return found
