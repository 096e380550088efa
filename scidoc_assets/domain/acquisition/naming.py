"""Names of fetched papers: from service and remote id, safe as file name, partition and paper id."""

from __future__ import annotations

import hashlib
import re

from scidoc_assets.schemas.acquisition import RemotePaper

MAX_NAME = 56


def fetched_name(service: str, remote_id: str) -> str:
    """`<service>-<id>` in lower-case letters, digits and hyphens, at most 64 characters.

    Ids that differ only in case, or that are cut, get a short hash behind them: two papers of a
    service never share a name, on file systems that ignore case neither.
    """
    plain = re.sub(r"[^a-z0-9]+", "-", remote_id.lower()).strip("-")
    exact = plain == re.sub(r"[./_-]", "-", remote_id) and len(plain) <= MAX_NAME - len(service)
    name = f"{service}-{plain}"[:MAX_NAME].rstrip("-")
    if exact:
        return name
    return (
        f"{name[: MAX_NAME - 9].rstrip('-')}-{hashlib.sha256(remote_id.encode()).hexdigest()[:8]}"
    )


def paper_id_of(paper: RemotePaper) -> str:
    """The paper id (and file stem) of a remote paper."""
    return fetched_name(paper.service, paper.remote_id)
