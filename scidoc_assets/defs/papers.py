"""raw_pdfs: the corpus as rows, one shard at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from scidoc_assets.defs.partitions import shard_of
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.papers.admission import admit
from scidoc_assets.domain.papers.identity import PaperIdentity
from scidoc_assets.gateways.pdf.parse import probe
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.storage.corpus import scan_corpus


def corpus_folder(project: Project) -> Path:
    """The corpus folder of the project (configured path, relative to the project root)."""
    return project.paths.root / project.settings.corpus.folder


def shard_papers(project: Project, shard: str | None) -> list[PaperIdentity]:
    """Identities whose content hash falls into a shard, ordered by paper_id."""
    count = project.settings.corpus.shards
    papers = scan_corpus(corpus_folder(project), project.paths.cache / "corpus_index.json")
    return [p for p in papers if shard_of(p.sha256, count) == shard]


def shard_of_paper(project: Project, paper_id: str) -> str | None:
    """The shard that holds a paper, or None when the corpus has no such paper."""
    papers = scan_corpus(corpus_folder(project), project.paths.cache / "corpus_index.json")
    for paper in papers:
        if paper.paper_id == paper_id:
            return shard_of(paper.sha256, project.settings.corpus.shards)
    return None


def _corpus_digest(project: Project, shard: str | None) -> str:
    papers = shard_papers(project, shard)
    return hashlib.sha256(
        repr([(p.sha256, p.sources, p.entry) for p in papers]).encode()
    ).hexdigest()


def _failed_without_reason(rows: Rows) -> list[str]:
    return [r.paper_id for r in rows if isinstance(r, RawPdf) and r.status != "ok" and not r.reason]


@stage(
    "raw_pdfs",
    "1",
    uses=("corpus",),
    external=_corpus_digest,
    checks=(TableCheck("refused_papers_have_a_reason", _failed_without_reason, is_blocking=True),),
)
def raw_pdfs(run: StageRun) -> Sequence[RawPdf]:
    """Every distinct content of the shard, opened once in isolation to learn whether it can be read."""
    settings = run.project.settings.corpus
    rows = []
    for paper in shard_papers(run.project, run.partition):
        found = probe(corpus_folder(run.project) / paper.sources[0], settings.limits)
        rows.append(admit(paper, str(run.partition), found.reason, found.pages, settings))
    return rows


STAGES = (raw_pdfs,)
