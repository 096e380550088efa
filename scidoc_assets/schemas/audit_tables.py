"""Tables of the judge audits: people, judges among themselves, the embedded judge's labelled set."""

from __future__ import annotations

from scidoc_assets.schemas import metrics
from scidoc_assets.schemas.table_spec import NONE, TableSpec

_AGREEMENT_KEY = ("benchmark", "unit", "judges", "statistic")

AUDIT_SPECS = (
    TableSpec(
        "human_audit",
        metrics.HumanAuditSample,
        ("benchmark", "audit_id"),
        NONE,
        "audits",
        "Answers drawn for people to rate, balanced by model, setting and difficulty.",
    ),
    TableSpec(
        "human_audit_agreement",
        metrics.JudgeAgreement,
        _AGREEMENT_KEY,
        NONE,
        "audits",
        "Raters among themselves, and every judge against their consensus.",
    ),
    TableSpec(
        "cross_judge_audit",
        metrics.JudgeAgreement,
        _AGREEMENT_KEY,
        NONE,
        "audits",
        "Agreement of judges on the same answers, in pairs and all together.",
    ),
    TableSpec(
        "lexical_judge_agreement",
        metrics.JudgeAgreement,
        _AGREEMENT_KEY,
        NONE,
        "audits",
        "How far the embedded judge agrees with a labelled set of statement and answer pairs.",
    ),
)
