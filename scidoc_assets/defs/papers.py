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
from scidoc_assets.gateways.pdf.outcomes import ParseOptions
from scidoc_assets.gateways.pdf.workers import probe_many
from scidoc_assets.schemas.papers import RawPdf
from scidoc_assets.storage.corpus import scan_corpus


def corpus_folder(project: Project) -> Path:
    """The corpus folder of the project (configured path, relative to the project root)."""
    return project.paths.root / project.settings.corpus.folder


def parse_options(project: Project) -> ParseOptions:
    """How papers of this project are parsed."""
    corpus = project.settings.corpus
    return ParseOptions(
        crop_dpi=corpus.crop_dpi,
        use_layout_model=corpus.use_layout_model,
        ocr_max_pages=corpus.ocr_max_pages if corpus.ocr_pages_without_text else 0,
        limits=corpus.limits,
    )


def papers_by_shard(project: Project) -> dict[str, list[PaperIdentity]]:
    """Identities of the whole corpus by shard, ordered by paper_id; empty shards are left out."""
    return project.once("papers_by_shard", lambda: _papers_by_shard(project))


def _papers_by_shard(project: Project) -> dict[str, list[PaperIdentity]]:
    shards: dict[str, list[PaperIdentity]] = {}
    for paper in scan_corpus(corpus_folder(project), project.paths.cache / "corpus_index.json"):
        key = shard_of(paper.sha256, project.settings.corpus.shards)
        shards.setdefault(key, []).append(paper)
    return shards


def shard_of_paper(project: Project, paper_id: str) -> str | None:
    """The shard that holds a paper, or None when the corpus has no such paper."""
    for shard, papers in papers_by_shard(project).items():
        if any(paper.paper_id == paper_id for paper in papers):
            return shard
    return None


def _corpus_digest(project: Project, shard: str | None) -> str:
    papers = papers_by_shard(project).get(str(shard), [])
    opened_by = project.code.of(("scidoc_assets.gateways.pdf.opening",), ("pymupdf",))
    known = [(p.sha256, p.sources, p.entry) for p in papers]
    return hashlib.sha256(f"{opened_by} {known!r}".encode()).hexdigest()


def _failed_without_reason(rows: Rows) -> list[str]:
    return [r.paper_id for r in rows if isinstance(r, RawPdf) and r.status != "ok" and not r.reason]


@stage(
    "raw_pdfs",
    uses=("corpus",),
    external=_corpus_digest,
    checks=(TableCheck("refused_papers_have_a_reason", _failed_without_reason, is_blocking=True),),
)
def raw_pdfs(run: StageRun) -> Sequence[RawPdf]:
    """Every distinct content of the shard, opened once in isolation to learn whether it can be read."""
    settings = run.project.settings.corpus
    papers = papers_by_shard(run.project).get(str(run.partition), [])
    if not papers:
        return []
    options = parse_options(run.project)
    paths = [corpus_folder(run.project) / p.sources[0] for p in papers]
    probes = probe_many(paths, options, 1, run.project.gateways.pool(options))
    return [
        admit(paper, str(run.partition), found.reason, found.pages, settings)
        for paper, found in zip(papers, probes, strict=True)
    ]


STAGES = (raw_pdfs,)
