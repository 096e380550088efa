"""paper_disciplines: what the manifest tells, else a model's classification, else null."""

from __future__ import annotations

from collections.abc import Sequence

from scidoc_assets.defs.dialogues import card_of, drive_all, helper_of
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.tasks.disciplines import (
    classify_dialogue,
    from_manifest,
    known_discipline,
    known_domain,
    undecided,
)
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.papers import PaperDiscipline, RawPdf


def _unexplained(rows: Rows) -> list[str]:
    """Papers without a discipline that name no reason, or with one that name no source."""
    return [
        r.paper_id
        for r in rows
        if isinstance(r, PaperDiscipline)
        and (r.reason is None if r.discipline is None else r.source is None)
    ]


def _outside_ontology(rows: Rows) -> list[str]:
    return [
        r.paper_id
        for r in rows
        if isinstance(r, PaperDiscipline)
        and r.discipline is not None
        and (
            known_discipline(r.discipline) != r.discipline
            or (r.source == "classified" and known_domain(r.discipline, r.domain) != r.domain)  # type: ignore[arg-type]
        )
    ]


def _is_complete(rows: Rows) -> bool:
    waiting = {"model_failed", "model_not_ready"}
    return not any(isinstance(r, PaperDiscipline) and r.reason in waiting for r in rows)


@stage(
    "paper_disciplines",
    uses=("tasks",),
    pool="llm_api",
    external=lambda project, key: card_of(project, project.settings.tasks.discipline_model),
    is_complete=_is_complete,
    checks=(
        TableCheck("unknown_disciplines_have_a_reason", _unexplained, is_blocking=True),
        TableCheck("disciplines_are_of_the_ontology", _outside_ontology, is_blocking=True),
    ),
)
def paper_disciplines(
    run: StageRun, raw_pdfs: Sequence[RawPdf], parsed_layouts: Sequence[ParsedLayout]
) -> Sequence[PaperDiscipline]:
    """One row per paper; only papers whose manifest tells nothing are classified."""
    rows = {p.paper_id: from_manifest(p) for p in raw_pdfs}
    helper = helper_of(run.project, run.project.settings.tasks.discipline_model)
    if helper is None:
        return list(rows.values())
    model, open_ids = helper.model, {i for i, r in rows.items() if r.discipline is None}
    if helper.missing is not None:
        for paper_id in open_ids:
            rows[paper_id] = undecided(
                paper_id, "model_not_ready", helper.missing, model=model.model_id
            )
        return list(rows.values())
    asked = [layout for layout in parsed_layouts if layout.paper_id in open_ids]
    found = drive_all(
        run.project, model, "discipline", lambda p: classify_dialogue(p, model.model_id), asked
    )
    return list((rows | {r.paper_id: r for r in found}).values())


STAGES = (paper_disciplines,)
