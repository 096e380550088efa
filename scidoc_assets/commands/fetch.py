"""`scidoc fetch`: papers from a service into the corpus, only what is missing.

One paper at a time, each whole or refused with a reason; the others go on. Stops when the service
is down, and resumes from the manifest.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import click

from scidoc_assets.commands.exits import EXIT_COUNTED, EXIT_FAILED, EXIT_USAGE
from scidoc_assets.domain.acquisition.content import check_pdf
from scidoc_assets.domain.acquisition.manifest_rows import absent_ids, manifest_row
from scidoc_assets.domain.acquisition.naming import paper_id_of
from scidoc_assets.domain.acquisition.queries import QueryError, check_query, is_answered_by
from scidoc_assets.domain.acquisition.unpacking import SourceRefused, unpack_source
from scidoc_assets.gateways.acquisition.interface import Source, SourceError
from scidoc_assets.gateways.acquisition.opening import open_source
from scidoc_assets.schemas.acquisition import (
    AcquisitionSettings,
    FetchOutcome,
    FetchReason,
    PaperQuery,
    RemotePaper,
    Service,
)
from scidoc_assets.storage.config import load_acquisition, load_settings
from scidoc_assets.storage.fetched import FetchedFolder, fetching, sha256_of

Report = Callable[[FetchOutcome], None]


def fetch(root: Path, service: Service, query: PaperQuery, with_latex: bool, as_json: bool) -> int:
    """Bring papers in and print one line each; returns the exit code.

    0: all there; 3: some refused, with reasons; 1: the service gave nothing or went down;
    2: a question that the service does not understand.
    """
    config = root / "data" / "config"
    settings = load_acquisition(config)
    corpus = root / load_settings(config).corpus.folder
    source = open_source(service, settings, root / "data" / "cache")
    try:
        check_query(service, query, with_latex)
        with fetching(corpus / service) as folder:
            outcomes, stopped = fetch_into(
                folder, source, query, with_latex, settings, lambda o: _print(o, as_json)
            )
    except QueryError as error:
        click.echo(f"scidoc: {error}", err=True)
        return EXIT_USAGE
    except SourceError as error:
        click.echo(f"scidoc: {service}: {error} [{error.reason}]", err=True)
        return EXIT_FAILED
    return _conclusion(outcomes, stopped, corpus / service)


def fetch_into(
    folder: FetchedFolder,
    source: Source,
    query: PaperQuery,
    with_latex: bool,
    settings: AcquisitionSettings,
    report: Report,
) -> tuple[list[FetchOutcome], SourceError | None]:
    """Outcomes of every paper that answers `query`, and the failure that stopped it early, if any.

    Ids that are present are not asked about again. Raises SourceError when the listing fails.
    """
    outcomes: list[FetchOutcome] = []

    def told(outcome: FetchOutcome) -> None:
        outcomes.append(outcome)
        report(outcome)

    wanted = _still_asked(folder, query, with_latex, told)
    if query.ids and not wanted.ids:
        return outcomes, None
    papers = source.find(wanted)
    for missing in _unanswered(wanted.ids, papers):
        told(_refused(missing, missing, SourceError("not_found", "unknown to the service")))
    failures = 0
    for paper in papers:
        try:
            told(_one(folder, source, paper, with_latex, settings))
            failures = 0
        except SourceError as error:
            told(_refused(paper_id_of(paper), paper.remote_id, error))
            failures = failures + 1 if error.is_service_down else 0
            if failures >= settings.stop_after_failures:
                return outcomes, error
    return outcomes, None


def _still_asked(
    folder: FetchedFolder, query: PaperQuery, with_latex: bool, told: Report
) -> PaperQuery:
    """The query without the ids that are there already (asked with LaTeX: with it)."""
    rows = [r for f, r in folder.rows.items() if not with_latex or folder.has_latex(f)]
    absent = absent_ids(query.ids, rows, folder.sizes())
    names = {str(r["remote_id"]): str(r["paper_id"]) for r in rows if "remote_id" in r}
    for present in [i for i in query.ids if i not in absent]:
        told(FetchOutcome(paper_id=names[present], remote_id=present, status="present"))
    return query.model_copy(update={"ids": absent})


def _unanswered(ids: list[str], papers: list[RemotePaper]) -> list[str]:
    """Asked ids that no answer belongs to: neither the same, nor a version or member of it."""
    return [i for i in ids if not any(is_answered_by(i, p.remote_id) for p in papers)]


def _one(
    folder: FetchedFolder,
    source: Source,
    paper: RemotePaper,
    with_latex: bool,
    settings: AcquisitionSettings,
) -> FetchOutcome:
    name = paper_id_of(paper)
    file = f"{name}.pdf"
    outcome = FetchOutcome(paper_id=name, remote_id=paper.remote_id, status="present")
    if not folder.has_paper(file):
        got = source.download(paper)
        reason = check_pdf(got.data, got.content_type, settings.min_pdf_bytes, paper.crc32)
        if reason is None and len(got.data) > settings.max_pdf_mb * 1_000_000:
            reason = "too_large"
        if reason:
            said = f"{paper.pdf_address}: {len(got.data)} bytes, {got.content_type}"
            raise SourceError(reason, said)
        licence, unknown = _licence(source, paper)
        stated = paper.model_copy(update={"licence": licence})
        now = datetime.now(UTC).isoformat(timespec="seconds")
        row = manifest_row(stated, file, sha256_of(got.data), len(got.data), now)
        folder.put_paper(row, got.data)
        outcome = outcome.model_copy(update={"status": "fetched", "detail": unknown})
    if not with_latex:
        return outcome
    return outcome.model_copy(update=_latex(folder, source, paper, file, settings))


def _licence(source: Source, paper: RemotePaper) -> tuple[str | None, str | None]:
    """The licence, and why it is not known; a paper is not given up for it."""
    try:
        return paper.licence or source.licence(paper), None
    except SourceError as error:
        return None, f"licence not known: {error}"


def _latex(
    folder: FetchedFolder,
    source: Source,
    paper: RemotePaper,
    file: str,
    settings: AcquisitionSettings,
) -> dict[str, object]:
    """The LaTeX part of an outcome; a source that cannot be used leaves the paper as it is."""
    if folder.has_latex(file):
        return {"latex": "present"}
    reason: FetchReason
    try:
        data = source.download_latex(paper).data
        limit = settings.max_latex_mb * 1_000_000
        folder.put_latex(file, unpack_source(data, limit, settings.max_latex_files))
    except SourceRefused as error:
        reason, detail = error.reason, str(error)
    except SourceError as error:
        if error.is_service_down:
            raise
        reason, detail = error.reason, str(error)
    else:
        return {"latex": "fetched"}
    return {"latex": "refused", "latex_reason": reason, "detail": detail}


def _refused(paper_id: str, remote_id: str, error: SourceError) -> FetchOutcome:
    return FetchOutcome(
        paper_id=paper_id,
        remote_id=remote_id,
        status="refused",
        reason=error.reason,
        detail=str(error),
    )


def _print(outcome: FetchOutcome, as_json: bool) -> None:
    if as_json:
        click.echo(outcome.model_dump_json(exclude_none=True))
        return
    words = [outcome.status.ljust(8), outcome.remote_id]
    if outcome.latex:
        words.append(f"latex {outcome.latex}")
    if reason := outcome.reason or outcome.latex_reason:
        words.append(f"[{reason}]")
    if outcome.detail:
        words.append(outcome.detail)
    click.echo("  ".join(words))


def _conclusion(outcomes: list[FetchOutcome], stopped: SourceError | None, folder: Path) -> int:
    counts = Counter(o.status for o in outcomes)
    reasons = Counter(o.reason or o.latex_reason for o in outcomes if o.reason or o.latex_reason)
    said = ", ".join(f"{n} {status}" for status, n in sorted(counts.items())) or "no paper answers"
    why = f" ({json.dumps(dict(sorted(reasons.items())))})" if reasons else ""
    click.echo(f"{said}{why} in {folder}", err=True)
    if stopped is not None:
        click.echo(f"scidoc: stopped: {stopped}; the same command resumes", err=True)
        return EXIT_FAILED
    if not outcomes:
        return EXIT_FAILED
    return EXIT_COUNTED if reasons else 0
