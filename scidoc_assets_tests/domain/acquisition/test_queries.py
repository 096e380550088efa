"""Questions a service understands."""

from __future__ import annotations

import pytest

from scidoc_assets.domain.acquisition.queries import QueryError, check_query, is_answered_by
from scidoc_assets.schemas.acquisition import PaperQuery, Service


@pytest.mark.parametrize(
    ("service", "query"),
    [
        ("acl", PaperQuery(venue="acl", year=2024)),
        ("acl", PaperQuery(ids=["2024.acl-long.1"])),
        ("arxiv", PaperQuery(search="cat:cs.CL", year=2024)),
        ("openreview", PaperQuery(venue="ICLR.cc/2024/Conference")),
        ("pmlr", PaperQuery(volume="235", limit=3)),
        ("pmlr", PaperQuery(venue="ICML", year=2024)),
    ],
)
def test_a_full_question_passes(service: Service, query: PaperQuery) -> None:
    check_query(service, query, with_latex=service == "arxiv")


@pytest.mark.parametrize(
    ("service", "query", "words"),
    [
        ("acl", PaperQuery(venue="acl"), "--year"),
        ("acl", PaperQuery(), "--venue"),
        ("pmlr", PaperQuery(venue="icml", volume="235"), "not both"),
        ("pmlr", PaperQuery(venue="icml"), "--year"),
        ("openreview", PaperQuery(venue="x", volume="2"), "does not know --volume"),
        ("arxiv", PaperQuery(ids=["2406.01234"], year=2024), "not both"),
        ("openreview", PaperQuery(year=2024), "ICLR.cc/2024/Conference"),
    ],
)
def test_a_question_that_would_be_ignored_in_part_is_refused(
    service: Service, query: PaperQuery, words: str
) -> None:
    with pytest.raises(QueryError, match=words):
        check_query(service, query, with_latex=False)


def test_latex_is_refused_where_there_is_none() -> None:
    with pytest.raises(QueryError, match="LaTeX"):
        check_query("pmlr", PaperQuery(volume="235"), with_latex=True)


@pytest.mark.parametrize(
    ("asked", "remote_id", "is_answer"),
    [
        ("2406.01234", "2406.01234v2", True),
        ("2024.acl-long", "2024.acl-long.7", True),
        ("2024.acl", "2024.acl-long.7", True),
        ("P18-1", "P18-1007", True),
        ("235/x24a", "v235/x24a", True),
        ("2024.acl-long.1", "2024.acl-long.10", False),
        ("2406.0123", "2406.01234v1", False),
    ],
)
def test_an_id_is_answered_by_itself_its_versions_and_its_members(
    asked: str, remote_id: str, is_answer: bool
) -> None:
    assert is_answered_by(asked, remote_id) is is_answer
