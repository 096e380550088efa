"""Which questions a service understands. Refuses the others, naming what is missing."""

from __future__ import annotations

import re

from scidoc_assets.schemas.acquisition import PaperQuery, Service

_WANTED: dict[Service, str] = {
    "acl": "ids (2024.acl-long.1), or --venue and --year (--venue acl --year 2024)",
    "arxiv": 'ids (2406.01234), or --search in its query language (--search "cat:cs.CL AND ti:chart")',
    "openreview": 'ids (note ids), or --venue with its full id (--venue "ICLR.cc/2024/Conference")',
    "pmlr": "--volume (--volume 235), --venue and --year (--venue ICML --year 2024), or ids "
    "(v235/name24a)",
}
_USED: dict[Service, frozenset[str]] = {
    "acl": frozenset({"venue", "year"}),
    "arxiv": frozenset({"search", "year"}),
    "openreview": frozenset({"venue", "year"}),
    "pmlr": frozenset({"volume", "venue", "year"}),
}
# Sets of options of which one has to be whole.
_NEEDED: dict[Service, tuple[frozenset[str], ...]] = {
    "acl": (frozenset({"venue", "year"}),),
    "arxiv": (frozenset({"search"}),),
    "openreview": (frozenset({"venue"}),),
    "pmlr": (frozenset({"volume"}), frozenset({"venue", "year"})),
}


# A volume of the Anthology before 2020 (P18-1), whose papers add digits (P18-1007).
_OLD_VOLUME = re.compile(r"^[A-Z]\d\d(-\d{1,2})?$")


class QueryError(Exception):
    """A question that the service cannot answer; says what it wants."""


def check_query(service: Service, query: PaperQuery, with_latex: bool) -> None:
    """Raise QueryError unless `query` says enough for `service` and nothing it would ignore."""
    given = {
        name for name in ("venue", "year", "volume", "search") if getattr(query, name) is not None
    }
    if with_latex and service != "arxiv":
        raise QueryError(f"{service}: has no LaTeX sources; --latex is for arxiv")
    if query.ids and given:
        raise QueryError(f"{service}: give ids or {_options(given)}, not both")
    ignored = given - _USED[service]
    if ignored:
        raise QueryError(f"{service}: does not know {_options(ignored)}; want {_WANTED[service]}")
    if query.volume and query.venue:
        raise QueryError(f"{service}: give --volume or --venue and --year, not both")
    if not query.ids and not any(needed <= given for needed in _NEEDED[service]):
        raise QueryError(f"{service}: want {_WANTED[service]}")


def is_answered_by(asked: str, remote_id: str) -> bool:
    """Whether a paper answers an asked id: the same, a version of it, or a member of its volume."""
    asked, remote_id = asked.removeprefix("v"), remote_id.removeprefix("v")
    if asked == remote_id:
        return True
    if not remote_id.startswith(asked):
        return False
    return bool(_OLD_VOLUME.match(asked)) or remote_id[len(asked)] in ".-v"


def _options(names: set[str] | frozenset[str]) -> str:
    return ", ".join(f"--{name}" for name in sorted(names))
