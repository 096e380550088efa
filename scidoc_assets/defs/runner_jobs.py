"""What a run consists of: jobs (one Dagster run each) and how they end."""

from __future__ import annotations

from dataclasses import dataclass

from scidoc_assets.schemas.tables import PartitionKind


@dataclass(frozen=True)
class Job:
    """One Dagster run: some stages on one partition."""

    tables: tuple[str, ...]
    partition: str | None
    forced_papers: tuple[str, ...] = ()
    kind: PartitionKind = "none"


@dataclass(frozen=True)
class JobResult:
    """How a job ended; `errors` hold one message per failed step.

    `is_counted` marks an expected failure (a model whose key is not set): shown, not an error.
    """

    job: Job
    errors: tuple[str, ...] = ()
    is_counted: bool = False

    @property
    def is_success(self) -> bool:
        return not self.errors


# What is made of all tables together, after every run that changed one.
CATALOG_JOB = Job(("catalog", "evidence_explorer"), None)
