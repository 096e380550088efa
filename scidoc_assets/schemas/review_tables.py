"""Tables of the expert review (see `tables.py`)."""

from __future__ import annotations

from scidoc_assets.schemas import review
from scidoc_assets.schemas.table_spec import NONE, TableSpec

REVIEW_SPECS = (
    TableSpec(
        "review_packets",
        review.ReviewPacket,
        ("object_id",),
        NONE,
        "review",
        "Every object of every task that people review, as it now stands, with its digest.",
    ),
    TableSpec(
        "review_decisions",
        review.ReviewDecision,
        ("decision_id",),
        NONE,
        "review",
        "Imported decisions; one on an object that has changed since does not count.",
    ),
    TableSpec(
        "review_consensus",
        review.ReviewConsensus,
        ("object_id", "object_digest"),
        NONE,
        "review",
        "What two reviewers and, where they differ, a third hold of each object; all versions.",
    ),
    TableSpec(
        "review_dispositions",
        review.TaskDisposition,
        ("task_id",),
        NONE,
        "review",
        "Tasks out of review: direct, minor, major or rejected; adjudicated overlaps.",
    ),
    TableSpec(
        "review_agreement",
        review.ReviewAgreement,
        ("unit",),
        NONE,
        "review",
        "Agreement of the two reviewers before adjudication: exact share and Cohen's kappa.",
    ),
)
