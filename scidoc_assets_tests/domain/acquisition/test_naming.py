"""Names of fetched papers."""

from __future__ import annotations

import re

import pytest

from scidoc_assets.domain.acquisition.naming import fetched_name


@pytest.mark.parametrize(
    ("service", "remote_id", "name"),
    [
        ("acl", "2024.acl-long.1", "acl-2024-acl-long-1"),
        ("arxiv", "hep-th/9901001v2", "arxiv-hep-th-9901001v2"),
        ("pmlr", "v235/abad24a", "pmlr-v235-abad24a"),
    ],
)
def test_a_plain_id_stays_readable(service: str, remote_id: str, name: str) -> None:
    assert fetched_name(service, remote_id) == name


def test_ids_that_differ_in_case_or_marks_only_do_not_share_a_name() -> None:
    ids = ["aBcd", "AbCd", "abcd", "abcd_", "-abcd", "a" * 80, "a" * 81, "论文", "論文"]
    assert len({fetched_name("openreview", i) for i in ids}) == len(ids)


@pytest.mark.parametrize("remote_id", ["../../etc/passwd", "a/b|c[d],e", "x" * 500, ".hidden", "…"])
def test_hostile_ids_become_safe_names(remote_id: str) -> None:
    name = fetched_name("pmlr", remote_id)
    assert re.fullmatch(r"[a-z0-9-]{1,64}", name)
